@_exported public import Dispatch
// What Apple's Foundation has and swift-corelibs-foundation keeps in FoundationNetworking, with Apple's signatures, and
// `URLError` with a struct as its `Code`. Imported wherever the sources import Foundation. Nothing here ever runs.
@_exported public import Foundation
@_exported public import Security

public let NSURLAuthenticationMethodDefault = "", NSURLAuthenticationMethodHTTPBasic = "",
    NSURLAuthenticationMethodHTTPDigest = "", NSURLAuthenticationMethodHTMLForm = "",
    NSURLAuthenticationMethodNTLM = "", NSURLAuthenticationMethodNegotiate = "",
    NSURLAuthenticationMethodClientCertificate = "", NSURLAuthenticationMethodServerTrust = ""

public struct URLRequest: Hashable, Sendable, CustomStringConvertible {
    public var description: String { fatalError() }
    public enum CachePolicy: UInt, Sendable {
        case useProtocolCachePolicy = 0, reloadIgnoringLocalCacheData = 1, returnCacheDataElseLoad = 2,
            returnCacheDataDontLoad = 3, reloadIgnoringLocalAndRemoteCacheData = 4, reloadRevalidatingCacheData = 5
    }
    public init(url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60) {
        fatalError()
    }
    public var url: URL? {
        get { fatalError() }
        set {}
    }
    public var timeoutInterval: TimeInterval {
        get { fatalError() }
        set {}
    }
    public var cachePolicy: CachePolicy {
        get { fatalError() }
        set {}
    }
    public var httpMethod: String? {
        get { fatalError() }
        set {}
    }
    public var allHTTPHeaderFields: [String: String]? {
        get { fatalError() }
        set {}
    }
    public func value(forHTTPHeaderField field: String) -> String? { fatalError() }
    public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
    public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {}
    public var httpBody: Data? {
        get { fatalError() }
        set {}
    }
    public var httpBodyStream: InputStream? {
        get { fatalError() }
        set {}
    }
    public var httpShouldHandleCookies: Bool {
        get { fatalError() }
        set {}
    }
    public enum NetworkServiceType: UInt, Sendable {
        case `default` = 0, voip = 1, video = 2, background = 3, voice = 4, responsiveData = 6, avStreaming = 8,
            responsiveAV = 9, callSignaling = 11
    }
    public enum Attribution: UInt, Sendable { case developer = 0, user = 1 }
    public var networkServiceType: NetworkServiceType {
        get { fatalError() }
        set {}
    }
    public var attribution: Attribution {
        get { fatalError() }
        set {}
    }
    public var mainDocumentURL: URL? {
        get { fatalError() }
        set {}
    }
    public var allowsCellularAccess: Bool {
        get { fatalError() }
        set {}
    }
    public var allowsExpensiveNetworkAccess: Bool {
        get { fatalError() }
        set {}
    }
    public var allowsConstrainedNetworkAccess: Bool {
        get { fatalError() }
        set {}
    }
}
open class URLResponse: NSObject, @unchecked Sendable {
    public init(url: URL, mimeType: String?, expectedContentLength: Int, textEncodingName: String?) {}
    open var url: URL? { fatalError() }
    open var mimeType: String? { fatalError() }
    open var expectedContentLength: Int64 { fatalError() }
    open var suggestedFilename: String? { fatalError() }
}
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
    public init?(url: URL, statusCode: Int, httpVersion: String?, headerFields: [String: String]?) { return nil }
    open var statusCode: Int { fatalError() }
    open var allHeaderFields: [AnyHashable: Any] { fatalError() }
    @available(macOS 10.15, iOS 13, *) open func value(forHTTPHeaderField field: String) -> String? { fatalError() }
    open class func localizedString(forStatusCode statusCode: Int) -> String { fatalError() }
}
open class URLProtectionSpace: NSObject, @unchecked Sendable {
    public init(host: String, port: Int, protocol: String?, realm: String?, authenticationMethod: String?) {}
    open var authenticationMethod: String { fatalError() }
}
open class URLCredential: NSObject, @unchecked Sendable {
    public enum Persistence: UInt, Sendable { case none, forSession, permanent, synchronizable }
    public init(user: String, password: String, persistence: Persistence) {}
    open var user: String? { fatalError() }
    open var password: String? { fatalError() }
}
extension NSDictionary {
    public func value(forKeyPath keyPath: String) -> Any? { fatalError() }
}
open class URLCredentialStorage: NSObject, @unchecked Sendable {}
open class HTTPCookie: NSObject, @unchecked Sendable {
    public enum AcceptPolicy: UInt, Sendable { case always, never, onlyFromMainDocumentDomain }
    public init?(properties: [HTTPCookiePropertyKey: Any]) { return nil }
    open class func cookies(withResponseHeaderFields headerFields: [String: String], for URL: URL) -> [HTTPCookie] {
        fatalError()
    }
    open var name: String { fatalError() }
    open var value: String { fatalError() }
    open var domain: String { fatalError() }
    open var path: String { fatalError() }
    open var expiresDate: Date? { fatalError() }
    open var isSecure: Bool { fatalError() }
    open var isHTTPOnly: Bool { fatalError() }
}
public struct HTTPCookiePropertyKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let name = HTTPCookiePropertyKey(rawValue: "Name")
    public static let value = HTTPCookiePropertyKey(rawValue: "Value")
    public static let domain = HTTPCookiePropertyKey(rawValue: "Domain")
    public static let path = HTTPCookiePropertyKey(rawValue: "Path")
    public static let secure = HTTPCookiePropertyKey(rawValue: "Secure")
    public static let expires = HTTPCookiePropertyKey(rawValue: "Expires")
    public static let discard = HTTPCookiePropertyKey(rawValue: "Discard")
}
open class HTTPCookieStorage: NSObject, @unchecked Sendable {
    open class var shared: HTTPCookieStorage { fatalError() }
    open class func sharedCookieStorage(forGroupContainerIdentifier identifier: String) -> HTTPCookieStorage {
        fatalError()
    }
    open var cookies: [HTTPCookie]? { fatalError() }
    open func cookies(for URL: URL) -> [HTTPCookie]? { fatalError() }
    open func setCookie(_ cookie: HTTPCookie) {}
    open func setCookies(_ cookies: [HTTPCookie], for URL: URL?, mainDocumentURL: URL?) {}
    open func deleteCookie(_ cookie: HTTPCookie) {}
}
open class URLCache: NSObject, @unchecked Sendable {
    public enum StoragePolicy: UInt, Sendable { case allowed, allowedInMemoryOnly, notAllowed }
    public init(memoryCapacity: Int, diskCapacity: Int, diskPath path: String?) {}
    open var memoryCapacity: Int { fatalError() }
}
open class NSURLRequest: NSObject, @unchecked Sendable {
    public typealias CachePolicy = URLRequest.CachePolicy
}
public protocol URLProtocolClient: NSObjectProtocol {
    func urlProtocol(
        _ protocol: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy)
    func urlProtocol(_ protocol: URLProtocol, didLoad data: Data)
    func urlProtocolDidFinishLoading(_ protocol: URLProtocol)
    func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error)
}
open class URLProtocol: NSObject {
    open class func canInit(with request: URLRequest) -> Bool { fatalError() }
    open class func canonicalRequest(for request: URLRequest) -> URLRequest { fatalError() }
    open var request: URLRequest { fatalError() }
    open var client: (any URLProtocolClient)? { fatalError() }
    open func startLoading() {}
    open func stopLoading() {}
}
public protocol URLAuthenticationChallengeSender: NSObjectProtocol, Sendable {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge)
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge)
    func cancel(_ challenge: URLAuthenticationChallenge)
}
open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
    public init(
        protectionSpace space: URLProtectionSpace, proposedCredential credential: URLCredential?,
        previousFailureCount: Int, failureResponse response: URLResponse?, error: (any Error)?,
        sender: any URLAuthenticationChallengeSender
    ) {}
    open var protectionSpace: URLProtectionSpace { fatalError() }
}
open class URLSessionConfiguration: NSObject, @unchecked Sendable {
    open class var `default`: URLSessionConfiguration { fatalError() }
    open class var ephemeral: URLSessionConfiguration { fatalError() }
    open var requestCachePolicy: URLRequest.CachePolicy {
        get { fatalError() }
        set {}
    }
    open var timeoutIntervalForRequest: TimeInterval {
        get { fatalError() }
        set {}
    }
    open var timeoutIntervalForResource: TimeInterval {
        get { fatalError() }
        set {}
    }
    open var httpMaximumConnectionsPerHost: Int {
        get { fatalError() }
        set {}
    }
    open var connectionProxyDictionary: [AnyHashable: Any]? {
        get { fatalError() }
        set {}
    }
    @available(macOS 10.15, iOS 13, *) open var tlsMinimumSupportedProtocolVersion: tls_protocol_version_t {
        get { fatalError() }
        set {}
    }
    open var httpShouldSetCookies: Bool {
        get { fatalError() }
        set {}
    }
    open var httpCookieAcceptPolicy: HTTPCookie.AcceptPolicy {
        get { fatalError() }
        set {}
    }
    open var httpCookieStorage: HTTPCookieStorage? {
        get { fatalError() }
        set {}
    }
    open var urlCredentialStorage: URLCredentialStorage? {
        get { fatalError() }
        set {}
    }
    open var urlCache: URLCache? {
        get { fatalError() }
        set {}
    }
    open var httpAdditionalHeaders: [AnyHashable: Any]? {
        get { fatalError() }
        set {}
    }
    open var protocolClasses: [AnyClass]? {
        get { fatalError() }
        set {}
    }
}
open class URLSessionTask: NSObject, @unchecked Sendable {
    public enum State: Int, Sendable { case running, suspended, canceling, completed }
    open var taskIdentifier: Int { fatalError() }
    open var originalRequest: URLRequest? { fatalError() }
    open var currentRequest: URLRequest? { fatalError() }
    open var response: URLResponse? { fatalError() }
    open var error: (any Error)? { fatalError() }
    open var state: State { fatalError() }
    open var priority: Float {
        get { fatalError() }
        set {}
    }
    open func cancel() {}
    open func suspend() {}
    open func resume() {}
}
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}
open class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {}
open class URLSession: NSObject, @unchecked Sendable {
    public enum AuthChallengeDisposition: Int, Sendable {
        case useCredential, performDefaultHandling, cancelAuthenticationChallenge, rejectProtectionSpace
    }
    public enum ResponseDisposition: Int, Sendable { case cancel, allow, becomeDownload, becomeStream }
    open class var shared: URLSession { fatalError() }
    public init(configuration: URLSessionConfiguration) {}
    public init(
        configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
        delegateQueue queue: OperationQueue?
    ) {}
    open var configuration: URLSessionConfiguration { fatalError() }
    open func finishTasksAndInvalidate() {}
    open func invalidateAndCancel() {}
    open func dataTask(with request: URLRequest) -> URLSessionDataTask { fatalError() }
    open func dataTask(with url: URL) -> URLSessionDataTask { fatalError() }
    open func uploadTask(with request: URLRequest, fromFile fileURL: URL) -> URLSessionUploadTask { fatalError() }
    open func uploadTask(with request: URLRequest, from bodyData: Data) -> URLSessionUploadTask { fatalError() }
}
extension URLSession {
    @available(macOS 12, iOS 15, watchOS 8, tvOS 15, *) public func data(
        for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) { fatalError() }
    @available(macOS 12, iOS 15, watchOS 8, tvOS 15, *) public func data(
        from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) { fatalError() }
}
open class URLSessionTaskTransactionMetrics: NSObject, @unchecked Sendable {
    open var request: URLRequest { fatalError() }
    open var fetchStartDate: Date? { fatalError() }
    open var domainLookupStartDate: Date? { fatalError() }
    open var domainLookupEndDate: Date? { fatalError() }
    open var connectStartDate: Date? { fatalError() }
    open var secureConnectionStartDate: Date? { fatalError() }
    open var secureConnectionEndDate: Date? { fatalError() }
    open var connectEndDate: Date? { fatalError() }
    open var requestStartDate: Date? { fatalError() }
    open var requestEndDate: Date? { fatalError() }
    open var responseStartDate: Date? { fatalError() }
    open var responseEndDate: Date? { fatalError() }
    open var networkProtocolName: String? { fatalError() }
    open var isProxyConnection: Bool { fatalError() }
    open var isReusedConnection: Bool { fatalError() }
    @available(macOS 10.15, iOS 13, *) open var countOfRequestHeaderBytesSent: Int64 { fatalError() }
    @available(macOS 10.15, iOS 13, *) open var countOfRequestBodyBytesSent: Int64 { fatalError() }
    @available(macOS 10.15, iOS 13, *) open var countOfResponseHeaderBytesReceived: Int64 { fatalError() }
    @available(macOS 10.15, iOS 13, *) open var countOfResponseBodyBytesReceived: Int64 { fatalError() }
    @available(macOS 10.15, iOS 13, *) open var remoteAddress: String? { fatalError() }
}
extension URLSessionTaskTransactionMetrics {
    @available(macOS 10.15, iOS 13, *) public var remotePort: Int? { fatalError() }
}
open class URLSessionTaskMetrics: NSObject, @unchecked Sendable {
    open var transactionMetrics: [URLSessionTaskTransactionMetrics] { fatalError() }
}
// On Apple platforms the requirements are optional. Here those that Talyn implements have no default, so that a
// signature that only nearly matches is an error.
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}
public protocol URLSessionTaskDelegate: URLSessionDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void)
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64)
    func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics)
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}

public struct URLError: Error, CustomNSError, Hashable, URLErrorCodes, @unchecked Sendable {
    public struct Code: RawRepresentable, Hashable, URLErrorCodes, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }
    public let code: Code
    public init(_ code: Code, userInfo: [String: Any] = [:]) { self.code = code }
    public static var errorDomain: String { fatalError() }
    public var errorCode: Int { fatalError() }
    public var errorUserInfo: [String: Any] { fatalError() }
    public var userInfo: [String: Any] { fatalError() }
    public var localizedDescription: String { fatalError() }
    public var failingURL: URL? { fatalError() }
    public var failureURLString: String? { fatalError() }
}
public func ~= (code: URLError.Code, error: any Error) -> Bool { fatalError() }
/// The names that `URLError` and `URLError.Code` both have.
public protocol URLErrorCodes {}
extension URLErrorCodes {
    public static var unknown: URLError.Code { fatalError() }
    public static var cancelled: URLError.Code { fatalError() }
    public static var badURL: URLError.Code { fatalError() }
    public static var timedOut: URLError.Code { fatalError() }
    public static var unsupportedURL: URLError.Code { fatalError() }
    public static var cannotFindHost: URLError.Code { fatalError() }
    public static var cannotConnectToHost: URLError.Code { fatalError() }
    public static var networkConnectionLost: URLError.Code { fatalError() }
    public static var dnsLookupFailed: URLError.Code { fatalError() }
    public static var httpTooManyRedirects: URLError.Code { fatalError() }
    public static var resourceUnavailable: URLError.Code { fatalError() }
    public static var notConnectedToInternet: URLError.Code { fatalError() }
    public static var redirectToNonExistentLocation: URLError.Code { fatalError() }
    public static var badServerResponse: URLError.Code { fatalError() }
    public static var userCancelledAuthentication: URLError.Code { fatalError() }
    public static var userAuthenticationRequired: URLError.Code { fatalError() }
    public static var zeroByteResource: URLError.Code { fatalError() }
    public static var cannotDecodeRawData: URLError.Code { fatalError() }
    public static var cannotDecodeContentData: URLError.Code { fatalError() }
    public static var cannotParseResponse: URLError.Code { fatalError() }
    public static var appTransportSecurityRequiresSecureConnection: URLError.Code { fatalError() }
    public static var fileDoesNotExist: URLError.Code { fatalError() }
    public static var fileIsDirectory: URLError.Code { fatalError() }
    public static var noPermissionsToReadFile: URLError.Code { fatalError() }
    public static var dataLengthExceedsMaximum: URLError.Code { fatalError() }
    public static var secureConnectionFailed: URLError.Code { fatalError() }
    public static var serverCertificateHasBadDate: URLError.Code { fatalError() }
    public static var serverCertificateUntrusted: URLError.Code { fatalError() }
    public static var serverCertificateHasUnknownRoot: URLError.Code { fatalError() }
    public static var serverCertificateNotYetValid: URLError.Code { fatalError() }
    public static var clientCertificateRejected: URLError.Code { fatalError() }
    public static var clientCertificateRequired: URLError.Code { fatalError() }
    public static var cannotLoadFromNetwork: URLError.Code { fatalError() }
    public static var cannotCreateFile: URLError.Code { fatalError() }
    public static var cannotOpenFile: URLError.Code { fatalError() }
    public static var cannotCloseFile: URLError.Code { fatalError() }
    public static var cannotWriteToFile: URLError.Code { fatalError() }
    public static var cannotRemoveFile: URLError.Code { fatalError() }
    public static var cannotMoveFile: URLError.Code { fatalError() }
    public static var downloadDecodingFailedMidStream: URLError.Code { fatalError() }
    public static var downloadDecodingFailedToComplete: URLError.Code { fatalError() }
    public static var internationalRoamingOff: URLError.Code { fatalError() }
    public static var callIsActive: URLError.Code { fatalError() }
    public static var dataNotAllowed: URLError.Code { fatalError() }
    public static var requestBodyStreamExhausted: URLError.Code { fatalError() }
    public static var backgroundSessionRequiresSharedContainer: URLError.Code { fatalError() }
    public static var backgroundSessionInUseByAnotherProcess: URLError.Code { fatalError() }
    public static var backgroundSessionWasDisconnected: URLError.Code { fatalError() }
}
