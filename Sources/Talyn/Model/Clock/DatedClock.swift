/// A clock with a date.
///
/// A provider on such a clock takes ``CallContext/date`` from it, which token and cache expiry use. With other clocks
/// the date is the system's. `TestClock` in TalynTesting conforms.
public protocol DatedClock: Clock where Duration == Swift.Duration {
    /// The current date of the clock.
    var date: Date { get }
}
