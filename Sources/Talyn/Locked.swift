/// A value behind one lock: the only kind of shared mutable state in Talyn besides actors.
///
/// `Synchronization.Mutex` needs macOS 15; when the floor is there, it takes this type's place.
final class Locked<Value: Sendable>: @unchecked Sendable {
    // Unchecked: `value` is touched in `withLock` alone, under the lock, and what leaves it is Sendable.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// Runs a short, synchronous piece of work on the value, alone.
    func withLock<Output>(_ work: (inout Value) throws -> Output) rethrows -> Output {
        lock.lock()
        defer { lock.unlock() }
        return try work(&value)
    }
}
