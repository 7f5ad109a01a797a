#if canImport(Combine) || OPENCOMBINE
#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif
public import TalynMoya

extension Publisher where Output == TalynMoya.Response, Failure == MoyaError {
    /// Fails as `MoyaError.statusCode` outside the range.
    public func filter<R: RangeExpression>(
        statusCodes: R
    ) -> AnyPublisher<TalynMoya.Response, MoyaError> where R.Bound == Int {
        mapping { try $0.filter(statusCodes: statusCodes) }
    }

    /// Fails as `MoyaError.statusCode` for another status code.
    public func filter(statusCode: Int) -> AnyPublisher<TalynMoya.Response, MoyaError> {
        mapping { try $0.filter(statusCode: statusCode) }
    }

    /// Fails as `MoyaError.statusCode` outside 200 to 299.
    public func filterSuccessfulStatusCodes() -> AnyPublisher<TalynMoya.Response, MoyaError> {
        filter(statusCodes: 200...299)
    }

    /// Fails as `MoyaError.statusCode` outside 200 to 399.
    public func filterSuccessfulStatusAndRedirectCodes() -> AnyPublisher<TalynMoya.Response, MoyaError> {
        filter(statusCodes: 200...399)
    }

    #if canImport(UIKit) || canImport(AppKit)
    /// Publishes the body as an image, or fails as `MoyaError.imageMapping`.
    public func mapImage() -> AnyPublisher<Image, MoyaError> { mapping { try $0.mapImage() } }
    #endif

    /// Publishes the body as `Response.mapJSON(failsOnEmptyData:)` returns it.
    public func mapJSON(failsOnEmptyData: Bool = true) -> AnyPublisher<Any, MoyaError> {
        mapping { try $0.mapJSON(failsOnEmptyData: failsOnEmptyData) }
    }

    /// Publishes the body as `Response.mapString(atKeyPath:)` returns it.
    public func mapString(atKeyPath keyPath: String? = nil) -> AnyPublisher<String, MoyaError> {
        mapping { try $0.mapString(atKeyPath: keyPath) }
    }

    /// Publishes the body as `Response.map(_:atKeyPath:using:failsOnEmptyData:)` returns it.
    public func map<D: Decodable>(
        _ type: D.Type, atKeyPath keyPath: String? = nil, using decoder: JSONDecoder = JSONDecoder(),
        failsOnEmptyData: Bool = true
    ) -> AnyPublisher<D, MoyaError> {
        mapping { try $0.map(type, atKeyPath: keyPath, using: decoder, failsOnEmptyData: failsOnEmptyData) }
    }

    private func mapping<Value>(
        _ map: @escaping (TalynMoya.Response) throws -> Value
    ) -> AnyPublisher<Value, MoyaError> {
        tryMap(map).mapError { $0 as? MoyaError ?? .underlying($0, nil) }.eraseToAnyPublisher()
    }
}

extension Publisher where Output == ProgressResponse, Failure == MoyaError {
    /// Publishes the response at the end.
    public func filterCompleted() -> AnyPublisher<TalynMoya.Response, MoyaError> {
        compactMap { $0.response }.eraseToAnyPublisher()
    }

    /// Publishes the fractions before the end.
    public func filterProgress() -> AnyPublisher<Double, MoyaError> {
        filter { !$0.completed }.map { $0.progress }.eraseToAnyPublisher()
    }
}
#endif
