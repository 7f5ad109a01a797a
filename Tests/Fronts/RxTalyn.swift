// RxSwift's front for Talyn: add this file to an app that has both.
import Foundation
import RxSwift
import Talyn

extension Provider: @retroactive ReactiveCompatible {}

// Events arrive on `queue`, by default the main queue: never within `subscribe`, and none after disposing there.
nonisolated extension Reactive {
    /// Makes a call for each subscription: its response, or the target's failure. Disposing cancels the call.
    public func request<Target>(
        _ target: Target, on queue: DispatchQueue = .main,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> Single<Response> where Base == Provider<Target> {
        request(of: Call(target, as: Response.self), on: queue, fileID: fileID, function: function, line: line)
    }

    /// Makes a bound call for each subscription: its value, decoded on a thread of the pool, or the target's failure.
    public func request<Target, Value>(
        of call: Call<Target, Value>, on queue: DispatchQueue = .main,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> Single<Value> where Base == Provider<Target> {
        // The scope of stubs that the sequence is made in: it may be subscribed to on any thread.
        let override = TransportOverride()
        return .create { [base] observer in
            nonisolated(unsafe) let observer = observer
            let call = override.run {
                base.start(of: call, on: queue, fileID: fileID, function: function, line: line) { result in
                    observer(result.mapError { $0 })
                }
            }
            return Disposables.create { call.cancel() }
        }
    }

    /// Makes a call for each subscription: its progress, then its response.
    public func requestWithProgress<Target>(
        _ target: Target, on queue: DispatchQueue = .main,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> Observable<RequestProgress> where Base == Provider<Target> {
        let override = TransportOverride()
        return .create { [base] observer in
            nonisolated(unsafe) let observer = observer  // an observer may be called on any thread, one call at a time
            let call = override.run {
                base.start(
                    target, on: queue, progress: { observer.onNext(.transfer($0)) }, fileID: fileID,
                    function: function, line: line
                ) { result in
                    switch result {
                    case .success(let response):
                        observer.onNext(.response(response))
                        observer.onCompleted()
                    case .failure(let error): observer.onError(error)
                    }
                }
            }
            return Disposables.create { call.cancel() }
        }
    }

    /// Makes the calls of a stream for each subscription: its lines, values, events or pages. An element is read when the
    /// one before it was observed.
    public func elements<Target, Element: Sendable>(
        of call: StreamCall<Target, Element>, on queue: DispatchQueue = .main,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> Observable<Element> where Base == Provider<Target> {
        let elements = base.elements(of: call, fileID: fileID, function: function, line: line)
        let override = TransportOverride()
        return .create { observer in
            nonisolated(unsafe) let observer = observer
            let onQueue = { @Sendable (work: @escaping @Sendable () -> Void) async in
                await withCheckedContinuation { continuation in
                    queue.async {
                        work()
                        continuation.resume()
                    }
                }
            }
            let task = override.run {
                Task {
                    do {
                        for try await element in elements { await onQueue { observer.onNext(element) } }
                        await onQueue { observer.onCompleted() }
                    } catch { await onQueue { observer.onError(error) } }
                }
            }
            return Disposables.create { task.cancel() }
        }
    }
}

/// The progress of a call, and its end.
nonisolated public enum RequestProgress: Sendable {
    case transfer(TransferProgress)
    case response(Response)
}

// RxMoya's operators. They throw MyAPIError, as calls do; a target with its own errors decodes with `request(_:as:)`. Those
// that decode do so on a background thread; their events arrive on `queue`, by default the main queue.
nonisolated extension ObservableType where Element == Response {
    public func filter(statusCodes: some RangeExpression<Int> & Sendable) -> Observable<Response> {
        mapping { response throws(RequestError) in try response.filter(statusCodes: statusCodes) }
    }

    public func filter(statusCode: Int) -> Observable<Response> { filter(statusCodes: statusCode...statusCode) }

    public func filterSuccessfulStatusCodes() -> Observable<Response> { filter(statusCodes: 200...299) }

    public func filterSuccessfulStatusAndRedirectCodes() -> Observable<Response> { filter(statusCodes: 200...399) }

    public func mapString(atKeyPath keyPath: String? = nil, on queue: DispatchQueue = .main) -> Observable<String> {
        decoding(on: queue) { response throws(RequestError) in
            try keyPath == nil ? response.string() : response.decode(String.self, atKeyPath: keyPath)
        }
    }

    public func mapJSON(on queue: DispatchQueue = .main) -> Observable<JSONValue> {
        decoding(on: queue) { response throws(RequestError) in try response.json() }
    }

    public func map<Value: Decodable & Sendable>(
        _ type: Value.Type, atKeyPath keyPath: String? = nil, using decoder: (any BodyDecoder)? = nil,
        on queue: DispatchQueue = .main
    ) -> Observable<Value> {
        decoding(on: queue) { response throws(RequestError) in
            try response.decode(type, atKeyPath: keyPath, using: decoder)
        }
    }

    private func decoding<Value>(
        on queue: DispatchQueue, _ decode: @escaping (Response) throws(RequestError) -> Value
    ) -> Observable<Value> {
        observe(on: SerialDispatchQueueScheduler(qos: .userInitiated)).mapping(decode)
            .observe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "RxTalyn"))
    }

    private func mapping<Value>(_ map: @escaping (Response) throws(RequestError) -> Value) -> Observable<Value> {
        self.map { response in
            do throws(RequestError) { return try map(response) } catch { throw MyAPIError.catchChain(error) }
        }
    }
}

nonisolated extension PrimitiveSequence where Trait == SingleTrait, Element == Response {
    public func filter(statusCodes: some RangeExpression<Int> & Sendable) -> Single<Response> {
        asObservable().filter(statusCodes: statusCodes).asSingle()
    }

    public func filter(statusCode: Int) -> Single<Response> { filter(statusCodes: statusCode...statusCode) }

    public func filterSuccessfulStatusCodes() -> Single<Response> { filter(statusCodes: 200...299) }

    public func filterSuccessfulStatusAndRedirectCodes() -> Single<Response> { filter(statusCodes: 200...399) }

    public func mapString(atKeyPath keyPath: String? = nil, on queue: DispatchQueue = .main) -> Single<String> {
        asObservable().mapString(atKeyPath: keyPath, on: queue).asSingle()
    }

    public func mapJSON(on queue: DispatchQueue = .main) -> Single<JSONValue> {
        asObservable().mapJSON(on: queue).asSingle()
    }

    public func map<Value: Decodable & Sendable>(
        _ type: Value.Type, atKeyPath keyPath: String? = nil, using decoder: (any BodyDecoder)? = nil,
        on queue: DispatchQueue = .main
    ) -> Single<Value> {
        asObservable().map(type, atKeyPath: keyPath, using: decoder, on: queue).asSingle()
    }
}

nonisolated extension ObservableType where Element == RequestProgress {
    /// The response.
    public func filterCompleted() -> Observable<Response> {
        compactMap { if case .response(let response) = $0 { response } else { nil } }
    }

    /// The fraction of the bytes, where the size is known.
    public func filterProgress() -> Observable<Double> {
        compactMap { if case .transfer(let progress) = $0 { progress.fraction } else { nil } }
    }
}
