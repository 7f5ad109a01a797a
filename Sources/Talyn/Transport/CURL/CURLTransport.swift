#if os(Linux)

/// The transport over libcurl, which a Linux program has loaded with FoundationNetworking.
///
/// It keeps nothing between calls except connections: no cache, cookies or credentials. Timeouts run on the provider's
/// clock. Calls above ``NetworkConfiguration/maxConnectionsPerHost`` queue, first come, first served, without consuming
/// their timeout. Bodies are streamed in both directions; a slow reader pauses the server.
///
/// Progress is reported on the transport's thread. All transfers of the transport wait for that closure: keep it short.
public final class CURLTransport: Transport {
    /// The transport that providers share. It stores nothing except idle connections.
    public static let shared = CURLTransport()

    /// Whether the process has libcurl 7.73 or later. Without it, every call fails as `URLError.unsupportedURL`.
    public static var isAvailable: Bool { CURLLibrary.isAvailable }

    private let configuration: NetworkConfiguration
    /// Made with the first call, because it has a thread and descriptors.
    private let loop = Locked<CURLLoop?>(nil)

    /// Makes a transport that shares no connections.
    public init() { configuration = NetworkConfiguration() }

    /// Makes a transport that shares no connections.
    /// - Throws: ``NetworkConfiguration/Refusal`` for a setting that cannot be used: a file that does not exist, or a key
    ///   that is none. A password that does not open its key fails the first call.
    public init(_ configuration: NetworkConfiguration) throws(NetworkConfiguration.Refusal) {
        if Self.isAvailable { try configuration.checkForCURL() }
        self.configuration = configuration
    }

    // Running transfers continue.
    deinit { loop.withLock { $0 }?.finish() }

    /// Sends the endpoint, with the endpoint's own timeouts.
    public func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        guard Self.isAvailable else {
            throw URLError(.unsupportedURL, text: "the process has no libcurl 7.73 or later")
        }
        if CURLLibrary.isEnding { throw URLError(.cancelled, text: "the program is ending") }
        let coded = try await endpoint.contentCoded(context)
        let exchange = try CURLExchange(coded, context, runningLoop())
        let received = try await exchange.result { exchange.start() }
        return Response(
            statusCode: received.status, headers: HTTPHeaders(lines: received.head), body: received.body,
            endpoint: endpoint, tail: received.tail)
    }

    private func runningLoop() throws -> CURLLoop {
        try loop.withLock { loop in
            if let loop { return loop }
            let made = try CURLLoop(configuration)
            loop = made
            return made
        }
    }
}
#endif
