/// The body of a request or response: nothing, bytes, a file or a stream.
public enum Body: Sendable {
    /// No body.
    case none
    /// Bytes in memory.
    case data(Data)
    /// A file, read while the request is sent or written while the response arrives.
    case file(URL)
    /// A stream of chunks, produced while the request is sent or delivered while the response arrives; of a multipart
    /// form, with its ``form``.
    case stream(BodyStream)

    /// Whether the body has no bytes. False for a file or stream, even an empty one.
    public var isEmpty: Bool {
        switch self {
        case .none: true
        case .data(let data): data.isEmpty
        case .file, .stream: false
        }
    }

    /// Whether a retry or redirect can send the body again.
    public var isRepeatable: Bool {
        if case .stream(let stream) = self { stream.isRepeatable } else { true }
    }

    /// The bytes in chunks, whatever the form.
    var chunks: BodyStream {
        switch self {
        case .none: BodyStream { { nil } }
        case .data(let data): BodyStream(once: data)
        case .file(let url): BodyStream(file: url)
        case .stream(let stream): stream
        }
    }
}

/// Bodies are equal if their bytes are. Files are compared by URL, multipart forms part by part, other streams by
/// identity.
extension Body: Hashable {
    public static func == (left: Body, right: Body) -> Bool {
        switch (left, right) {
        case (.none, .none): true
        case (.data(let left), .data(let right)): left == right
        case (.file(let left), .file(let right)): left == right
        case (.stream(let left), .stream(let right)):
            if let form = left.form, let other = right.form { form == other } else { left.isSame(as: right) }
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .none: break
        case .data(let data): hasher.combine(data)
        case .file(let url): hasher.combine(url)
        case .stream(let stream): hasher.combine(stream.form)
        }
    }
}

extension Body: RedactedStringConvertible {
    /// The kind and size, never the content.
    public var description: String {
        switch self {
        case .none: "no body"
        case .data(let data): "\(data.count) bytes"
        case .file: "a file"
        case .stream(let stream):
            stream.form?.description ?? stream.length.map { "a stream of \($0) bytes" } ?? "a stream"
        }
    }
}

extension Body {
    /// The size in bytes; 0 if it is unknown.
    package var knownSize: Int64 {
        switch self {
        case .none: 0
        case .data(let data): Int64(data.count)
        case .stream(let stream): stream.length ?? 0
        case .file(let url): Int64((try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0)
        }
    }
}
