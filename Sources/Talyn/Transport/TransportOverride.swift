/// The transport of the current task, which replaces that of every provider: stubs or a cassette of a test.
package enum TransportOverride {
    /// Nil for the transports of the providers.
    @TaskLocal package static var current: (any Transport)?

    /// The number of the test's transport; nil without one. What is kept for later calls, such as a cached response, is
    /// kept for calls with this number only: parallel tests of one provider get nothing of each other.
    package static var number: UInt64? { current.flatMap { ($0 as? any NumberedTransport)?.number } }
}

/// A transport that takes the place of others in a task.
package protocol NumberedTransport: Transport {
    /// A random number, which no other one has, in this process or another.
    var number: UInt64 { get }
}
