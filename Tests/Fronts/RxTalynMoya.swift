// RxMoya for TalynMoya: add this file to an app that imports RxMoya, and delete that import.
import Foundation
import RxSwift
import TalynMoya

extension MoyaProvider: @retroactive ReactiveCompatible {}

nonisolated extension Reactive where Base: MoyaProviderType {
    public func request(_ token: Base.Target, callbackQueue: DispatchQueue? = nil) -> Single<TalynMoya.Response> {
        .create { [base] single in
            let call = base.request(token, callbackQueue: callbackQueue, progress: nil) { result in
                switch result {
                case .success(let response): single(.success(response))
                case .failure(let error): single(.failure(error))
                }
            }
            return Disposables.create { call.cancel() }
        }
    }

    public func requestWithProgress(
        _ token: Base.Target, callbackQueue: DispatchQueue? = nil
    ) -> Observable<ProgressResponse> {
        let news = Observable<ProgressResponse>.create { [base] observer in
            let call = base.request(token, callbackQueue: callbackQueue, progress: { observer.onNext($0) }) { result in
                switch result {
                case .success: observer.onCompleted()
                case .failure(let error): observer.onError(error)
                }
            }
            return Disposables.create { call.cancel() }
        }
        return news.scan(ProgressResponse()) { last, next in
            ProgressResponse(
                progress: next.progressObject ?? last.progressObject, response: next.response ?? last.response)
        }
    }
}

nonisolated extension ObservableType where Element == TalynMoya.Response {
    public func filter<R: RangeExpression>(statusCodes: R) -> Observable<Element> where R.Bound == Int {
        map { try $0.filter(statusCodes: statusCodes) }
    }
    public func filter(statusCode: Int) -> Observable<Element> { map { try $0.filter(statusCode: statusCode) } }
    public func filterSuccessfulStatusCodes() -> Observable<Element> { filter(statusCodes: 200...299) }
    public func filterSuccessfulStatusAndRedirectCodes() -> Observable<Element> { filter(statusCodes: 200...399) }
    #if canImport(UIKit) || canImport(AppKit)
    public func mapImage() -> Observable<Image> { map { try $0.mapImage() } }
    #endif
    public func mapJSON(failsOnEmptyData: Bool = true) -> Observable<Any> {
        map { try $0.mapJSON(failsOnEmptyData: failsOnEmptyData) }
    }
    public func mapString(atKeyPath keyPath: String? = nil) -> Observable<String> {
        map { try $0.mapString(atKeyPath: keyPath) }
    }
    public func map<D: Decodable>(
        _ type: D.Type, atKeyPath keyPath: String? = nil, using decoder: JSONDecoder = JSONDecoder(),
        failsOnEmptyData: Bool = true
    ) -> Observable<D> {
        map { try $0.map(type, atKeyPath: keyPath, using: decoder, failsOnEmptyData: failsOnEmptyData) }
    }
}

nonisolated extension PrimitiveSequence where Trait == SingleTrait, Element == TalynMoya.Response {
    public func filter<R: RangeExpression>(statusCodes: R) -> Single<Element> where R.Bound == Int {
        map { try $0.filter(statusCodes: statusCodes) }
    }
    public func filter(statusCode: Int) -> Single<Element> { map { try $0.filter(statusCode: statusCode) } }
    public func filterSuccessfulStatusCodes() -> Single<Element> { filter(statusCodes: 200...299) }
    public func filterSuccessfulStatusAndRedirectCodes() -> Single<Element> { filter(statusCodes: 200...399) }
    #if canImport(UIKit) || canImport(AppKit)
    public func mapImage() -> Single<Image> { map { try $0.mapImage() } }
    #endif
    public func mapJSON(failsOnEmptyData: Bool = true) -> Single<Any> {
        map { try $0.mapJSON(failsOnEmptyData: failsOnEmptyData) }
    }
    public func mapString(atKeyPath keyPath: String? = nil) -> Single<String> {
        map { try $0.mapString(atKeyPath: keyPath) }
    }
    public func map<D: Decodable>(
        _ type: D.Type, atKeyPath keyPath: String? = nil, using decoder: JSONDecoder = JSONDecoder(),
        failsOnEmptyData: Bool = true
    ) -> Single<D> {
        map { try $0.map(type, atKeyPath: keyPath, using: decoder, failsOnEmptyData: failsOnEmptyData) }
    }
}

nonisolated extension ObservableType where Element == ProgressResponse {
    public func filterCompleted() -> Observable<TalynMoya.Response> { compactMap { $0.response } }
    public func filterProgress() -> Observable<Double> { filter { !$0.completed }.map { $0.progress } }
}
