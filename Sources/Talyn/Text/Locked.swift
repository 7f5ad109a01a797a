/// A value guarded by a lock: besides actors, the only kind of shared mutable state, except for what belongs to the
/// thread of libcurl's event loop (`CURLLoop`).
///
/// `Synchronization.Mutex` needs macOS 15 and replaces this type when the deployment target allows it. To guard code
/// rather than a value, use `Locked(0)`: Thread Sanitizer misreports zero-sized storage.
package struct Locked<Value: Sendable>: @unchecked Sendable {
    // Unchecked: the value is accessed in `withLock` only, under the lock. It is Sendable, so its references may leave
    // the lock.
    @usableFromInline let storage: ManagedBuffer<Value, pthread_mutex_t>

    /// The value with its lock, in one allocation. An `NSLock` makes four on Linux, which take a twentieth of a stubbed
    /// call's time.
    private final class Storage: ManagedBuffer<Value, pthread_mutex_t> {
        deinit { _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) } }
    }

    package init(_ value: Value) {
        storage = Storage.create(minimumCapacity: 1) { storage in
            _ = storage.withUnsafeMutablePointerToElements { pthread_mutex_init($0, nil) }
            return value
        }
    }

    /// Runs short, synchronous work on the value with exclusive access.
    // Inlinable, so that other modules specialize it: a stubbed call locks six times.
    @inlinable package func withLock<Output>(_ work: (inout Value) throws -> Output) rethrows -> Output {
        try storage.withUnsafeMutablePointers { value, lock in
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
            return try work(&value.pointee)
        }
    }
}
