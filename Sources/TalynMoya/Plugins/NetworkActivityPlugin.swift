/// The beginning or end of a call.
public enum NetworkActivityChangeType {
    /// The call is sent.
    case began
    /// The call has a result.
    case ended
}

/// Reports the beginning and end of each call.
#if DEPRECATIONS
@available(*, deprecated, message: "write 'ActivityPlugin { change, context in … }'")
#endif
public final class NetworkActivityPlugin: PluginType {
    /// Receives a change.
    public typealias NetworkActivityClosure = (_ change: NetworkActivityChangeType, _ target: any TargetType) -> Void

    let networkActivityClosure: NetworkActivityClosure

    /// Makes a plugin.
    public init(networkActivityClosure: @escaping NetworkActivityClosure) {
        self.networkActivityClosure = networkActivityClosure
    }

    public func willSend(_ request: any RequestType, target: any TargetType) { networkActivityClosure(.began, target) }

    public func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {
        networkActivityClosure(.ended, target)
    }
}
