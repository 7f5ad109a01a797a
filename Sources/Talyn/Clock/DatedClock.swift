/// A clock that knows the date, so that one clock is all the time there is for a provider.
///
/// A provider on such a clock takes the date from it: ``CallContext/date``, by which tokens and caches expire. On any other
/// clock it is the system's. `TestClock` in TalynTesting is one.
public protocol DatedClock: Clock where Duration == Swift.Duration {
    /// The date at the clock's reading of now.
    var date: Date { get }
}
