internal import Talyn
public import TalynAlamofire
internal import TalynStubs

/// Receives the result of a call.
public typealias Completion = (_ result: Result<Moya.Response, MoyaError>) -> Void

/// Receives the progress of a call.
public typealias ProgressBlock = (_ progress: ProgressResponse) -> Void

/// The request method of a provider, for code over any.
public protocol MoyaProviderType: AnyObject {
    associatedtype Target: TargetType

    /// Starts a call.
    func request(
        _ target: Target, callbackQueue: DispatchQueue?, progress: Moya.ProgressBlock?,
        completion: @escaping Moya.Completion
    ) -> any Cancellable
}

/// Makes the calls of a target: Moya's provider over Talyn.
///
/// Each call runs, in this order: `endpointClosure`, `stubClosure`, `requestClosure`; on the session's queue, `adapt`
/// of the session's interceptor, then `prepare` and `willSend` of each plugin; the transfer; validation; then on the
/// callback queue `didReceive` of each plugin, the last progress, `process` of each plugin and the completion.
/// Releasing the provider cancels nothing.
#if DEPRECATIONS
@available(
    *, deprecated,
    message:
        "write 'Provider<Target>': 'try await provider.request(target)', or 'provider.start(target) { }' with a closure"
)
#endif
open class MoyaProvider<Target: TargetType>: MoyaProviderType {
    /// Returns the endpoint of a target.
    public typealias EndpointClosure = (Target) -> Endpoint
    /// Receives the request of an endpoint, or the error that ends the call.
    public typealias RequestResultClosure = (Result<URLRequest, MoyaError>) -> Void
    /// Makes the request of an endpoint, at once or later.
    public typealias RequestClosure = (Endpoint, @escaping RequestResultClosure) -> Void
    /// Returns whether and how a target is stubbed.
    public typealias StubClosure = (Target) -> Moya.StubBehavior

    /// Returns the endpoint of a target.
    public let endpointClosure: EndpointClosure
    /// Makes the request of an endpoint.
    public let requestClosure: RequestClosure
    /// Returns whether and how a target is stubbed.
    public let stubClosure: StubClosure
    /// The session of live calls.
    public let session: Session
    /// The plugins, in order.
    public let plugins: [any PluginType]
    /// Whether equal calls in flight share one transfer.
    public let trackInflights: Bool

    /// The completions of the calls that share each transfer in flight.
    open var inflightRequests: [Endpoint: [Moya.Completion]] { inflights.completions }

    let inflights = Inflights()
    let callbackQueue: DispatchQueue?

    /// Makes a provider.
    ///
    /// `callbackQueue` receives everything after the transfer; default: nil, the main queue. A stub without a delay
    /// runs in place where there is no queue.
    public init(
        endpointClosure: @escaping EndpointClosure = { MoyaProvider.defaultEndpointMapping(for: $0) },
        requestClosure: @escaping RequestClosure = { MoyaProvider.defaultRequestMapping(for: $0, closure: $1) },
        stubClosure: @escaping StubClosure = { MoyaProvider.neverStub($0) }, callbackQueue: DispatchQueue? = nil,
        session: Session = MoyaProvider<Target>.defaultAlamofireSession(), plugins: [any PluginType] = [],
        trackInflights: Bool = false
    ) {
        self.endpointClosure = endpointClosure
        self.requestClosure = requestClosure
        self.stubClosure = stubClosure
        self.session = session
        self.plugins = plugins
        self.trackInflights = trackInflights
        self.callbackQueue = callbackQueue
    }

    /// Returns the endpoint of a target.
    open func endpoint(_ token: Target) -> Endpoint { endpointClosure(token) }

    /// Starts a call, and calls `completion` with its result, once.
    @discardableResult
    open func request(
        _ target: Target, callbackQueue: DispatchQueue? = .none, progress: ProgressBlock? = .none,
        completion: @escaping Completion
    ) -> any Cancellable {
        requestNormal(
            target, callbackQueue: callbackQueue ?? self.callbackQueue, progress: progress, completion: completion)
    }

    /// Starts a stubbed call. An override calls ``notifyPluginsOfImpendingStub(for:target:)``, and passes the request
    /// that returns to ``createStubFunction(_:forTarget:withCompletion:endpoint:plugins:request:)``.
    @discardableResult
    open func stubRequest(
        _ target: Target, request: URLRequest, callbackQueue: DispatchQueue?, completion: @escaping Moya.Completion,
        endpoint: Endpoint, stubBehavior: Moya.StubBehavior
    ) -> CancellableToken {
        let queue = callbackQueue ?? self.callbackQueue
        let token = CancellableToken {}
        let prepared = notifyPluginsOfImpendingStub(for: request, target: target)
        let stub = createStubFunction(
            token, forTarget: target, withCompletion: completion, endpoint: endpoint, plugins: plugins,
            request: prepared)
        if case .delayed(let seconds) = stubBehavior {
            let work = UncheckedTransfer(stub)
            (queue ?? .main).asyncAfter(deadline: .now() + seconds) { work.value() }
        } else if let queue {
            let work = UncheckedTransfer(stub)
            queue.async { work.value() }
        } else {
            stub()
        }
        return token
    }
}

extension MoyaProvider {
    /// No stub.
    public final class func neverStub(_: Target) -> Moya.StubBehavior { .never }

    /// A stub without a delay.
    public final class func immediatelyStub(_: Target) -> Moya.StubBehavior { .immediate }

    /// A stub after a delay in seconds.
    public final class func delayedStub(_ seconds: TimeInterval) -> (Target) -> Moya.StubBehavior {
        { _ in .delayed(seconds: seconds) }
    }

    /// The properties of the target as an endpoint, with its `sampleData` as the stub.
    public final class func defaultEndpointMapping(for target: Target) -> Endpoint {
        Endpoint(
            url: target.urlText,
            sampleResponseClosure: { .networkResponse(200, target.sampleData) }, method: target.method,
            task: target.task, httpHeaderFields: target.headers)
    }

    /// The request of the endpoint. An `encodableMapping` arrives within `underlying`, as in Moya.
    public final class func defaultRequestMapping(for endpoint: Endpoint, closure: RequestResultClosure) {
        do { closure(.success(try endpoint.urlRequest())) } catch let error as MoyaError {
            switch error {
            case .requestMapping, .parameterEncoding: closure(.failure(error))
            default: closure(.failure(.underlying(error, nil)))
            }
        } catch { closure(.failure(.underlying(error, nil))) }
    }

    /// A session with Alamofire's default headers.
    public final class func defaultAlamofireSession() -> Session {
        let configuration = URLSessionConfiguration.default
        configuration.headers = .default
        return Session(configuration: configuration, startRequestsImmediately: false)
    }
}

/// Whether and how a call is stubbed.
public enum StubBehavior {
    /// A live call.
    case never
    /// A stub without a delay.
    case immediate
    /// A stub after a delay in seconds.
    case delayed(seconds: TimeInterval)
}

/// The progress of a call.
public struct ProgressResponse {
    /// The response, at the end of a call that succeeded; nil before.
    public let response: Response?
    /// The bytes sent by an upload, or received by other calls.
    public let progressObject: Progress?

    /// Makes a progress.
    public init(progress: Progress? = nil, response: Response? = nil) {
        progressObject = progress
        self.response = response
    }

    /// The fraction of the bytes. 1 at the end; 0 while the size is not known.
    public var progress: Double {
        if completed { return 1 }
        guard let progressObject, progressObject.totalUnitCount > 0 else { return 0 }
        return progressObject.fractionCompleted
    }

    /// Whether there is a response.
    public var completed: Bool { response != nil }
}

/// Returns the result of a transfer: a response, or `MoyaError.underlying`.
public func convertResponseToResult(
    _ response: HTTPURLResponse?, request: URLRequest?, data: Data?, error: (any Swift.Error)?
) -> Result<Moya.Response, MoyaError> {
    let answer = response.map {
        Response(statusCode: $0.statusCode, data: data ?? Data(), request: request, response: $0)
    }
    if let error { return .failure(.underlying(error, answer)) }
    if let answer { return .success(answer) }
    return .failure(.underlying(NSError(domain: NSURLErrorDomain, code: NSURLErrorUnknown), nil))
}
