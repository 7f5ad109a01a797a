import Talyn
import TalynStubs

// The samples of the page On servers that need no other package.

/// Makes the calls of a queue until SIGTERM or SIGINT arrives.
func work(_ github: Provider<GitHub>, _ logins: AsyncStream<String>, _ queue: AsyncStream<String>.Continuation) async {
    let worker = Task {
        for await login in logins { _ = await github.result(.user(login)) }
    }
    let sources = [SIGTERM, SIGINT].map { number in
        signal(number, SIG_IGN)  // the source receives it instead
        let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
        source.setEventHandler {
            queue.finish()  // no new work
            Task {
                try await Task.sleep(for: .seconds(10))
                worker.cancel()
            }
        }
        source.resume()
        return source
    }
    await worker.value
    for source in sources { source.cancel() }
}

enum OnServersSamples {
    static func run() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.user("octocat"), .text("ok").delayed(by: .milliseconds(50)))
        let (logins, queue) = AsyncStream<String>.makeStream()
        for _ in 1...2 { queue.yield("octocat") }
        signal(SIGTERM, SIG_IGN)
        let sender = Task {
            while !Task.isCancelled {
                kill(getpid(), SIGTERM)
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        await work(Provider<GitHub>(transport: stubs), logins, queue)
        sender.cancel()
        guard stubs.calls.count == 2 else { fail("the calls in flight end") }

        let texts = LoggingSamples.Lines<String>()
        let lines: LoggerPlugin = .logger(output: { text in
            texts.append(text.hasPrefix("FAILURE") ? "error" : "info")
        })
        stubs.on(GitHub.zen, .status(503))
        _ = await Provider<GitHub>(transport: stubs, plugins: [lines]).result(.zen)
        guard await texts.all() == ["info", "error"] else { fail("the first word of a text") }
    }
}
