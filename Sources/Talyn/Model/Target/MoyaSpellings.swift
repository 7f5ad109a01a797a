// Spellings of Moya and Alamofire that do not compile here. The compiler answers each with what to write instead.

extension HTTPTask {
    /// Not available: the message tells what to write.
    @available(*, unavailable, message: "write '.plain'")
    public static var requestPlain: HTTPTask { .plain }

    /// Not available: the message tells what to write.
    @available(*, unavailable, message: "write '.data(bytes)'")
    public static func requestData(_ data: Data) -> HTTPTask { .plain }

    /// Not available: the message tells what to write.
    @available(*, unavailable, message: "write '.json(value)'")
    public static func requestJSONEncodable(_ value: any Encodable) -> HTTPTask { .plain }

    /// Not available: the message tells what to write.
    @available(
        *, unavailable,
        message: "write '.json(value)'; the encoder is the target's property 'encoder', which may switch over the case"
    )
    public static func requestCustomJSONEncodable(_ value: any Encodable, encoder: Any) -> HTTPTask { .plain }

    /// Not available: the message tells what to write.
    @available(
        *, unavailable,
        message:
            "write '.query([…])' for the URL, '.form([…])' or '.json([…])' for the body; QueryItems(parameters) takes a [String: Any]"
    )
    public static func requestParameters(parameters: [String: Any], encoding: Any) -> HTTPTask { .plain }

    /// Not available: the message tells what to write.
    @available(*, unavailable, message: "write '.data(bytes).query([…])'")
    public static func requestCompositeData(bodyData: Data, urlParameters: [String: Any]) -> HTTPTask { .plain }

    /// Not available: the message tells what to write.
    @available(*, unavailable, message: "write '.json([…]).query([…])' or '.form([…]).query([…])'")
    public static func requestCompositeParameters(
        bodyParameters: [String: Any], bodyEncoding: Any, urlParameters: [String: Any]
    ) -> HTTPTask { .plain }

    /// Not available: the message tells what to write.
    @available(*, unavailable, message: "write '.file(url)'")
    public static func uploadFile(_ file: URL) -> HTTPTask { .plain }

    /// Not available: the message tells what to write.
    @available(*, unavailable, message: "write '.multipart { Part(\"name\", data: bytes) }'")
    public static func uploadMultipart(_ parts: [Any]) -> HTTPTask { .plain }

    /// Not available: the message tells what to write.
    @available(*, unavailable, message: "write '.multipart { Part(\"name\", data: bytes) }.query([…])'")
    public static func uploadCompositeMultipart(_ parts: [Any], urlParameters: [String: Any]) -> HTTPTask { .plain }

    /// Not available: the message tells what to write.
    @available(*, unavailable, message: "write '.plain' here, and call 'provider.download(target, to: file)'")
    public static func downloadDestination(_ destination: Any) -> HTTPTask { .plain }

    /// Not available: the message tells what to write.
    @available(*, unavailable, message: "write '.query([…])' here, and call 'provider.download(target, to: file)'")
    public static func downloadParameters(parameters: [String: Any], encoding: Any, destination: Any) -> HTTPTask {
        .plain
    }
}

extension Route {
    /// Not available: a path is a ``URLPath``.
    @available(
        *, unavailable,
        message:
            "a path is a literal, whose values are escaped: \"users/\\(login)\"; for other text write URLPath(text)"
    )
    public init(_ method: HTTPMethod, _ path: String, task: HTTPTask = .plain, headers: HTTPHeaders = HTTPHeaders()) {
        self.init(method, URLPath(path))
    }

    /// Not available: a path is a ``URLPath``.
    @available(
        *, unavailable,
        message:
            "a path is a literal, whose values are escaped: \"users/\\(login)\"; for other text write URLPath(text)"
    )
    public static func get(_ path: String) -> Route { Route(.get, URLPath(path)) }

    /// Not available: a path is a ``URLPath``.
    @available(
        *, unavailable,
        message:
            "a path is a literal, whose values are escaped: \"users/\\(login)\"; for other text write URLPath(text)"
    )
    public static func head(_ path: String) -> Route { Route(.head, URLPath(path)) }

    /// Not available: a path is a ``URLPath``.
    @available(
        *, unavailable,
        message:
            "a path is a literal, whose values are escaped: \"users/\\(login)\"; for other text write URLPath(text)"
    )
    public static func post(_ path: String) -> Route { Route(.post, URLPath(path)) }

    /// Not available: a path is a ``URLPath``.
    @available(
        *, unavailable,
        message:
            "a path is a literal, whose values are escaped: \"users/\\(login)\"; for other text write URLPath(text)"
    )
    public static func put(_ path: String) -> Route { Route(.put, URLPath(path)) }

    /// Not available: a path is a ``URLPath``.
    @available(
        *, unavailable,
        message:
            "a path is a literal, whose values are escaped: \"users/\\(login)\"; for other text write URLPath(text)"
    )
    public static func patch(_ path: String) -> Route { Route(.patch, URLPath(path)) }

    /// Not available: a path is a ``URLPath``.
    @available(
        *, unavailable,
        message:
            "a path is a literal, whose values are escaped: \"users/\\(login)\"; for other text write URLPath(text)"
    )
    public static func delete(_ path: String) -> Route { Route(.delete, URLPath(path)) }

    /// Not available: a path is a ``URLPath``.
    @available(
        *, unavailable,
        message:
            "a path is a literal, whose values are escaped: \"users/\\(login)\"; for other text write URLPath(text)"
    )
    public static func options(_ path: String) -> Route { Route(.options, URLPath(path)) }

    /// Not available: the rule is a ``Validation``.
    @available(*, unavailable, message: "write '.validate(.codes(200...299))'; 200 to 299 is the default")
    public func validate(_ statusCodes: some RangeExpression<Int>) -> Route { self }

    /// Not available: the rule is a ``Validation``.
    @available(*, unavailable, message: "write '.validate(.codes(200...299))'; 200 to 299 is the default")
    public func validate(statusCode: some Sequence<Int>) -> Route { self }
}

extension TargetType {
    /// Not available: a target declares its path.
    @available(
        *, unavailable, message: "declare 'var path: URLPath'; a literal is one, and each value in it is escaped"
    )
    public var path: URLPath { "" }
}

extension URLPath.StringInterpolation {
    /// Not available: neither an Optional nor a value of another type is a segment.
    @available(
        *, unavailable,
        message: "unwrap an Optional; a path takes strings, integers, UUIDs and values with such a raw value"
    )
    public mutating func appendInterpolation<Value>(_ value: Value, name: String? = nil) {}
}
