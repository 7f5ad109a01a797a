import Talyn
import TalynTesting

nonisolated struct Prompt: Codable, Equatable {
    var text: String
}

nonisolated struct Delta: Codable {
    var text: String
}

enum Chat: RoutedTarget {
    case completions(Prompt)
    case news
    case export

    var baseURL: URL { URL(string: "https://chat.example")! }
    var route: Route {
        switch self {
        case .completions(let prompt): .post("v1/completions").json(prompt).timeout(.seconds(60))
        case .news: .get("news")
        case .export: .get("export")
        }
    }
}

extension StreamCall where Target == Chat, Element == Delta {
    static func completions(_ prompt: Prompt) -> Self {
        .events(.completions(prompt), until: { $0.data == "[DONE]" })
    }
}

/// The samples of "Streaming" and of the doc comments of streams.
enum StreamingSamples {
    static let prompt = Prompt(text: "Hi")

    static func run() async throws {
        let stubs = StubTransport()
        stubs.on(Chat.completions(prompt), .events([.init("{\"text\":\"Hel\"}"), .init("[DONE]")], every: .seconds(1)))
        stubs.on(
            Chat.export, .chunks(["{\"id\":1,\"login\":\"a\"}\n{\"i", "d\":2,\"login\":\"b\"}\n"], every: .seconds(1)))
        stubs.on(Chat.news, .sequence([.events([.init("one", id: "1")]), .status(204)], then: .cycles))
        let api = Provider<Chat>(transport: stubs, clock: TestClock())
        try await events(api)
        try await lines(api)
        try await bytes(api)
        try await transfer(api)
    }

    static func events(_ api: Provider<Chat>) async throws {
        var shown: [String] = []
        func show(_ text: String) { shown.append(text) }

        let deltas = api.elements(of: .events(.completions(prompt), as: Delta.self, until: { $0.data == "[DONE]" }))
        for try await delta in deltas { show(delta.text) }

        let chat = api
        for try await delta in chat.elements(of: .completions(prompt)) { show(delta.text) }  // each a Delta
        for try await delta in api.elements(of: .completions(prompt)) { show(delta.text) }  // each a Delta

        for try await event in api.elements(of: .events(.news)) { show(event.data) }
        for try await event in api.elements(of: .events(.news)) { show(event.data) }

        for try await event in api.elements(of: .events(.news, reconnection: .automatic)) { show(event.data) }
        guard shown == ["Hel", "Hel", "Hel", "one", "one"] else { fail("events \(shown)") }
    }

    static func lines(_ api: Provider<Chat>) async throws {
        var users: [User] = []
        var shown: [String] = []
        func show(_ line: String) { shown.append(line) }
        func add(_ user: User) { users.append(user) }

        for try await line in api.elements(of: .lines(.export)) { show(line) }
        for try await user in api.elements(of: .lines(.export, as: User.self)) { add(user) }
        guard shown.count == 2, users.map(\.id) == [1, 2] else { fail("lines") }
    }

    static func bytes(_ api: Provider<Chat>) async throws {
        try await {
            let file = File(name: "unchecked")
            let stream = try await api.stream(.export)
            for try await chunk in stream { try file.write(contentsOf: chunk) }
        }()
        let stubs = StubTransport()
        stubs.on(Chat.export, .chunks(["{\"id\":1}\n", "{\"id\":2}\n"], contentType: "application/x-ndjson"))
        try await checkedBytes(Provider<Chat>(transport: stubs))
        guard File.written == ["checked": 18, "unchecked": 42] else { fail("bytes \(File.written)") }
    }

    static func checkedBytes(_ api: Provider<Chat>) async throws {
        let file = File(name: "checked")
        let stream = try await api.stream(.export)
        guard stream.response.headers["Content-Type"] == "application/x-ndjson" else { return }
        for try await chunk in stream { try file.write(contentsOf: chunk) }
    }

    /// Counts what is written to it.
    private struct File {
        static var written: [String: Int] = [:]
        let name: String
        func write(contentsOf chunk: Data) throws { Self.written[name, default: 0] += chunk.count }
    }

    static func transfer(_ api: Provider<Chat>) async throws {
        func show(_ fraction: Double?, _ timeLeft: Duration?) {}
        let transfer = Transfer(of: Call(.export, as: String.self), by: api)
        for await progress in transfer.progress { show(progress.fraction, progress.timeLeft) }
        let text = try await transfer.value
        guard text.utf8.count == 42 else { fail("a transfer") }
    }
}
