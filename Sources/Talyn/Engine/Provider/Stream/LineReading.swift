/// The reading of a body whose elements are lines, or made of lines. Used by one task at a time.
final class LineReading<Element: Sendable> {
    /// The making of elements out of lines.
    struct Elements {
        /// The outcome of a line.
        enum Outcome {
            case element(Element)
            /// More lines are needed.
            case nothing
            /// The elements are over, whatever follows.
            case end
        }

        /// Takes a line, with the head of the response.
        var take: (_ line: Data, _ head: Response) throws(RequestError) -> Outcome
        /// The bytes kept for the next element.
        var keptSize: () -> Int = { 0 }
        /// Whether a last line without an end counts.
        var takesOpenLine = true
    }

    private let lines: BodyLines
    private let elements: Elements

    init(_ call: OpenCall, _ elements: Elements) {
        lines = BodyLines(call, takesOpenLine: elements.takesOpenLine)
        self.elements = elements
    }

    /// Returns the next element; nil at the end.
    func next() async throws(RequestError) -> Element? {
        while let line = try await lines.next() {
            switch try outcome(of: line) {
            case .element(let element): return element
            case .nothing: break
            case .end:
                lines.reading.end()
                return nil
            }
        }
        return nil
    }

    private func outcome(of line: Data) throws(RequestError) -> Elements.Outcome {
        do throws(RequestError) {
            let outcome = try elements.take(line, lines.reading.head)
            try lines.checkSize(line.count + elements.keptSize())
            return outcome
        } catch {
            throw lines.reading.fail(error)
        }
    }
}

extension LineReading.Elements where Element == String {
    /// Each line as text.
    static var text: Self {
        Self { line, _ throws(RequestError) in .element(String(decoding: line, as: UTF8.self)) }
    }
}

extension LineReading.Elements where Element: Decodable {
    /// Each line as JSON.
    static func json(_ type: Element.Type) -> Self {
        Self { line, head throws(RequestError) in
            if line.allSatisfy(\.isJSONSpace) { return .nothing }
            return .element(try head.decodePart(type, from: line))
        }
    }
}

extension LineReading.Elements {
    /// Server-sent events, up to one that `isLast` accepts.
    static func events(
        _ parser: EventParser, until isLast: @escaping (ServerSentEvent) -> Bool,
        make: @escaping @Sendable (ServerSentEvent, _ head: Response) throws(RequestError) -> Element
    ) -> Self {
        Self(
            take: { line, head throws(RequestError) in
                guard let event = parser.take(line) else { return .nothing }
                return isLast(event) ? .end : .element(try make(event, head))
            }, keptSize: { parser.keptSize }, takesOpenLine: false)
    }
}

extension Response {
    /// Decodes a part of a streamed body, which is UTF-8 whatever its `Content-Type` says.
    func decodePart<Value: Decodable>(_ type: Value.Type, from part: Data) throws(RequestError) -> Value {
        var headers = headers
        headers.remove("Content-Type")
        return try replacing(headers: headers).replacing(data: part).decode(type)
    }
}
