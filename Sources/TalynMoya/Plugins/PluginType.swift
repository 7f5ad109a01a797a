public import TalynAlamofire

/// The hooks of a plugin. Each has a default that does nothing.
#if DEPRECATIONS
@available(*, deprecated, message: "adopt the hooks of Talyn that are needed: Preparer, CallObserver, Processor")
#endif
public protocol PluginType {
    /// Returns the request to send. Called before each attempt, on the session's queue.
    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest

    /// Called before each attempt, after `prepare` of every plugin.
    func willSend(_ request: any RequestType, target: any TargetType)

    /// Called once with the result, before `process`.
    func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType)

    /// Returns the result for the completion.
    func process(
        _ result: Result<Moya.Response, MoyaError>, target: any TargetType
    ) -> Result<Moya.Response, MoyaError>
}

extension PluginType {
    public func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest { request }
    public func willSend(_ request: any RequestType, target: any TargetType) {}
    public func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {}
    public func process(
        _ result: Result<Moya.Response, MoyaError>, target: any TargetType
    ) -> Result<Moya.Response, MoyaError> { result }
}

/// The request that `willSend` receives.
public protocol RequestType {
    /// The prepared request.
    var request: URLRequest? { get }

    /// The header fields that the session adds.
    var sessionHeaders: [String: String] { get }

    /// Answers a challenge of the server with a user name and password.
    func authenticate(username: String, password: String, persistence: URLCredential.Persistence) -> Self

    /// Answers a challenge of the server with a credential.
    func authenticate(with credential: URLCredential) -> Self

    /// Calls a closure with the request as a command of curl, when it is complete.
    func cURLDescription(calling handler: @escaping (String) -> Void) -> Self
}

extension Request: RequestType {
    /// The header fields that the session adds.
    public var sessionHeaders: [String: String] { session.additionalHeaders }
}
