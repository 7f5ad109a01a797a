/// The errors of calls and of mapping.
#if DEPRECATIONS
@available(*, deprecated, message: "a call of Talyn throws MyAPIError, or the error of the target's CatchChain")
#endif
public enum MoyaError: Swift.Error {
    /// The body is not an image.
    case imageMapping(Response)
    /// The body is not JSON.
    case jsonMapping(Response)
    /// The body is not text, or has none at the key path.
    case stringMapping(Response)
    /// The body does not decode.
    case objectMapping(any Swift.Error, Response)
    /// The value does not encode.
    case encodableMapping(any Swift.Error)
    /// A filter refused the status code.
    case statusCode(Response)
    /// Another error: an `AFError` of the transfer or of validation, an error of a stub.
    case underlying(any Swift.Error, Response?)
    /// The text is not a URL.
    case requestMapping(String)
    /// The parameters cannot be encoded.
    case parameterEncoding(any Swift.Error)
}

extension MoyaError {
    /// The response; nil if there was none.
    public var response: Moya.Response? {
        switch self {
        case .imageMapping(let response), .jsonMapping(let response), .stringMapping(let response),
            .objectMapping(_, let response), .statusCode(let response):
            response
        case .underlying(_, let response): response
        case .encodableMapping, .requestMapping, .parameterEncoding: nil
        }
    }

    /// The wrapped error; nil if there is none.
    var underlyingError: (any Swift.Error)? {
        switch self {
        case .objectMapping(let error, _), .encodableMapping(let error), .underlying(let error, _),
            .parameterEncoding(let error):
            error
        case .imageMapping, .jsonMapping, .stringMapping, .statusCode, .requestMapping: nil
        }
    }
}

extension MoyaError: LocalizedError {
    /// Moya's text for the case; that of the wrapped error for ``underlying(_:_:)``.
    public var errorDescription: String? {
        switch self {
        case .imageMapping: "Failed to map data to an Image."
        case .jsonMapping: "Failed to map data to JSON."
        case .stringMapping: "Failed to map data to a String."
        case .objectMapping: "Failed to map data to a Decodable object."
        case .encodableMapping: "Failed to encode Encodable object into data."
        case .statusCode: "Status code didn't fall within the given range."
        case .underlying(let error, _): error.localizedDescription
        case .requestMapping: "Failed to map Endpoint to a URLRequest."
        case .parameterEncoding(let error):
            "Failed to encode parameters for URLRequest. \(error.localizedDescription)"
        }
    }
}

extension MoyaError: CustomNSError {
    /// "Moya.MoyaError", so that reports keep their groups.
    public static var errorDomain: String { "Moya.MoyaError" }

    /// The description, and the wrapped error under `NSUnderlyingErrorKey`.
    public var errorUserInfo: [String: Any] {
        var userInfo: [String: Any] = [:]
        userInfo[NSLocalizedDescriptionKey] = errorDescription
        userInfo[NSUnderlyingErrorKey] = underlyingError
        return userInfo
    }
}
