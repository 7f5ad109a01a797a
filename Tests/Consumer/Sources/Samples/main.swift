import Talyn

// Runs every sample over stubs. Nothing here touches the network.

func fail(_ what: String) -> Never {
    print("FAILED: \(what)")
    exit(1)
}

func run(_ group: String, _ samples: () async throws -> Void) async {
    do { try await samples() } catch { fail("\(group): \(error)") }
    print("ok \(group)")
}

await run("README", ReadmeSamples.run)
await run("Getting started", GettingStartedSamples.run)
await run("Declaring", DeclaringSamples.run)
await run("Uploading", UploadingSamples.run)
await run("Calling", CallingSamples.run)
await run("Downloading", DownloadingSamples.run)
await run("Responses", ResponsesSamples.run)
await run("Errors", ErrorsSamples.run)
await run("Stubbing", StubbingSamples.run)
await run("Plugins", PluginsSamples.run)
await run("Writing a plugin", WritingPluginsSamples.run)
await run("Writing a resilient client", ResilientClientSamples.run)
await run("The order of plugins", PluginOrderSamples.run)
await run("Logging", LoggingSamples.run)
await run("On servers", OnServersSamples.run)
await run("Retry and refresh", RetryAndRefreshSamples.run)
await run("Redirects and timeouts", RedirectsAndTimeoutsSamples.run)
await run("Transports", TransportsSamples.run)
await run("Streaming", StreamingSamples.run)
await run("Cookies", CookiesSamples.run)
await run("Caching", CachingSamples.run)
await run("Secrets", SecretsSamples.run)
await run("TalynTesting", TestingSamples.run)
await run("what a test injects", TestCaseSamples.run)
await run("Modules isolated to the main actor", MainActorModulesSamples.run)
await run("Shipping an SDK", ShippingAnSDKSamples.run)
await run("Coming from Moya", ComingFromMoyaSamples.run)
await run("doc comments of targets", TargetDocSamples.run)
await run("doc comments of calls and stubs", CallDocSamples.run)
await run("doc comments of plugins that share, limit and measure", PluginDocSamples.run)
await run("doc comments of responses and errors", ResponseDocSamples.run)
