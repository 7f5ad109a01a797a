/// A value of Moya's API that a call carries from queue to queue.
///
/// Unchecked: Moya's targets, closures and plugins are not `Sendable`, and Moya calls them on the caller's thread, on
/// the session's queue and on the callback queue, one after the other within a call. So does this module.
struct Handed<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
