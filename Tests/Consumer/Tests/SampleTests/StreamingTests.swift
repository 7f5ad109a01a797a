import Foundation
import Talyn
import TalynTesting
import Testing

nonisolated struct Conversation: Encodable {
    struct Message: Codable {
        var role = "user"
        var content: String
    }

    var model = "small"
    var messages: [Message]
    var stream = true
}

nonisolated struct Completion: Decodable {
    struct Choice: Decodable {
        struct Delta: Decodable { var content: String? }
        var delta: Delta
    }

    var choices: [Choice]
    var text: String { choices.first?.delta.content ?? "" }
}

enum Model: RoutedTarget {
    case chat(Conversation)

    var baseURL: URL { URL(string: "https://model.example/v1")! }
    var route: Route {
        switch self {
        case .chat(let conversation): .post("chat/completions").json(conversation).timeout(.seconds(60))
        }
    }
}

extension StreamCall where Target == Model, Element == Completion {
    static func chat(_ question: String) -> Self {
        .events(.chat(Conversation(messages: [.init(content: question)])), until: { $0.data == "[DONE]" })
    }
}

struct StreamingTests {
    @Test func anAnswerArrivesWordByWord() async throws {
        let server = try LoopbackServer { _ in
            [
                .send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"),
                .send("data: {\"choices\":[{\"delta\":{\"role\":\"assistant\"}}]}\n\n"),
                .send("data: {\"choices\":[{\"delta\":{\"content\":\"Hel\"}}]}\n\n"),
                .send("data: {\"choices\":[{\"delta\":{\"content\":\"lo\"}}]}\n\ndata: [DONE]\n\n"), .close,
            ]
        }
        let model = Provider<Model>(baseURL: server.url)
        var answer = ""
        for try await completion in model.elements(of: .chat("Hi")) { answer += completion.text }
        #expect(answer == "Hello")
        let body = try JSONValue(parsing: #require(server.requests.first).body)
        #expect(body["messages"]?[0]?["content"] == "Hi" && body["stream"] == true)
    }

    @Test func anAnswerThatBreaksOffFailsAfterItsWords() async throws {
        let server = try LoopbackServer { _ in
            [
                .send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 1000\r\n\r\n"),
                .send("data: {\"choices\":[{\"delta\":{\"content\":\"Hel\"}}]}\n\n"), .close,
            ]
        }
        var answer = ""
        let error = await #expect(throws: MyAPIError.self) {
            for try await completion in Provider<Model>(baseURL: server.url).elements(of: .chat("Hi")) {
                answer += completion.text
            }
        }
        #expect(answer == "Hel" && error?.requestError.category == .connectionLost)
    }
}
