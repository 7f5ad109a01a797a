import Talyn

// A program that ends while the transport over libcurl is in a state: exits STATE URL. `.ci/long exits` runs it.

enum API: RoutedTarget {
    case none
    var baseURL: URL { URL(fileURLWithPath: "/") }
    var route: Route { .get("") }
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let url = URL(string: arguments[2]) else { exit(64) }
let endpoint = Endpoint(url: url)

func provider() -> Provider<API> { Provider(transport: CURLTransport()) }

switch arguments[1] {
case "answered":
    // The transport outlives the call.
    let provider = provider()
    _ = try await provider.send(endpoint)
    exit(0)
case "released":
    // The transport ends its connections while the program ends.
    _ = try await provider().send(endpoint)
case "idle":
    let provider = provider()
    _ = try await provider.send(endpoint)
    try await Task.sleep(for: .milliseconds(20))
    exit(0)
case "together":
    // Others are in flight when the first ends.
    let provider = provider()
    let ended = AsyncStream<Void>.makeStream()
    for _ in 0..<8 {
        Task {
            _ = try? await provider.send(endpoint)
            ended.continuation.yield()
        }
    }
    for await _ in ended.stream { exit(0) }
case "unanswered":
    let provider = provider()
    Task { _ = try? await provider.send(endpoint) }
    try await Task.sleep(for: .milliseconds(20))
    exit(0)
default: exit(64)
}
