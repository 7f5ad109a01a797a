import Talyn

/// The target of all rows, in the form that the documentation recommends.
public enum Shop: RoutedTarget {
    case repositories(of: String, page: Int)
    /// An empty path on its own base path, for the soak's server: stall, drip.
    case at(String, timeout: Duration? = nil, deadline: Duration? = nil)
    /// 512 MiB from the server.
    case big
    /// 1 GB of server-sent events.
    case events
    /// A file to the server, alone or as the part of a form.
    case upload(URL)
    case uploadForm(URL)
    /// A stream to the server.
    case uploadStream(BodyStream)

    public var baseURL: URL { Self.host }

    /// Loopback, at the port of the environment; without a server, a name only.
    public static let host: URL = {
        let port = ProcessInfo.processInfo.environment["BENCHMARK_PORT"] ?? "8080"
        return URL(string: "http://127.0.0.1:\(port)")!
    }()

    /// The same server over TLS, with HTTP/2.
    public static let secureHost: URL = {
        let port = ProcessInfo.processInfo.environment["BENCHMARK_TLS_PORT"] ?? "8443"
        return URL(string: "https://127.0.0.1:\(port)")!
    }()

    /// The file of the authority that signed its certificate.
    public static let authorities = ProcessInfo.processInfo.environment["BENCHMARK_AUTHORITIES"] ?? ""

    public var route: Route {
        switch self {
        case .repositories(let login, let page):
            .get("items/\(login)/repos").query(["page": page, "per_page": 50])
        case .at(let name, let timeout, let deadline): Self.timed(.get("\(name)"), timeout, deadline)
        case .big: .get("big")
        case .events: .get("events")
        case .upload(let file): .post("upload").file(file)
        case .uploadForm(let file): .post("upload").multipart { Part("file", file: file) }
        case .uploadStream(let stream): .post("upload").stream(stream)
        }
    }

    private static func timed(_ route: Route, _ timeout: Duration?, _ deadline: Duration?) -> Route {
        var route = route
        route.options.timeout = timeout
        route.options.deadline = deadline
        return route
    }
}
