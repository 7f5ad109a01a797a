import Moya

/// The app's own names, which Alamofire has too.
public typealias Parameters = [String: String]

public struct HTTPHeaders {
    public var language = "en"
    public init() {}
}

public struct Request {
    public let parameters: Parameters
    public init(_ parameters: Parameters) { self.parameters = parameters }
}

extension MoyaProvider {
    /// The app's own function, which CombineMoya has too.
    public func requestPublisher(_ target: Target, callbackQueue: DispatchQueue? = nil) -> [Target] { [target] }
}
