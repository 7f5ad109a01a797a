public import Talyn

extension StubAnswer {
    /// Returns a response whose body arrives in these chunks: the first with the head, and each other one after a
    /// `pause` on the provider's clock. Default: no pause.
    ///
    /// ```swift
    /// stubs.on(
    ///     Chat.export, .chunks(["{\"id\":1,\"login\":\"a\"}\n{\"i", "d\":2,\"login\":\"b\"}\n"], every: .seconds(1)))
    /// ```
    public static func chunks(
        _ chunks: [String], every pause: Duration = .zero, contentType: String? = nil, status: Int = 200,
        headers: HTTPHeaders = HTTPHeaders()
    ) -> StubAnswer {
        let whole = Data(chunks.joined().utf8)
        let counts = chunks.map(\.utf8.count).filter { $0 > 0 }
        return .data(whole, contentType: contentType, status: status, headers: headers)
            .arriving(counts.enumerated().map { (count: $1, pause: $0 == 0 ? .zero : pause) })
    }

    /// Returns a response of server-sent events: the first with the head, and each other one after a `pause` on the
    /// provider's clock. Default: no pause.
    ///
    /// ```swift
    /// stubs.on(Chat.completions(prompt), .events([.init("{\"text\":\"Hel\"}"), .init("[DONE]")], every: .seconds(1)))
    /// ```
    public static func events(_ events: [ServerSentEvent], every pause: Duration = .zero) -> StubAnswer {
        .chunks(events.map(\.text), every: pause, contentType: "text/event-stream")
    }
}

extension ServerSentEvent {
    /// The fields of the event, as a server sends them.
    fileprivate var text: String {
        var text = ""
        if event != "message" { text += "event: \(event.withoutLineBreaks)\n" }
        if !id.isEmpty { text += "id: \(id.withoutLineBreaks)\n" }
        if let retry { text += "retry: \(Int64(max(retry.bounded, .zero) / .milliseconds(1)))\n" }
        for line in data.replacing(bytes: "\r", with: "\n").split(atBytes: "\n") { text += "data: \(line)\n" }
        return text + "\n"
    }
}

extension String {
    /// The text in one line: a line break would begin another field.
    fileprivate var withoutLineBreaks: String {
        replacing(bytes: "\r", with: " ").replacing(bytes: "\n", with: " ")
    }
}
