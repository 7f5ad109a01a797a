/// A value behind one lock: the only kind of shared mutable state in Talyn and TalynTesting besides actors.
///
/// `Synchronization.Mutex` needs macOS 15; when the floor is there, it takes this type's place. A lock for something else
/// than a value holds a number: `Void` has no place in memory, and thread sanitizer sees a race where it would be.
package struct Locked<Value: Sendable>: @unchecked Sendable {
    // Unchecked: the value is touched in `withLock` alone, under the lock, and what leaves it is Sendable.
    private let storage: ManagedBuffer<Value, pthread_mutex_t>

    /// The value with its lock beside it: one allocation. An `NSLock` is four on Linux, a twentieth of a stubbed call.
    private final class Storage: ManagedBuffer<Value, pthread_mutex_t> {
        deinit { _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) } }
    }

    package init(_ value: Value) {
        storage = Storage.create(minimumCapacity: 1) { storage in
            _ = storage.withUnsafeMutablePointerToElements { pthread_mutex_init($0, nil) }
            return value
        }
    }

    /// Whether it is the same value behind the same lock.
    func isSame(as other: Locked) -> Bool { storage === other.storage }

    /// Runs a short, synchronous piece of work on the value, alone.
    package func withLock<Output>(_ work: (inout Value) throws -> Output) rethrows -> Output {
        try storage.withUnsafeMutablePointers { value, lock in
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
            return try work(&value.pointee)
        }
    }
}
