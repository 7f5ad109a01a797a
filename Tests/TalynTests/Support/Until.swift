/// Waits, without time, until something another task does has come about. Suites that use it have a time limit, which
/// cancels.
func until(_ condition: @Sendable () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
}
