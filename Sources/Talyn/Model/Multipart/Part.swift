/// A part of a multipart form, as a route declares it: a field of text, JSON, bytes, a file or a stream.
///
/// ```swift
/// case .avatar(let id, let png, let video):
///     .post("users/\(id)/avatar").multipart {
///         Part("caption", "me")
///         Part("file", data: png, fileName: "me.png")  // image/png, by its name
///         Part("video", file: video)  // read while it is sent
///         Part("meta", json: ["public": true, "tags": ["a"]])
///     }
/// ```
/// A part whose value is nil is omitted. ``HTTPTask/multipart(boundary:_:)`` states which parts fail the call. Line
/// breaks in text are sent as they are; browsers send each as CR LF.
///
/// Names and file names are sent in UTF-8; of their characters only `"`, CR and LF are escaped, as `%22`, `%0D` and
/// `%0A` (HTML, "multipart/form-data encoding algorithm"). Descriptions show the name and kind, never a value.
public struct Part: Sendable {
    enum Content: Sendable {
        case none
        case value(any QueryConvertible)
        case json(any Encodable & Sendable)
        case fields(HTTPTask.Query)
        case data(Data)
        case file(URL)
        case stream(BodyStream)
    }

    let name: String
    let content: Content
    var fileName: String?
    var contentType: String?
    var headers = HTTPHeaders()
    /// Whether the type of bytes follows from the file name if none is given.
    var guessesType = true

    private init(
        _ name: String, _ content: Content?, fileName: String? = nil, contentType: String? = nil
    ) {
        self.name = name
        self.content = content ?? .none
        self.fileName = fileName
        self.contentType = contentType
    }

    /// Makes a field of a string, a number or another value that queries take. Nil omits the part.
    ///
    /// The target's ``TargetType/queryEncoder`` writes it, without percent-encoding. A list or an object becomes
    /// several parts, named as in a query: `tags[]`. `Data` is sent as its bytes. The part has no `Content-Type` unless
    /// one is given, as browsers send text.
    public init(_ name: String, _ value: (any QueryConvertible)?, contentType: String? = nil) {
        self.init(name, value.map(Content.value), contentType: contentType)
    }

    /// Makes a part of JSON, encoded by the target's encoder and with its content type, `application/json`. `Data` is
    /// JSON already. Nil omits the part. It has no file name unless one is given.
    public init(_ name: String, json value: (any Encodable & Sendable)?, fileName: String? = nil) {
        self.init(name, value.map(Content.json), fileName: fileName)
    }

    /// Makes a part of a JSON object out of a literal of mixed values, as `HTTPTask.json(_:)`. It has no file name
    /// unless one is given.
    public init(_ name: String, json items: QueryItems, fileName: String? = nil) {
        self.init(name, .json(items), fileName: fileName)
    }

    /// Makes a part of bytes. Nil omits the part.
    ///
    /// Without a file name, servers read the part as a text field. The default `Content-Type` is that of the file
    /// name's extension, `application/octet-stream` for an unknown one; without a file name there is none.
    public init(_ name: String, data: Data?, fileName: String? = nil, contentType: String? = nil) {
        self.init(name, data.map(Content.data), fileName: fileName, contentType: contentType)
    }

    /// Makes a part of bytes with exactly the given type; nil for none.
    package init(_ name: String, data: Data, fileName: String?, exactType: String?) {
        self.init(name, .data(data), fileName: fileName, contentType: exactType)
        guessesType = false
    }

    /// Makes a part of a file, which is read while it is sent. Nil omits the part.
    ///
    /// The file must be a regular file that can be read when the call starts. Its length is taken then: bytes appended
    /// later are not sent, and a file that became shorter fails the exchange as
    /// `URLError.requestBodyStreamExhausted`. The default file name is the last component of the URL, the default
    /// `Content-Type` that of the file name's extension, `application/octet-stream` for an unknown one.
    public init(_ name: String, file: URL?, fileName: String? = nil, contentType: String? = nil) {
        self.init(
            name, file.map(Content.file), fileName: fileName ?? file?.lastPathComponent, contentType: contentType)
    }

    /// Makes a part of chunks, which are produced while it is sent. Nil omits the part.
    ///
    /// A stream without a length makes the form's length unknown, so it is sent chunked (over URLSession it is
    /// gathered first). One that is not repeatable makes the form such. More or fewer bytes than the stream's length
    /// fail the exchange as `URLError.requestBodyStreamExhausted`. File name and `Content-Type` have the defaults of
    /// bytes.
    public init(_ name: String, stream: BodyStream?, fileName: String? = nil, contentType: String? = nil) {
        self.init(name, stream.map(Content.stream), fileName: fileName, contentType: contentType)
    }

    /// Returns a text part for each item of a literal, in its order, with the names and texts of a query, not
    /// percent-encoded: `user[name]`.
    public static func fields(_ items: QueryItems) -> Part { Part("", .fields(.items(items))) }

    /// Returns a text part for each value of an Encodable value, sorted by key, with the names and texts of a query,
    /// not percent-encoded.
    public static func fields(encoding value: any Encodable & Sendable) -> Part {
        Part("", .fields(.encodable(value)))
    }

    /// Sets a header of the part, replacing others of the same name; nil removes it.
    ///
    /// `Content-Type` is the part's content type. Servers need not read other fields (RFC 7578 §4.8). A
    /// `Content-Disposition` fails the call, because the form writes it.
    public consuming func header(_ name: String, _ value: String?) -> Part {
        if HTTPHeaders.isSameName(name, "Content-Type") { contentType = value } else { headers[name] = value }
        return self
    }
}

extension Part: RedactedStringConvertible {
    /// The name and the kind, without the value: `Part(file: 12 bytes)`.
    public var description: String {
        switch content {
        case .none: "Part(\(name): nil)"
        case .value: "Part(\(name): a value)"
        case .json: "Part(\(name): JSON)"
        case .fields: "Part(fields)"
        case .data(let data): "Part(\(name): \(data.count) bytes)"
        case .file: "Part(\(name): a file)"
        case .stream: "Part(\(name): a stream)"
        }
    }
}
