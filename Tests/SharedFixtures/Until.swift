/// Waits, without using time, until another task has fulfilled a condition. Suites that use it have a time limit, which
/// cancels the wait.
package func until(_ condition: @Sendable () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
}
