/// A line on standard error for a test that makes a live call: once per process, for the first one to another host than
/// the machine itself.
final class LiveCallNotice: Sendable {
    /// Nil outside of a process that runs tests.
    static let ofTests = isTestProcess ? LiveCallNotice(write: LoggerPlugin.standardError) : nil

    private let write: @Sendable (String) -> Void
    private let isOver = Locked(false)

    init(write: @escaping @Sendable (String) -> Void) { self.write = write }

    /// Writes the line, unless the transport is not one of Talyn's for the network.
    func call(_ endpoint: Endpoint, over transport: any Transport, _ context: CallContext) {
        guard transport is URLSessionTransport || type(of: transport) == type(of: PlatformTransport.shared),
            let host = Origin(endpoint.url)?.host, !Self.isLoopback(host)
        else { return }
        let isFirst = isOver.withLock { isOver in
            defer { isOver = true }
            return !isOver
        }
        guard isFirst else { return }
        let name = context.operation.map { "\($0), " } ?? ""
        write(
            "Talyn: a test makes a live call: \(name)\(endpoint) at \(context.callSite). With @Test(.stubs { … }) of "
                + "TalynTestSupport, or withStubs(_:), no provider in the test reaches the network. This is said once.")
    }

    private static func isLoopback(_ host: String) -> Bool {
        ["localhost", "::1", "[::1]"].contains(host) || host.hasSuffix(bytes: ".localhost")
            || host.hasPrefix(bytes: "127.") && host.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    }

    /// Whether XCTest or Swift Testing is loaded, which no app links.
    private static var isTestProcess: Bool {
        if NSClassFromString("XCTestCase") != nil { return true }
        guard let program = dlopen(nil, RTLD_LAZY) else { return false }
        defer { dlclose(program) }
        return dlsym(program, "swt_abiv0_getEntryPoint") != nil
    }
}
