@_exported public import Foundation

#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif

/// The declaration of an API, as Moya has it: one property an aspect, and `headers` that may be nil.
#if DEPRECATIONS
@available(*, deprecated, message: "a target of Talyn is an enum that conforms to RoutedTarget or Talyn.TargetType")
#endif
public protocol TargetType {
    /// The base URL.
    var baseURL: URL { get }
    /// The path, appended to ``baseURL``. A slash in an interpolated value separates segments.
    var path: String { get }
    /// The HTTP method.
    var method: Moya.Method { get }
    /// The body of a stubbed response. Default: no bytes.
    var sampleData: Data { get }
    /// The content of the request, or the kind of the transfer.
    var task: Task { get }
    /// The accepted status codes. Default: ``ValidationType/none``, which accepts every one.
    var validationType: ValidationType { get }
    /// The header fields; nil for none.
    var headers: [String: String]? { get }
    /// The target, or the one in a ``MultiTarget``, as ``AccessTokenAuthorizable``; nil if it is none. Do not implement
    /// it.
    var accessTokenAuthorizable: (any AccessTokenAuthorizable)? { get }
}

extension TargetType {
    /// Found by a cast, which off the main actor does not see a conformance that is isolated to it (SE-0470).
    public var accessTokenAuthorizable: (any AccessTokenAuthorizable)? { self as? any AccessTokenAuthorizable }
}

extension TargetType where Self: AccessTokenAuthorizable {
    /// The target itself, on every thread.
    public var accessTokenAuthorizable: (any AccessTokenAuthorizable)? { self }
}

extension TargetType {
    /// No validation.
    public var validationType: ValidationType { .none }
    /// No bytes.
    public var sampleData: Data { Data() }
}

extension URL {
    /// Makes the URL of a target: the base URL, with the path appended unless that is empty.
    public init<T: TargetType>(target: T) {
        let path = target.path
        self = path.isEmpty ? target.baseURL : target.baseURL.appendingPathComponent(path)
    }
}

extension TargetType {
    /// The text of `URL(target:)`. A plain path on a base URL of HTTP is joined without parsing.
    var urlText: String {
        let path = path
        var text = baseURL.absoluteString
        guard !path.isEmpty else { return text }
        guard text.takesPlainPath, path.isPlainPath else { return URL(target: self).absoluteString }
        let slashes = (text.utf8.last == UInt8(ascii: "/") ? 1 : 0) + (path.utf8.first == UInt8(ascii: "/") ? 1 : 0)
        if slashes == 2 { text.removeLast() }
        if slashes == 0 { text += "/" }
        return text + path
    }
}

extension String {
    /// Whether the text of a URL of HTTP ends with its path, and that does not end with an empty segment.
    fileprivate var takesPlainPath: Bool {
        (utf8.starts(with: "http://".utf8) || utf8.starts(with: "https://".utf8)) && !utf8.contains(UInt8(ascii: "?"))
            && !utf8.contains(UInt8(ascii: "#"))
            && !utf8.suffix(2).elementsEqual("//".utf8)
    }

    /// Whether the text is a path of unreserved characters (RFC 3986 §2.3) without empty segments and dots before one.
    fileprivate var isPlainPath: Bool {
        var before = UInt8(ascii: "/")
        var isFirst = true
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "/"), UInt8(ascii: "."):
                if before == UInt8(ascii: "/"), !isFirst || byte != before { return false }
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
                break
            default: return false
            }
            before = byte
            isFirst = false
        }
        return utf8.count > 1 || before != UInt8(ascii: "/")
    }
}

/// The accepted status codes of a target.
public enum ValidationType: Equatable {
    /// Every status code.
    case none
    /// 200 to 299.
    case successCodes
    /// 200 to 399.
    case successAndRedirectCodes
    /// The given codes; an empty array accepts every one.
    case customCodes([Int])

    /// Whether a status code is accepted.
    func accepts(_ code: Int) -> Bool {
        switch self {
        case .none: true
        case .successCodes: 200..<300 ~= code
        case .successAndRedirectCodes: 200..<400 ~= code
        case .customCodes(let codes): codes.isEmpty || codes.contains(code)
        }
    }
}

/// A target that holds any other, for a provider of several APIs.
#if DEPRECATIONS
@available(*, deprecated, message: "write 'Talyn.MultiTarget', over targets of Talyn")
#endif
public enum MultiTarget: TargetType {
    /// The held target.
    case target(any TargetType)

    /// Makes a target out of any other.
    public init(_ target: any TargetType) { self = .target(target) }

    /// The held target.
    public var target: any TargetType {
        switch self {
        case .target(let target): target
        }
    }

    public var path: String { target.path }
    public var baseURL: URL { target.baseURL }
    public var method: Moya.Method { target.method }
    public var sampleData: Data { target.sampleData }
    public var task: Task { target.task }
    public var validationType: ValidationType { target.validationType }
    public var headers: [String: String]? { target.headers }
}

extension MultiTarget: AccessTokenAuthorizable {
    public var authorizationType: AuthorizationType? { accessTokenAuthorizable?.authorizationType }
    public var accessTokenAuthorizable: (any AccessTokenAuthorizable)? { target.accessTokenAuthorizable }
}
