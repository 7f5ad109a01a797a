/// Writes parameters into the body as JSON, by `JSONSerialization`.
public struct JSONEncoding: ParameterEncoding {
    /// The error of parameters that are not JSON.
    public enum Error: Swift.Error, LocalizedError {
        /// `JSONSerialization.isValidJSONObject` refuses the value.
        case invalidJSONObject

        /// Alamofire's text.
        public var errorDescription: String? {
            "Invalid JSON object provided for parameter or object encoding. "
                + "This is most likely due to a value which can't be represented in Objective-C."
        }
    }

    /// The encoding without options.
    public static var `default`: JSONEncoding { JSONEncoding() }
    /// The encoding with line breaks.
    public static var prettyPrinted: JSONEncoding { JSONEncoding(options: .prettyPrinted) }

    /// The options of writing.
    public let options: JSONSerialization.WritingOptions

    /// Makes an encoding.
    public init(options: JSONSerialization.WritingOptions = []) { self.options = options }

    /// Returns the request with the parameters; without a body if they are nil.
    /// - Throws: `AFError.parameterEncodingFailed` for parameters that are not JSON.
    public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        try encode(urlRequest, withJSONObject: parameters)
    }

    /// Returns the request with an array or dictionary; without a body if it is nil.
    /// - Throws: `AFError.parameterEncodingFailed` for a value that is not JSON.
    public func encode(
        _ urlRequest: any URLRequestConvertible, withJSONObject jsonObject: Any? = nil
    ) throws -> URLRequest {
        var request = try urlRequest.asURLRequest()
        guard let jsonObject else { return request }
        do {
            guard JSONSerialization.isValidJSONObject(jsonObject) else { throw Error.invalidJSONObject }
            let body = try JSONSerialization.data(withJSONObject: jsonObject, options: options)
            request.setBody(body, type: "application/json")
        } catch { throw AFError.parameterEncodingFailed(reason: .jsonEncodingFailed(error: error)) }
        return request
    }
}
