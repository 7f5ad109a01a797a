/// The transport of the current task, which goes before that of every provider: stubs or a cassette of a test.
package enum TransportOverride {
    /// Nil for the transports of the providers.
    @TaskLocal package static var current: TransportScope?

    /// The number of the test's transport; nil without one. What is kept for later calls, such as a cached response, is
    /// kept for calls with this number only: parallel tests of one provider get nothing of each other.
    package static var number: UInt64? { current?.number }
}
