/// A rule for the responses that count as answers. All others fail the call.
///
/// ```swift
/// .successCodes                                              // 200 to 299, the default
/// .successAndRedirectCodes                                   // 200 to 399
/// .codes(200...299, 404...404)
/// .successCodes.contentType("application/json")              // and of this type
/// .successCodes.accepting(ResponseDTO<JSONValue>.self)       // and without a rejection in the envelope
/// ```
public struct Validation: Sendable {
    private let statuses: [ClosedRange<Int>]?
    private var contentTypes: [String] = []
    private var checks: [@Sendable (Response) throws -> Rejection?] = []

    private init(statuses: [ClosedRange<Int>]?) { self.statuses = statuses }

    /// Accepts every status code.
    public static let anyStatus = Validation(statuses: nil)
    /// 200 to 299.
    public static let successCodes = Validation(statuses: [200...299])
    /// 200 to 399. Redirects are followed first; this accepts those that are not.
    public static let successAndRedirectCodes = Validation(statuses: [200...399])

    /// Accepts only these status codes.
    public static func customCodes(_ codes: [Int]) -> Validation { Validation(statuses: codes.map { $0...$0 }) }

    /// Accepts only the status codes in these ranges.
    public static func codes(_ ranges: ClosedRange<Int>...) -> Validation { Validation(statuses: ranges) }

    /// Adds a rule: the media type of the body is one of these. `type/*` and `*/*` match as in `Accept`, and
    /// `application/*+json` matches any type with that suffix (RFC 6839).
    ///
    /// Parameters such as charset are ignored. A response without a body is accepted.
    public func contentType(_ types: String...) -> Validation {
        var validation = self
        validation.contentTypes += types.map(Self.mediaType)
        return validation
    }

    /// Adds a check of the response. A rejection fails the call, nil accepts the response.
    ///
    /// It needs the body in memory: a stream is not checked, and a download only if it is JSON, by its `Content-Type`,
    /// of at most 64 KiB. The same holds for ``accepting(_:)``.
    public func rejecting(when check: @escaping @Sendable (Response) -> Rejection?) -> Validation {
        var validation = self
        validation.checks.append(check)
        return validation
    }

    /// Adds a rule: the envelope in the body has no rejection. A body that is not such an envelope is left to the
    /// decoder.
    ///
    /// An object that has the members of the envelope but does not decode fails the call as
    /// ``RequestError/Kind-swift.enum/decoding(_:)``, because its rejection is unknown. For calls with different
    /// payloads, use an envelope with a ``JSONValue``.
    public func accepting<Wrapping: Envelope>(_ envelope: Wrapping.Type) -> Validation {
        var validation = self
        validation.checks.append { response in
            guard !response.data.isEmpty else { return nil }
            do { return try response.decoded(envelope).rejection } catch {
                guard case .object? = try? response.json(), (error as? DecodingError)?.isOfAMissingMember != true
                else { return nil }
                throw response.decodingError(error)
            }
        }
        return validation
    }

    /// Checks a response.
    /// - Throws: ``RequestError/Kind-swift.enum/status(_:)``, ``RequestError/Kind-swift.enum/contentType(_:)`` or
    ///   ``RequestError/Kind-swift.enum/rejected(_:)``, with the response.
    public func validate(_ response: Response) throws(RequestError) {
        try validateStatus(of: response)
        try validateContent(of: response)
    }

    /// Validates the head.
    func validateStatus(of response: Response) throws(RequestError) {
        if let statuses, !statuses.contains(where: { $0.contains(response.statusCode) }) {
            throw RequestError(.status(response.statusCode), response: response)
        }
    }

    /// Validates the body, after the body transformers.
    func validateContent(of response: Response) throws(RequestError) {
        if !contentTypes.isEmpty, !response.isBodiless, !response.body.isEmpty {
            let found = response.headers["Content-Type"]
            guard let found, contentTypes.contains(where: { Self.matches($0, found) }) else {
                throw RequestError(.contentType(found), response: response)
            }
        }
        guard !checks.isEmpty, let inMemory = response.checked else { return }
        for check in checks {
            let rejection: Rejection?
            do { rejection = try check(inMemory) } catch { throw RequestError(thrown: error) }
            if let rejection { throw RequestError(.rejected(rejection), response: response) }
        }
    }

    /// Returns whether a media type matches a range (RFC 9110 §12.5.1).
    private static func matches(_ range: String, _ contentType: String) -> Bool {
        let type = mediaType(contentType)
        if range == "*/*" || range == type { return true }
        guard let (head, tail) = range.cut(atBytes: "*"), head.contains(bytes: "/") else { return false }
        return type.utf8.count >= head.utf8.count + tail.utf8.count && type.hasPrefix(bytes: String(head))
            && type.hasSuffix(bytes: String(tail))
    }

    /// Returns a content type without its parameters.
    fileprivate static func mediaType(_ contentType: String) -> String {
        contentType.prefix(beforeBytes: ";").replacing(bytes: " ", with: "").replacing(bytes: "\t", with: "")
            .asciiLowercased
    }
}

extension Response {
    /// Returns the response if its status is in the range.
    /// - Throws: ``RequestError/Kind-swift.enum/status(_:)``.
    public func filter(statusCodes: some RangeExpression<Int>) throws(RequestError) -> Response {
        guard statusCodes.contains(statusCode) else { throw RequestError(.status(statusCode), response: self) }
        return self
    }

    /// Returns the response if its status is 200 to 299.
    /// - Throws: ``RequestError/Kind-swift.enum/status(_:)``.
    public func filterSuccessfulStatusCodes() throws(RequestError) -> Response { try filter(statusCodes: 200...299) }

    /// Returns the response if its status is 200 to 399.
    /// - Throws: ``RequestError/Kind-swift.enum/status(_:)``.
    public func filterSuccessfulStatusAndRedirectCodes() throws(RequestError) -> Response {
        try filter(statusCodes: 200...399)
    }
}

extension Response {
    /// The response with its body in memory, for checks: a file of JSON, up to 64 KiB, may be a rejection. Nil for
    /// another file and for a stream.
    fileprivate var checked: Response? {
        switch body {
        case .none, .data: return self
        case .stream: return nil
        case .file(let file):
            let limit = RequestError.keptBodySize
            guard Validation.mediaType(headers["Content-Type"] ?? "").hasSuffix(bytes: "json"),
                let data = try? file.contents(upTo: limit), data.count <= limit
            else { return nil }
            return replacing(data: data)
        }
    }
}

extension DecodingError {
    /// Whether the outermost object lacks a member of its type, so that it is another object.
    fileprivate var isOfAMissingMember: Bool {
        if case .keyNotFound(_, let context) = self { context.codingPath.isEmpty } else { false }
    }
}
