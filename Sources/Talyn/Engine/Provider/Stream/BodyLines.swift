/// The lines of a body. Used by one task at a time.
final class BodyLines {
    let reading: BodyReading
    private var lines = LineParser()
    /// Whether a last line without an end counts.
    private let takesOpenLine: Bool
    private let limit: Int

    init(_ call: OpenCall, takesOpenLine: Bool) {
        reading = BodyReading(call)
        self.takesOpenLine = takesOpenLine
        limit = call.head.endpoint.options.maxBodySize ?? .max
    }

    /// Returns the next line; nil at the end.
    func next() async throws(RequestError) -> Data? {
        while !reading.isOver {
            if let line = lines.next() { return line }
            do throws(RequestError) { try checkSize(lines.openLineSize) } catch { throw reading.fail(error) }
            guard let chunk = try await reading.chunk() else {
                if takesOpenLine, let line = lines.takeOpenLine() { return line }
                reading.end()
                return nil
            }
            lines.append(chunk)
        }
        return nil
    }

    /// - Throws: ``RequestError`` for a size above the limit of the body.
    func checkSize(_ size: Int) throws(RequestError) {
        if size > limit { throw reading.head.tooLarge(limit) }
    }
}
