/// Writes parameters into the query or as a form: `a=1&list%5B%5D=2&list%5B%5D=3&map%5Bkey%5D=4`.
///
/// Names are sorted, also those of a dictionary in another one.
public struct URLEncoding: ParameterEncoding {
    /// The place of the parameters.
    public enum Destination: Sendable {
        /// The query for GET, HEAD and DELETE, the body for other methods.
        case methodDependent
        /// The query, after what the URL has there.
        case queryString
        /// The body.
        case httpBody
    }

    /// The name of an element of an array.
    public enum ArrayEncoding: Sendable {
        /// `list[]`: the default.
        case brackets
        /// `list`.
        case noBrackets
        /// `list[0]`.
        case indexInBrackets
        /// The text that the closure returns.
        case custom(@Sendable (_ key: String, _ index: Int) -> String)
    }

    /// The text of a Boolean value.
    public enum BoolEncoding: Sendable {
        /// `1` and `0`: the default.
        case numeric
        /// `true` and `false`.
        case literal
    }

    /// The encoding with the destination ``Destination/methodDependent``.
    public static var `default`: URLEncoding { URLEncoding() }
    /// The encoding into the query.
    public static var queryString: URLEncoding { URLEncoding(destination: .queryString) }
    /// The encoding into the body.
    public static var httpBody: URLEncoding { URLEncoding(destination: .httpBody) }

    /// The place of the parameters.
    public let destination: Destination
    /// The name of an element of an array.
    public let arrayEncoding: ArrayEncoding
    /// The text of a Boolean value.
    public let boolEncoding: BoolEncoding

    /// Makes an encoding.
    public init(
        destination: Destination = .methodDependent, arrayEncoding: ArrayEncoding = .brackets,
        boolEncoding: BoolEncoding = .numeric
    ) {
        self.destination = destination
        self.arrayEncoding = arrayEncoding
        self.boolEncoding = boolEncoding
    }

    /// Returns the request with the parameters.
    /// - Throws: `AFError.parameterEncodingFailed` for a query without a URL.
    public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        var request = try urlRequest.asURLRequest()
        guard let parameters else { return request }
        guard request.method.map(isForQuery) ?? false else {
            let form = Data(query(parameters).utf8)
            request.setBody(form, type: "application/x-www-form-urlencoded; charset=utf-8")
            return request
        }
        guard let url = request.url else { throw AFError.parameterEncodingFailed(reason: .missingURL) }
        if parameters.isEmpty { return request }
        if let text = appending(parameters, to: url.absoluteString) {
            request.url = URL(string: text)
        } else if var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) {
            // Setting a query that is not percent-encoded ends the process; both halves are.
            parts.percentEncodedQuery = (parts.percentEncodedQuery.map { $0 + "&" } ?? "") + query(parameters)
            request.url = parts.url
        }
        return request
    }

    /// Whether parameters are written into the query for a method.
    package func isForQuery(of method: HTTPMethod) -> Bool {
        switch destination {
        case .methodDependent: method == .get || method == .head || method == .delete
        case .queryString: true
        case .httpBody: false
        }
    }

    /// Returns the text of a URL of HTTP with parameters behind its query. Nil if parsing may write another text: it
    /// has a character beyond the unreserved and the usual delimiters, or a colon without a port behind it.
    package func appending(_ parameters: Parameters, to url: String) -> String? {
        guard url.utf8.starts(with: "http://".utf8) || url.utf8.starts(with: "https://".utf8) else { return nil }
        var (mark, end, before): (UInt8, Int?, UInt8) = (UInt8(ascii: "?"), nil, 0)
        for (index, byte) in url.utf8.enumerated() where end == nil {
            if before == UInt8(ascii: ":"), index > 6, !(0x30...0x39 ~= byte) { return nil }
            before = byte
            switch byte {
            case UInt8(ascii: "?"): mark = UInt8(ascii: "&")
            case UInt8(ascii: "#"): end = index
            // Without % and brackets.
            case 0x21, 0x24, 0x26...0x3B, 0x3D, 0x40...0x5A, 0x5F, 0x61...0x7A, 0x7E: break
            default: return nil
            }
        }
        if before == UInt8(ascii: ":") { return nil }
        var bytes = Array(url.utf8.prefix(end ?? .max))
        bytes.append(mark)
        append(parameters, to: &bytes)
        if let end { bytes.append(contentsOf: url.utf8.dropFirst(end)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the percent-encoded names and values of a parameter.
    public func queryComponents(fromKey key: String, value: Any) -> [(String, String)] {
        var components: [(String, String)] = []
        forEach(value, for: key) { name, value in components.append((escape(name), escape(value))) }
        return components
    }

    /// Returns text with each UTF-8 byte percent-encoded but letters, digits and `-._~/?` (RFC 3986 §3.4).
    public func escape(_ string: String) -> String {
        var bytes: [UInt8] = []
        append(string, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func append(_ string: String, to bytes: inout [UInt8]) {
        for byte in string.utf8 {
            if Self.isAllowed[Int(byte)] {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(Self.digits[Int(byte >> 4)])
                bytes.append(Self.digits[Int(byte & 15)])
            }
        }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
    private static let isAllowed: [Bool] = {
        let allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/?"
        return (0...255).map { allowed.utf8.contains($0) }
    }()

    private func query(_ parameters: Parameters) -> String {
        var bytes: [UInt8] = []
        append(parameters, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func append(_ parameters: Parameters, to bytes: inout [UInt8]) {
        var isFirst = true
        for key in parameters.keys.sorted() {
            guard let value = parameters[key] else { continue }
            forEach(value, for: key) { name, value in
                if !isFirst { bytes.append(UInt8(ascii: "&")) }
                isFirst = false
                append(name, to: &bytes)
                bytes.append(UInt8(ascii: "="))
                append(value, to: &bytes)
            }
        }
    }

    /// Calls a closure with the names and values of a parameter, which are not yet escaped.
    private func forEach(_ value: Any, for key: String, _ body: (_ name: String, _ value: String) -> Void) {
        // By exact type and before the casts, which are slow. `as` alone takes optionals and numbers of Foundation too.
        if type(of: value) == String.self, let text = value as? String { return body(key, text) }
        if type(of: value) == Int.self, let number = value as? Int { return body(key, number.description) }
        switch value {
        case let dictionary as [String: Any]:
            for (name, value) in dictionary.sorted(by: { $0.key < $1.key }) {
                forEach(value, for: "\(key)[\(name)]", body)
            }
        case let array as [Any]:
            for (index, value) in array.enumerated() { forEach(value, for: name(key, index), body) }
        // "c" is the type of Bool; on Apple platforms of Int8 too, which Alamofire also takes for a Boolean value.
        case let number as NSNumber where number.objCType.pointee == UInt8(ascii: "c"):
            body(key, text(number.boolValue))
        case let number as NSNumber: body(key, "\(number)")
        case let bool as Bool: body(key, text(bool))
        default: body(key, "\(value)")
        }
    }

    private func name(_ key: String, _ index: Int) -> String {
        switch arrayEncoding {
        case .brackets: "\(key)[]"
        case .noBrackets: key
        case .indexInBrackets: "\(key)[\(index)]"
        case .custom(let name): name(key, index)
        }
    }

    private func text(_ bool: Bool) -> String {
        switch boolEncoding {
        case .numeric: bool ? "1" : "0"
        case .literal: bool ? "true" : "false"
        }
    }
}
