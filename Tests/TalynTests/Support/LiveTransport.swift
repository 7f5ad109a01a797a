@testable import Talyn

/// The transports that move bytes over the network, for tests of what all of them must do.
enum LiveTransport: CaseIterable {
    case urlSession
    #if os(Linux)
    case libcurl

    /// Without URLSession within `.ci/with libcurl8`, where it ends the process.
    static let allCases: [Self] =
        ProcessInfo.processInfo.environment["TALYN_LIBCURL8"] == nil ? [.urlSession, .libcurl] : [.libcurl]
    #endif

    /// Whether it speaks HTTP/2 to a server that offers it over TLS.
    var speaksHTTP2: Bool {
        #if os(Linux)
        self == .urlSession || !CURLGuard.onlyHTTP11.isNeeded
        #else
        true
        #endif
    }

    func make(connectionsPerHost: Int? = nil) throws -> any Transport {
        switch self {
        case .urlSession:
            return URLSessionTransport {
                if let connectionsPerHost { $0.httpMaximumConnectionsPerHost = connectionsPerHost }
            }
        #if os(Linux)
        case .libcurl:
            var network = NetworkConfiguration()
            network.maxConnectionsPerHost = connectionsPerHost
            return try CURLTransport(network)
        #endif
        }
    }
}
