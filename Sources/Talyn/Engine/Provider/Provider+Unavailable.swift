// Declarations that never compile, and say what to write.
extension Provider {
    /// Not available: the transport has a label.
    @available(*, unavailable, message: "write 'Provider<…>(transport: stubs)'")
    public init(_ transport: any Transport) { self.init(transport: transport) }

    /// Not available: the plugins have a label.
    @available(*, unavailable, message: "write 'Provider<…>(plugins: […])'")
    public init(_ plugins: [any Plugin]) { self.init(plugins: plugins) }

    /// Not available: a call with a closure for its result is started.
    @available(*, unavailable, message: "write 'start(.zen) { result in … }', or 'try await request(.zen)'")
    public func request(_ target: Target, completion: @escaping (Result<Response, Target.Failure>) -> Void) {}

    /// Not available: a call with a closure for its result is started.
    @available(*, unavailable, message: "write 'start(.zen, progress: { … }) { result in … }'")
    public func request(
        _ target: Target, progress: ((TransferProgress) -> Void)?,
        completion: @escaping (Result<Response, Target.Failure>) -> Void
    ) {}

    /// Not available: a call with a closure for its result is started.
    @available(*, unavailable, message: "write 'start(.zen, on: queue) { result in … }'")
    public func request(
        _ target: Target, callbackQueue: DispatchQueue?, progress: ((TransferProgress) -> Void)? = nil,
        completion: @escaping (Result<Response, Target.Failure>) -> Void
    ) {}

    /// Not available: the queue has another label.
    @available(*, unavailable, message: "write 'start(.zen, on: queue) { result in … }'")
    public func start(
        _ target: Target, callbackQueue: DispatchQueue?, progress: ((TransferProgress) -> Void)? = nil,
        completion: @escaping (Result<Response, Target.Failure>) -> Void
    ) {}

    /// Not available: a value is started as a bound call.
    @available(*, unavailable, message: "write 'start(of: Call(.zen, as: String.self)) { result in … }'")
    public func start<Value>(
        _ target: Target, as type: Value.Type, completion: @escaping (Result<Value, Target.Failure>) -> Void
    ) {}
}

extension Response {
    /// Not available: a response decodes.
    @available(*, unavailable, message: "write 'decode(User.self)', or 'request(.user, as: User.self)'")
    public func map<Value: Decodable>(
        _ type: Value.Type, atKeyPath keyPath: String? = nil
    ) throws -> Value { try decode(type, atKeyPath: keyPath) }

    /// Not available: it is a value without a class.
    @available(*, unavailable, message: "write 'json()'")
    public func mapJSON() throws -> JSONValue { try json() }

    /// Not available: it is the value of a call.
    @available(*, unavailable, message: "write 'string()', or 'request(.zen, as: String.self)'")
    public func mapString() throws -> String { try string() }
}

extension Plugin where Self == LoggerPlugin {
    /// Not available: it is a function.
    @available(*, unavailable, message: "write '.logger()'")
    public static var logger: LoggerPlugin { .logger() }

    /// Not available: options have no label.
    @available(*, unavailable, message: "write '.logger(.verbose)'")
    public static func logger(level: LogOptions) -> LoggerPlugin { .logger() }
}

extension Plugin where Self == RetryPlugin {
    /// Not available: it is a function.
    @available(*, unavailable, message: "write '.retry()'")
    public static var retry: RetryPlugin { .retry() }

    /// Not available: the number has no label.
    @available(*, unavailable, message: "write '.retry(3)', or '.retry { $0.maxRetries = 3 }' with other settings")
    public static func retry(maxRetries: Int) -> RetryPlugin { retry(maxRetries) }

    /// Not available: the number has no label.
    @available(*, unavailable, message: "write '.retry(3)', or '.retry { $0.maxRetries = 3 }' with other settings")
    public static func retry(max: Int) -> RetryPlugin { retry(max) }

    /// Not available: delays are settings.
    @available(*, unavailable, message: "write '.retry { $0.maxRetries = 3; $0.baseDelay = .seconds(1) }'")
    public static func retry(_ max: Int, delay: Duration) -> RetryPlugin { retry(max) }

    /// Not available: delays are settings.
    @available(*, unavailable, message: "write '.retry { $0.maxRetries = 3; $0.baseDelay = .seconds(1) }'")
    public static func retry(max: Int, delay: Duration) -> RetryPlugin { retry(max) }

    /// Not available: delays are settings.
    @available(*, unavailable, message: "write '.retry { $0.maxRetries = 3; $0.baseDelay = .seconds(1) }'")
    public static func retry(max: Int, delay: Double) -> RetryPlugin { retry(max) }
}

extension Plugin where Self == AccessTokenPlugin {
    /// Not available: the token is asked for at each call.
    @available(*, unavailable, message: "write '.accessToken { token }'")
    public static func accessToken(_ token: String) -> AccessTokenPlugin { .accessToken { token } }
}

// Without these, a name without its parentheses ends in "failed to produce diagnostic". Their type does not matter.
extension Plugin where Self == LoggerPlugin {
    /// Not available: it is a function.
    @available(*, unavailable, message: "write '.coalescing()'")
    public static var coalescing: Self { .logger() }

    /// Not available: it is a function.
    @available(*, unavailable, message: "write '.userAgent()'")
    public static var userAgent: Self { .logger() }

    /// Not available: it is a function.
    @available(*, unavailable, message: "write '.acceptLanguage()'")
    public static var acceptLanguage: Self { .logger() }

    /// Not available: it is a function.
    @available(*, unavailable, message: "write '.headers([\"X-App\": \"1\"])'")
    public static var headers: Self { .logger() }

    /// Not available: it is a function.
    @available(*, unavailable, message: "write '.concurrencyLimit(4)'")
    public static var concurrencyLimit: Self { .logger() }

    /// Not available: it is a function.
    @available(*, unavailable, message: "write '.metrics { call in … }'")
    public static var metrics: Self { .logger() }

    /// Not available: it is a function.
    @available(*, unavailable, message: "write '.logEvents { event in … }'")
    public static var logEvents: Self { .logger() }

    /// Not available: it is a function.
    @available(*, unavailable, message: "write '.activity { change, context in … }'")
    public static var activity: Self { .logger() }

    /// Not available: it is a function.
    @available(*, unavailable, message: "write '.adapt { request in … }'")
    public static var adapt: Self { .logger() }

    /// Not available: it is a function.
    @available(*, unavailable, message: "write '.accessToken { token }'")
    public static var accessToken: Self { .logger() }

    /// Not available: it is a function.
    @available(*, unavailable, message: "write '.tokenRefresh(current: { … }, refresh: { old in … })'")
    public static var tokenRefresh: Self { .logger() }

    /// Not available: it is a function.
    @available(*, unavailable, message: "write '.credentials { _ in UserCredentials(user: user, password: password) }'")
    public static var credentials: Self { .logger() }

    /// Not available: the credentials are asked for at each request.
    @available(*, unavailable, message: "write '.credentials { _ in UserCredentials(user: user, password: password) }'")
    public static func credentials(user: String, password: String) -> Self { .logger() }
}
