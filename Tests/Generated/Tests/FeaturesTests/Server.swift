import Talyn
import TalynTesting

@testable import Features

/// Sends a call to a server of its own, which gives the answer, and returns what arrived, with the value.
func exchange<Value>(
    _ call: Call<Features, Value>, answer: ServerStep = .response(204), plugins: [any Plugin] = []
) async throws -> (request: ReceivedRequest, value: Value) {
    let server = try LoopbackServer { _ in [answer] }
    defer { server.stop() }
    let value = try await Provider<Features>(baseURL: server.url, plugins: plugins).call(call)
    return (server.requests[0], value)
}

/// Returns what arrives at a server.
func request<Value>(
    _ call: Call<Features, Value>, answer: ServerStep = .response(204), plugins: [any Plugin] = []
) async throws -> ReceivedRequest {
    try await exchange(call, answer: answer, plugins: plugins).request
}

/// Returns the value of an answer.
func value<Value>(_ call: Call<Features, Value>, _ answer: ServerStep) async throws -> Value {
    try await exchange(call, answer: answer).value
}

/// An answer of JSON.
func json(_ status: Int = 200, _ text: String, type: String = "application/json") -> ServerStep {
    .response(status, headers: ["Content-Type": type], text: text)
}

extension ReceivedRequest {
    /// The items of the query, as they are sent.
    var query: [String] {
        guard let mark = target.firstIndex(of: "?") else { return [] }
        return target[target.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
            .map(String.init)
    }

    /// The value of a header.
    func header(_ name: String) -> String? { headers[name] }
}
