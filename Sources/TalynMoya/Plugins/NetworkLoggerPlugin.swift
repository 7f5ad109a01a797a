/// Writes requests and responses into a log, in Moya's words.
///
/// It hides no secret. The logger of Talyn does: in a session with `plugins: [.logger()]`.
#if DEPRECATIONS
@available(*, deprecated, message: "write '.logger()', which hides secrets")
#endif
public final class NetworkLoggerPlugin {
    /// The options.
    public var configuration: Configuration

    /// Makes a logger.
    public init(configuration: Configuration = Configuration()) { self.configuration = configuration }

    /// A logger of methods and headers.
    public class var `default`: NetworkLoggerPlugin { NetworkLoggerPlugin() }

    /// A logger of everything, without commands of curl.
    public class var verbose: NetworkLoggerPlugin {
        NetworkLoggerPlugin(configuration: Configuration(logOptions: .verbose))
    }
}

extension NetworkLoggerPlugin: PluginType {
    public func willSend(_ request: any RequestType, target: any TargetType) {
        guard configuration.logOptions.contains(.formatRequestAscURL) else {
            return configuration.output(target, items(of: request, target))
        }
        _ = request.cURLDescription { [configuration] command in
            configuration.output(target, [configuration.formatter.entry("Request", command, target)])
        }
    }

    public func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {
        switch result {
        case .success(let response):
            configuration.output(target, items(of: response, target, isFromError: false))
        case .failure(let error):
            guard let response = error.response else {
                let message = "Error calling \(target) : \(error)"
                return configuration.output(target, [configuration.formatter.entry("Error", message, target)])
            }
            configuration.output(target, items(of: response, target, isFromError: true))
        }
    }

    private func items(of request: any RequestType, _ target: any TargetType) -> [String] {
        let (options, entry) = (configuration.logOptions, configuration.formatter.entry)
        guard let sent = request.request else { return [entry("Request", "(invalid request)", target)] }
        var items = [entry("Request", sent.description, target)]
        if options.contains(.requestHeaders) {
            let headers = request.sessionHeaders.merging(sent.allHTTPHeaderFields ?? [:]) { $1 }
            items.append(entry("Request Headers", headers.description, target))
        }
        if options.contains(.requestBody) {
            if let stream = sent.httpBodyStream {
                items.append(entry("Request Body Stream", stream.description, target))
            }
            if let body = sent.httpBody {
                items.append(entry("Request Body", configuration.formatter.requestData(body), target))
            }
        }
        if options.contains(.requestMethod), let method = sent.httpMethod {
            items.append(entry("HTTP Request Method", method, target))
        }
        return items
    }

    private func items(of response: Response, _ target: any TargetType, isFromError: Bool) -> [String] {
        let options = configuration.logOptions
        let entry = configuration.formatter.entry
        let head = response.response?.description ?? "Received empty network response for \(target)."
        var items = [entry("Response", head, target)]
        if options.contains(.successResponseBody) || isFromError && options.contains(.errorResponseBody) {
            items.append(entry("Response Body", configuration.formatter.responseData(response.data), target))
        }
        return items
    }
}

extension NetworkLoggerPlugin {
    /// The options of a logger.
    public struct Configuration {
        /// Writes the entries of a request or response.
        public typealias OutputType = (_ target: any TargetType, _ items: [String]) -> Void

        /// The format of entries.
        public var formatter: Formatter
        /// Writes entries. Default: prints them.
        public var output: OutputType
        /// The parts that are written. Default: methods and headers.
        public var logOptions: LogOptions

        /// Makes options.
        public init(
            formatter: Formatter = Formatter(), output: @escaping OutputType = defaultOutput,
            logOptions: LogOptions = .default
        ) {
            self.formatter = formatter
            self.output = output
            self.logOptions = logOptions
        }

        /// Prints each entry in a line.
        public static func defaultOutput(target: any TargetType, items: [String]) { items.forEach { print($0) } }
    }
}

extension NetworkLoggerPlugin.Configuration {
    /// The parts that a logger writes.
    public struct LogOptions: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The method of requests.
        public static let requestMethod = LogOptions(rawValue: 1 << 0)
        /// The body of requests.
        public static let requestBody = LogOptions(rawValue: 1 << 1)
        /// The header fields of requests.
        public static let requestHeaders = LogOptions(rawValue: 1 << 2)
        /// Requests as commands of curl, whatever the options for their parts.
        public static let formatRequestAscURL = LogOptions(rawValue: 1 << 3)
        /// The body of every response, also of one that failed.
        public static let successResponseBody = LogOptions(rawValue: 1 << 4)
        /// The body of responses that failed.
        public static let errorResponseBody = LogOptions(rawValue: 1 << 5)

        /// Methods and headers.
        public static let `default`: LogOptions = [requestMethod, requestHeaders]
        /// Everything, without commands of curl.
        public static let verbose: LogOptions = [
            requestMethod, requestHeaders, requestBody, successResponseBody, errorResponseBody,
        ]
    }

    /// The format of a logger's entries.
    public struct Formatter {
        /// Returns the text of a body.
        public typealias DataFormatterType = (Data) -> (String)
        /// Returns the text of an entry.
        public typealias EntryFormatterType = (
            _ identifier: String, _ message: String, _ target: any TargetType
        ) -> String

        /// Returns the text of an entry.
        public var entry: EntryFormatterType
        /// Returns the text of a request's body.
        public var requestData: DataFormatterType
        /// Returns the text of a response's body.
        public var responseData: DataFormatterType

        /// Makes a format. Bodies are UTF-8 by default.
        public init(
            entry: @escaping EntryFormatterType = defaultEntryFormatter,
            requestData: @escaping DataFormatterType = defaultDataFormatter,
            responseData: @escaping DataFormatterType = defaultDataFormatter
        ) {
            self.entry = entry
            self.requestData = requestData
            self.responseData = responseData
        }

        /// Returns UTF-8 text, or a note that there is none.
        public static func defaultDataFormatter(_ data: Data) -> String {
            String(data: data, encoding: .utf8) ?? "## Cannot map data to String ##"
        }

        /// Returns `Moya_Logger: [date] identifier: message`.
        public static func defaultEntryFormatter(
            identifier: String, message: String, target: any TargetType
        ) -> String {
            let date = DateFormatter.localizedString(from: Date(), dateStyle: .short, timeStyle: .short)
            return "Moya_Logger: [\(date)] \(identifier): \(message)"
        }
    }
}
