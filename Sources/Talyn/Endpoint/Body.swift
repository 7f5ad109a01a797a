/// A body, of a request or a response: bytes, a file, or a stream.
public enum Body: Sendable {
    /// No body.
    case none
    /// Bytes in memory.
    case data(Data)
    /// A file, read while it is sent, or written while it was received.
    case file(URL)
    /// Pieces, made while they are sent, or handed on while they are received.
    case stream(BodyStream)

    /// Whether there is nothing in it; a file or stream counts as something.
    public var isEmpty: Bool {
        switch self {
        case .none: true
        case .data(let data): data.isEmpty
        case .file, .stream: false
        }
    }

    /// Whether it can be sent again, by a retry or a redirect.
    public var isRepeatable: Bool {
        if case .stream(let stream) = self { stream.isRepeatable } else { true }
    }
}

/// Equal when the bytes are; a file by its URL, a stream only to itself.
extension Body: Hashable {
    public static func == (left: Body, right: Body) -> Bool {
        switch (left, right) {
        case (.none, .none): true
        case (.data(let left), .data(let right)): left == right
        case (.file(let left), .file(let right)): left == right
        case (.stream(let left), .stream(let right)): left.isSame(as: right)
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .none: break
        case .data(let data): hasher.combine(data)
        case .file(let url): hasher.combine(url)
        case .stream: hasher.combine(1)
        }
    }
}

extension Body: RedactedStringConvertible {
    /// Kind and size; never what is in it.
    public var description: String {
        switch self {
        case .none: "no body"
        case .data(let data): "\(data.count) bytes"
        case .file: "a file"
        case .stream(let stream): stream.length.map { "a stream of \($0) bytes" } ?? "a stream"
        }
    }
}
