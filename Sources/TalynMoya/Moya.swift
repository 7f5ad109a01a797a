public import TalynAlamofire

/// The names of this module behind the prefix `Moya.`, for sources that write it.
public enum Moya {
    public typealias AccessTokenAuthorizable = TalynMoya.AccessTokenAuthorizable
    public typealias AccessTokenPlugin = TalynMoya.AccessTokenPlugin
    public typealias AuthorizationType = TalynMoya.AuthorizationType
    public typealias Cancellable = TalynMoya.Cancellable
    public typealias CancellableToken = TalynMoya.CancellableToken
    public typealias Completion = TalynMoya.Completion
    public typealias CredentialsPlugin = TalynMoya.CredentialsPlugin
    public typealias DownloadDestination = TalynMoya.DownloadDestination
    public typealias Endpoint = TalynMoya.Endpoint
    public typealias EndpointSampleResponse = TalynMoya.EndpointSampleResponse
    #if canImport(UIKit) || canImport(AppKit)
    public typealias Image = TalynMoya.Image
    public typealias ImageType = TalynMoya.ImageType
    #endif
    public typealias JSONEncoding = TalynMoya.JSONEncoding
    public typealias Method = HTTPMethod
    public typealias MoyaError = TalynMoya.MoyaError
    public typealias MoyaProvider = TalynMoya.MoyaProvider
    public typealias MoyaProviderType = TalynMoya.MoyaProviderType
    public typealias MultiTarget = TalynMoya.MultiTarget
    public typealias MultipartFormData = TalynMoya.MultipartFormData
    public typealias NetworkActivityChangeType = TalynMoya.NetworkActivityChangeType
    public typealias NetworkActivityPlugin = TalynMoya.NetworkActivityPlugin
    public typealias NetworkLoggerPlugin = TalynMoya.NetworkLoggerPlugin
    public typealias ParameterEncoding = TalynMoya.ParameterEncoding
    public typealias PluginType = TalynMoya.PluginType
    public typealias ProgressBlock = TalynMoya.ProgressBlock
    public typealias ProgressResponse = TalynMoya.ProgressResponse
    public typealias RequestInterceptor = TalynMoya.RequestInterceptor
    public typealias RequestType = TalynMoya.RequestType
    public typealias Response = TalynMoya.Response
    public typealias Session = TalynMoya.Session
    public typealias StubBehavior = TalynMoya.StubBehavior
    public typealias TargetType = TalynMoya.TargetType
    public typealias Task = TalynMoya.Task
    public typealias URLEncoding = TalynMoya.URLEncoding
    public typealias ValidationType = TalynMoya.ValidationType

    /// Returns the result of a transfer: a response, or `MoyaError.underlying`.
    public static func convertResponseToResult(
        _ response: HTTPURLResponse?, request: URLRequest?, data: Data?, error: (any Swift.Error)?
    ) -> Result<Response, MoyaError> {
        TalynMoya.convertResponseToResult(response, request: request, data: data, error: error)
    }
}

/// Alamofire's session.
#if DEPRECATIONS
@available(*, deprecated, message: "pass a transport and plugins to 'Provider(transport:plugins:)'")
#endif
public typealias Session = TalynAlamofire.Session
/// Changes requests, and retries them.
#if DEPRECATIONS
@available(*, deprecated, message: "write '.adapt { }', '.retry()' or '.tokenRefresh(…)' in the provider's plugins")
#endif
public typealias RequestInterceptor = TalynAlamofire.RequestInterceptor
/// Writes parameters into a request.
public typealias ParameterEncoding = TalynAlamofire.ParameterEncoding
/// Writes parameters into the body as JSON.
public typealias JSONEncoding = TalynAlamofire.JSONEncoding
/// Writes parameters into the query or as a form.
public typealias URLEncoding = TalynAlamofire.URLEncoding
/// The HTTP method.
public typealias Method = HTTPMethod

extension Method {
    /// Whether a form can be uploaded with the method: POST, PUT, PATCH and CONNECT.
    public var supportsMultipart: Bool { [.post, .put, .patch, .connect].contains(self) }
}

/// Returns the place of a downloaded file, and the options of moving it there.
public typealias DownloadDestination = DownloadRequest.Destination
