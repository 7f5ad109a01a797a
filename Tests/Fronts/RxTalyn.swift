// RxSwift's front for Talyn: add this file to an app that has both.
import Foundation
import RxSwift
import Talyn

extension Provider: ReactiveCompatible {}

extension Reactive {
    /// Makes a call for each subscription: its response, or the target's failure. Disposing cancels the call.
    ///
    /// The result arrives on a thread of the pool, never within `subscribe`; `observe(on:)` moves it.
    public func request<Target>(
        _ target: Target, fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> Single<Response> where Base == Provider<Target> {
        single(fileID, function, line) { await $0.result(target) }
    }

    /// Makes a call for each subscription: its value, or the target's failure.
    public func request<Target, Value: Decodable & Sendable>(
        _ target: Target, as type: Value.Type, atKeyPath keyPath: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> Single<Value> where Base == Provider<Target> {
        single(fileID, function, line) { await $0.result(target, as: type, atKeyPath: keyPath) }
    }

    /// Makes a call for each subscription: its progress, then its response.
    public func requestWithProgress<Target>(
        _ target: Target, fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> Observable<RequestProgress> where Base == Provider<Target> {
        let provider = base.at(CallSite(fileID: fileID, function: function, line: line))
        return .create { observer in
            nonisolated(unsafe) let observer = observer  // an observer may be called on any thread, one call at a time
            let task = Task {
                do throws(Target.Failure) {
                    let response = try await provider.request(target, progress: { observer.onNext(.transfer($0)) })
                    observer.onNext(.response(response))
                    observer.onCompleted()
                } catch { observer.onError(error) }
            }
            return Disposables.create { task.cancel() }
        }
    }

    /// Makes the calls of a stream for each subscription: its lines, values, events or pages.
    public func elements<Target, Element: Sendable>(
        of call: StreamCall<Target, Element>,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> Observable<Element> where Base == Provider<Target> {
        let elements = base.elements(of: call, fileID: fileID, function: function, line: line)
        return .create { observer in
            nonisolated(unsafe) let observer = observer
            let task = Task {
                do {
                    for try await element in elements { observer.onNext(element) }
                    observer.onCompleted()
                } catch { observer.onError(error) }
            }
            return Disposables.create { task.cancel() }
        }
    }

    private func single<Target, Value: Sendable>(
        _ fileID: StaticString, _ function: StaticString, _ line: UInt,
        _ call: @escaping @Sendable (Provider<Target>) async -> Result<Value, Target.Failure>
    ) -> Single<Value> where Base == Provider<Target> {
        let provider = base.at(CallSite(fileID: fileID, function: function, line: line))
        return .create { observer in
            nonisolated(unsafe) let observer = observer
            let task = Task {
                switch await call(provider) {
                case .success(let value): observer(.success(value))
                case .failure(let error): observer(.failure(error))
                }
            }
            return Disposables.create { task.cancel() }
        }
    }
}

/// The progress of a call, and its end.
public enum RequestProgress: Sendable {
    case transfer(TransferProgress)
    case response(Response)
}

// RxMoya's operators. They throw MyAPIError, as calls do; a target with its own errors decodes with `request(_:as:)`.
extension PrimitiveSequence where Trait == SingleTrait, Element == Response {
    public func filter(statusCodes: some RangeExpression<Int> & Sendable) -> Single<Response> {
        mapping { response throws(RequestError) in try response.filter(statusCodes: statusCodes) }
    }

    public func filterSuccessfulStatusCodes() -> Single<Response> { filter(statusCodes: 200...299) }

    public func mapString() -> Single<String> { mapping { response throws(RequestError) in try response.string() } }

    public func mapJSON() -> Single<JSONValue> { mapping { response throws(RequestError) in try response.json() } }

    public func map<Value: Decodable & Sendable>(
        _ type: Value.Type, atKeyPath keyPath: String? = nil, using decoder: (any BodyDecoder)? = nil
    ) -> Single<Value> {
        mapping { response throws(RequestError) in try response.decode(type, atKeyPath: keyPath, using: decoder) }
    }

    private func mapping<Value>(_ map: @escaping (Response) throws(RequestError) -> Value) -> Single<Value> {
        self.map { response in
            do throws(RequestError) { return try map(response) } catch { throw MyAPIError.catchChain(error) }
        }
    }
}

extension ObservableType where Element == RequestProgress {
    /// The response.
    public func filterCompleted() -> Observable<Response> {
        compactMap { if case .response(let response) = $0 { response } else { nil } }
    }

    /// The fraction of the bytes, where the size is known.
    public func filterProgress() -> Observable<Double> {
        compactMap { if case .transfer(let progress) = $0 { progress.fraction } else { nil } }
    }
}
