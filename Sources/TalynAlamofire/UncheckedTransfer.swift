/// A value of Moya's or Alamofire's API that a call carries from queue to queue.
///
/// Unchecked: Moya's targets, closures and plugins are not `Sendable`. As in Moya, those of a call run one after the
/// other, on the caller's thread, the session's queue and the callback queue. Plugins are called for several calls at a
/// time; the app synchronizes their state.
package struct UncheckedTransfer<Value>: @unchecked Sendable {
    package let value: Value
    package init(_ value: Value) { self.value = value }
}
