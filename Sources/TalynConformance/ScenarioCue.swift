/// What happens while a call of a scenario runs. Each waits for something that is seen to happen, never for time.
enum ScenarioCue: Sendable, Hashable {
    /// Waits until the server has come to its next hold. Nothing over stubs.
    case holding
    /// Waits until the client has reported so many bytes of the body.
    case received(Int)
    /// Waits until the client sleeps on the clock, then moves it by so many seconds. Nothing over stubs.
    case advance(Int)
    /// Lets the server go on. Nothing over stubs.
    case release
    /// Waits until the client sleeps on the clock. For stubs what `holding` is for servers.
    case asleep
    /// Cancels the call's task.
    case cancel
}
