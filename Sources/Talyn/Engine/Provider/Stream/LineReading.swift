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

    private let reading: BodyReading
    private var lines = LineParser()
    private let elements: Elements
    private let limit: Int

    init(_ call: OpenCall, _ elements: Elements) {
        reading = BodyReading(call)
        self.elements = elements
        limit = call.head.endpoint.options.maxBodySize ?? .max
    }

    /// Returns the next element; nil at the end.
    func next() async throws(RequestError) -> Element? {
        while !reading.isOver {
            switch try received() {
            case .element(let element): return element
            case .nothing: break
            case .end:
                reading.end()
                return nil
            }
            guard let chunk = try await reading.chunk() else { return try last() }
            lines.append(chunk)
        }
        return nil
    }

    /// Returns the outcome of the lines that have arrived: the first that is not nothing.
    private func received() throws(RequestError) -> Elements.Outcome {
        while let line = lines.next() {
            let outcome = try outcome(of: line)
            if case .nothing = outcome { continue }
            return outcome
        }
        try checkSize(lines.openLineSize)
        return .nothing
    }

    /// Returns the element of the last line at the end of the body; nil if there is none.
    private func last() throws(RequestError) -> Element? {
        let last = elements.takesOpenLine ? lines.takeOpenLine() : nil
        if let last, case .element(let element) = try outcome(of: last) { return element }
        reading.end()
        return nil
    }

    private func outcome(of line: Data) throws(RequestError) -> Elements.Outcome {
        do throws(RequestError) {
            let outcome = try elements.take(line, reading.head)
            try checkSize(line.count + elements.keptSize())
            return outcome
        } catch {
            throw reading.fail(error)
        }
    }

    private func checkSize(_ size: Int) throws(RequestError) {
        if size > limit { throw reading.fail(reading.head.tooLarge(limit)) }
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
