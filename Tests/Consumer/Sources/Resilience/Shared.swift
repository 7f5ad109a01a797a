import Talyn

/// A value under a lock. `Mutex` of macOS 15 and iOS 18 does the same.
nonisolated final class Guarded<Value: Sendable>: Sendable {
    private let lock = NSLock()
    // Safe: touched under the lock only.
    nonisolated(unsafe) private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Output>(_ work: (inout Value) throws -> Output) rethrows -> Output {
        lock.lock()
        defer { lock.unlock() }
        return try work(&value)
    }
}

nonisolated extension Endpoint {
    /// The scheme, host and port: the key of what a plugin knows about a server.
    var origin: String {
        let scheme = (url.scheme ?? "").lowercased()
        return "\(scheme)://\((url.host ?? "").lowercased()):\(url.port ?? (scheme == "https" ? 443 : 80))"
    }

    /// Whether a second request does no harm: by its method or its key, and by its body.
    var isRepeatable: Bool {
        if case .stream(let stream) = body, !stream.isRepeatable { return false }
        return method.isIdempotent || !(headers["Idempotency-Key"] ?? "").isEmpty
    }
}
