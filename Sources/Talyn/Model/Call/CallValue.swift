/// A value local to each call, which a plugin keeps for its later hooks or for other plugins. A tag (``CallTagKey``)
/// comes from the route and is constant; this value changes during the call.
///
/// ```swift
/// static let requestID = CallValue("")
/// context[Self.requestID] = id
/// report(context[Self.requestID], outcome.duration)
/// ```
/// In each call it begins with the initial value. All attempts, exchanges and redirects of the call share it. It ends
/// with the call, after `didFinish`, and may therefore hold the context. Work in the background of a call
/// (``Next/background``) has values of its own. As a static property it is one value for every copy of the plugin; as a
/// property of an instance each instance has its own.
public final class CallValue<Value: Sendable>: Sendable {
    fileprivate let initial: Value

    /// Makes a value that each call begins with.
    public init(_ initial: Value) { self.initial = initial }
}

extension CallContext {
    /// A value of this call. To read and change it while other hooks of the call may run, such as those of parallel
    /// attempts, use ``update(_:_:)``.
    public subscript<Value>(_ value: CallValue<Value>) -> Value {
        get { record.state.withLock { $0.values?.kept(for: value) }?.withLock { $0 } ?? value.initial }
        nonmutating set {
            // The old value is released outside of the lock.
            var newValue = newValue
            update(value) { swap(&$0, &newValue) }
        }
    }

    /// Changes a value of this call with exclusive access, and returns the result of the closure. The closure must not
    /// use the same value of the context: it would deadlock.
    @discardableResult
    public func update<Value, Output>(
        _ value: CallValue<Value>, _ change: (inout Value) throws -> Output
    ) rethrows -> Output {
        let kept = record.state.withLock { state in
            if let kept = state.values?.kept(for: value) { return kept }
            let kept = Locked(value.initial)
            state.values = CallValues(kept, for: value, before: state.values)
            return kept
        }
        return try kept.withLock(change)
    }

    /// Releases the values at the end of the call: one that holds the context would never be released.
    func releaseValues() {
        // Outside of the lock, because a value may use the context when it is released.
        _ = record.state.withLock { state in
            defer { state.values = nil }
            return state.values
        }
    }
}

/// The values of one call, as a list, because there are few.
final class CallValues: Sendable {
    // Retained, since its identity is its address.
    private let key: any AnyObject & Sendable
    /// The value with a lock of its own, so that a plugin's closure does not hold the call's.
    private let kept: any Sendable
    private let next: CallValues?

    fileprivate init<Value>(_ kept: Locked<Value>, for key: CallValue<Value>, before next: CallValues?) {
        (self.key, self.kept, self.next) = (key, kept, next)
    }

    fileprivate func kept<Value>(for key: CallValue<Value>) -> Locked<Value>? {
        self.key === key ? kept as? Locked<Value> : next?.kept(for: key)
    }
}
