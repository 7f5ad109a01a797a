internal import Talyn
internal import TalynAlamofire

/// A call that can be cancelled.
public protocol Cancellable {
    /// Whether it was cancelled.
    var isCancelled: Bool { get }

    /// Cancels the call. Its completion is called all the same, with an error unless the call has ended.
    func cancel()
}

/// A transfer or stub that can be cancelled.
public final class CancellableToken: Cancellable, CustomDebugStringConvertible {
    private let action: UncheckedTransfer<() -> Void>
    private let request: Request?
    private let wasCancelled = Locked(false)

    /// Makes a token that calls a closure when it is cancelled first.
    public init(action: @escaping () -> Void) {
        self.action = UncheckedTransfer(action)
        request = nil
    }

    init(request: Request) {
        action = UncheckedTransfer { request.cancel() }
        self.request = request
    }

    public var isCancelled: Bool { wasCancelled.withLock { $0 } }

    public func cancel() {
        let isFirst = wasCancelled.withLock { cancelled in
            defer { cancelled = true }
            return !cancelled
        }
        if isFirst { action.value() }
    }

    /// The request as a command of curl; "Empty Request" for a stub.
    public var debugDescription: String { request?.cURLDescription() ?? "Empty Request" }
}

/// The token of a call. It can be cancelled before there is a transfer or stub to cancel.
final class PendingCall: Cancellable, Sendable {
    private let state = Locked((isCancelled: false, inner: UncheckedTransfer<(any Cancellable)?>(nil)))

    var isCancelled: Bool {
        let (isCancelled, inner) = state.withLock { $0 }
        return inner.value?.isCancelled ?? isCancelled
    }

    func cancel() {
        let inner = state.withLock { state in
            state.isCancelled = true
            return state.inner
        }
        inner.value?.cancel()
    }

    /// Forwards cancellation to a transfer or stub; at once if the call was cancelled before.
    func forward(to call: any Cancellable) {
        let inner = UncheckedTransfer<(any Cancellable)?>(call)
        let wasCancelled = state.withLock { state in
            state.inner = inner
            return state.isCancelled
        }
        if wasCancelled { call.cancel() }
    }
}
