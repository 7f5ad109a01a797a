import Measure
import Talyn

/// The transport of a soak: the platform's, or URLSession with `--transport URLSession`.
enum SoakedTransport: String {
    case libcurl
    case urlSession = "URLSession"

    /// Nil for another name, and for libcurl where there is none.
    init?(_ arguments: Arguments) {
        let name = arguments.text("transport").map { Self(rawValue: $0) } ?? Self.platform
        guard let name, name == .urlSession || Self.platform == .libcurl else { return nil }
        self = name
    }

    #if os(Linux)
    private static var platform: Self { CURLTransport.isAvailable ? .libcurl : .urlSession }
    #else
    private static var platform: Self { .urlSession }
    #endif

    /// Makes a transport with connections of its own: libcurl's default of 64 per host, or a number for URLSession.
    func make(sessionConnections: Int = 6) -> any Transport {
        #if os(Linux)
        if self == .libcurl { return CURLTransport() }
        #endif
        return URLSessionTransport { $0.httpMaximumConnectionsPerHost = sessionConnections }
    }

    /// The time in which nearly all calls end among the others of a soak.
    var secondsOfACall: Double { self == .urlSession ? 0.1 : 0.03 }

    /// The memory that it keeps per call, in MB, with a margin: URLSession on Linux keeps 0.15 KB, as `--floor` shows.
    var keptOfACall: Double { self == .urlSession ? 0.25 / 1024 : 0 }
}
