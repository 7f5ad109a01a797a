extension RequestError: RedactedStringConvertible, LocalizedError {
    /// The failure, its endpoint and the timeline: one line, no values.
    public var description: String {
        "\(operation.map { "\($0): " } ?? "")\(reason)\(timeline.isEmpty ? "" : " (\(timeline))")"
    }

    /// ``description`` with the call site.
    public var debugDescription: String { callSite.map { "\(description) at \($0)" } ?? description }
    /// The same text as ``description``.
    public var errorDescription: String? { description }

    /// The failure, in a sentence without values.
    var reason: String {
        switch kind {
        case .invalidRequest(let reason): "invalid request: \(reason)"
        case .plugin(let failure): failure.description
        case .transport(let error): "\(category), URLError \(error.code.rawValue): \(error.localizedDescription)"
        case .cancelled: "cancelled"
        case .unstubbed(let reason): reason
        case .tooLarge(let limit): "the body is larger than its limit of \(limit) bytes"
        case .status(let code): "status \(code)"
        case .contentType(let found): "content type \(found?.withoutParameters ?? "(none)") is not accepted"
        case .rejected(let rejection): rejection.description
        case .empty: "the response has no body, but the value requires one"
        case .decoding(let failure): "the body did not decode: \(failure)"
        }
    }
}
