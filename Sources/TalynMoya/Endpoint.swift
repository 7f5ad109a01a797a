internal import Talyn
public import TalynAlamofire

/// The response of a stub.
public enum EndpointSampleResponse {
    /// A response with a status code and a body.
    case networkResponse(Int, Data)
    /// A response with a head and a body.
    case response(HTTPURLResponse, Data)
    /// No response, but an error.
    case networkError(NSError)
}

/// An intermediate form of a request, between a target and its `URLRequest`.
open class Endpoint {
    /// Returns the response of a stub.
    public typealias SampleResponseClosure = () -> EndpointSampleResponse

    /// The URL.
    public let url: String
    /// Returns the response of a stub. Called once for each stubbed call.
    public let sampleResponseClosure: SampleResponseClosure
    /// The HTTP method.
    public let method: Moya.Method
    /// The content.
    public let task: Task
    /// The header fields; nil for none.
    public let httpHeaderFields: [String: String]?

    /// Makes an endpoint.
    public init(
        url: String, sampleResponseClosure: @escaping SampleResponseClosure, method: Moya.Method, task: Task,
        httpHeaderFields: [String: String]?
    ) {
        self.url = url
        self.sampleResponseClosure = sampleResponseClosure
        self.method = method
        self.task = task
        self.httpHeaderFields = httpHeaderFields
    }

    /// Returns the endpoint with added header fields. Names are compared with case; a new field replaces an old one.
    open func adding(newHTTPHeaderFields: [String: String]) -> Endpoint {
        let fields =
            newHTTPHeaderFields.isEmpty
            ? httpHeaderFields : (httpHeaderFields ?? [:]).merging(newHTTPHeaderFields) { $1 }
        return Endpoint(
            url: url, sampleResponseClosure: sampleResponseClosure, method: method, task: task, httpHeaderFields: fields
        )
    }

    /// Returns the endpoint with another content.
    open func replacing(task: Task) -> Endpoint {
        Endpoint(
            url: url, sampleResponseClosure: sampleResponseClosure, method: method, task: task,
            httpHeaderFields: httpHeaderFields)
    }
}

extension Endpoint {
    /// Returns the request, without the content of a file or form.
    /// - Throws: `MoyaError.requestMapping` for a text that is not a URL, `.parameterEncoding`, `.encodableMapping`.
    public func urlRequest() throws -> URLRequest {
        // Avoids parsing the URL twice.
        let query = query
        guard let url = URL(string: query ?? url) else { throw MoyaError.requestMapping(url) }
        var request = URLRequest(url: url)
        if method != .get { request.httpMethod = method.rawValue }
        if let httpHeaderFields { request.allHTTPHeaderFields = httpHeaderFields }
        if query != nil { return request }
        switch task {
        case .requestPlain, .uploadFile, .uploadMultipart, .downloadDestination:
            return request
        case .requestData(let data):
            request.httpBody = data
            return request
        case .requestJSONEncodable(let value):
            return try request.encoding(value, JSONEncoder())
        case .requestCustomJSONEncodable(let value, let encoder):
            return try request.encoding(value, encoder)
        case .requestParameters(let parameters, let encoding), .downloadParameters(let parameters, let encoding, _):
            return try request.encoding(parameters, encoding)
        case .uploadCompositeMultipart(_, let parameters):
            return try request.encoding(parameters, URLEncoding.queryString)
        case .requestCompositeData(let data, let parameters):
            request.httpBody = data
            return try request.encoding(parameters, URLEncoding.queryString)
        case .requestCompositeParameters(let body, let encoding, let parameters):
            // Moya crashes here.
            if let encoding = encoding as? URLEncoding, encoding.destination != .httpBody {
                throw MoyaError.parameterEncoding(
                    Misuse("a URLEncoding as 'bodyEncoding' must be URLEncoding.httpBody; others write into the URL"))
            }
            return try request.encoding(body, encoding).encoding(parameters, URLEncoding.queryString)
        }
    }

    /// The URL with the parameters that a `URLEncoding` writes into the query; nil for other tasks.
    private var query: String? {
        switch task {
        case .requestParameters(let parameters, let encoding), .downloadParameters(let parameters, let encoding, _):
            guard !parameters.isEmpty, let encoding = encoding as? URLEncoding, encoding.isForQuery(of: method) else {
                return nil
            }
            return encoding.appending(parameters, to: url)
        default: return nil
        }
    }

    /// The parts of a form; nil for other tasks.
    var form: [MultipartFormData]? {
        switch task {
        case .uploadMultipart(let parts), .uploadCompositeMultipart(let parts, _): parts
        default: nil
        }
    }

    /// The file to upload; nil if the content is another one.
    var file: URL? { if case .uploadFile(let file) = task { file } else { nil } }

    /// The destination of a download; nil for other calls.
    var destination: DownloadDestination? {
        switch task {
        case .downloadDestination(let destination), .downloadParameters(_, _, let destination): destination
        default: nil
        }
    }
}

/// Endpoints are equal if their requests, files and forms are; if no request can be made of either, if their URLs are.
/// Bodies of JSON are compared by value: a `JSONEncoder` writes the keys of equal values in another order each time.
extension Endpoint: Hashable {
    public static func == (left: Endpoint, right: Endpoint) -> Bool {
        if left === right { return true }
        guard left.file == right.file, left.form == right.form else { return false }
        switch (try? left.urlRequest(), try? right.urlRequest()) {
        // URLRequest compares neither header fields nor bodies on Linux.
        case (let left?, let right?):
            return left.url == right.url && left.httpMethod == right.httpMethod
                && left.allHTTPHeaderFields ?? [:] == right.allHTTPHeaderFields ?? [:] && left.hasSameBody(as: right)
        case (nil, nil): return left.url == right.url
        default: return false
        }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(file)
        hasher.combine(form)
        guard let request = try? urlRequest() else { return hasher.combine(url) }
        hasher.combine(request.url)
        hasher.combine(request.httpMethod)
        // The keys of JSON may have another order.
        hasher.combine(request.httpBody?.reduce(0) { $0 &+ Int($1) })
    }
}

extension URLRequest {
    /// Whether the bodies have the same bytes, of JSON in any order of its keys.
    fileprivate func hasSameBody(as other: URLRequest) -> Bool {
        if httpBody == other.httpBody { return true }
        guard value(forHTTPHeaderField: "Content-Type")?.contains(bytes: "json") == true, let body = httpBody,
            let otherBody = other.httpBody, body.count == otherBody.count,
            // Numbers and text that only look alike have other bytes.
            body.sorted() == otherBody.sorted(), let value = try? JSONValue(parsing: body)
        else { return false }
        return value == (try? JSONValue(parsing: otherBody))
    }
}

extension URLRequest {
    fileprivate func encoding(_ value: any Encodable, _ encoder: JSONEncoder) throws -> URLRequest {
        var request = self
        do { request.httpBody = try encoder.encode(AnyEncodable(value: value)) } catch {
            throw MoyaError.encodableMapping(error)
        }
        if request.value(forHTTPHeaderField: "Content-Type") == nil {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        return request
    }

    fileprivate func encoding(_ parameters: [String: Any], _ encoding: any ParameterEncoding) throws -> URLRequest {
        do { return try encoding.encode(self, with: parameters) } catch { throw MoyaError.parameterEncoding(error) }
    }
}

/// A value without its type, as Moya encodes it: keys of a dictionary follow the encoder's strategy, a `Date` does not.
private struct AnyEncodable: Encodable {
    let value: any Encodable
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
