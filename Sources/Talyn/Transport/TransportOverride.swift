/// The transport of the current task, which replaces that of every provider: stubs or a cassette of a test.
package enum TransportOverride {
    /// Nil for the transports of the providers.
    @TaskLocal package static var current: (any Transport)?
}
