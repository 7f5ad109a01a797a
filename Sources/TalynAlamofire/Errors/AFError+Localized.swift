extension AFError: CustomNSError {
    /// Alamofire's domain, by which crash reporters group.
    public static var errorDomain: String { "Alamofire.AFError" }
    /// The text, which Foundation on Linux does not ask for otherwise.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription ?? ""] }
}

extension AFError: LocalizedError {
    /// Alamofire's text.
    public var errorDescription: String? {
        switch self {
        case .createUploadableFailed(let error):
            "Uploadable creation failed with error: \(error.localizedDescription)"
        case .createURLRequestFailed(let error):
            "URLRequest creation failed with error: \(error.localizedDescription)"
        case .downloadedFileMoveFailed(let error, let source, let destination):
            "Moving downloaded file from: \(source) to: \(destination) failed with error: "
                + error.localizedDescription
        case .explicitlyCancelled: "Request explicitly cancelled."
        case .invalidURL(let url): "URL is not valid: \(url)"
        case .multipartEncodingFailed(let reason): reason.text
        case .parameterEncodingFailed(let reason): reason.text
        case .parameterEncoderFailed(.missingRequiredComponent(let component)):
            "Encoding failed due to a missing request component: \(component)"
        case .parameterEncoderFailed(.encoderFailed(let error)):
            "The underlying encoder failed with the error: \(error)"
        case .requestAdaptationFailed(let error):
            "Request adaption failed with error: \(error.localizedDescription)"
        case .requestRetryFailed(let error, let original):
            "Request retry failed with retry error: \(error.localizedDescription), "
                + "original error: \(original.localizedDescription)"
        case .responseValidationFailed(let reason): reason.text
        case .responseSerializationFailed(let reason): reason.text
        case .serverTrustEvaluationFailed(let reason):
            "Server trust evaluation failed due to reason: \(reason.text)"
        case .sessionDeinitialized:
            "Session was invalidated without error, so it was likely deinitialized unexpectedly. "
                + "Be sure to retain a reference to your Session for the duration of your requests."
        case .sessionInvalidated(let error):
            "Session was invalidated with error: \(error?.localizedDescription ?? "No description.")"
        case .sessionTaskFailed(let error): "URLSessionTask failed with error: \(error.localizedDescription)"
        case .urlRequestValidationFailed(.bodyDataInGETRequest(let data)):
            "URLRequest validation failed due to reason: Invalid URLRequest: Requests with GET method cannot have "
                + "body data:\n\(String(decoding: data, as: UTF8.self))"
        }
    }
}

extension AFError.ParameterEncodingFailureReason {
    fileprivate var text: String {
        switch self {
        case .missingURL: "URL request to encode was missing a URL"
        case .jsonEncodingFailed(let error):
            "JSON could not be encoded because of error:\n\(error.localizedDescription)"
        case .customEncodingFailed(let error):
            "Custom parameter encoder failed with error: \(error.localizedDescription)"
        }
    }
}

extension AFError.MultipartEncodingFailureReason {
    fileprivate var text: String {
        switch self {
        case .bodyPartURLInvalid(let url): "The URL provided is not a file URL: \(url)"
        case .bodyPartFilenameInvalid(let url): "The URL provided does not have a valid filename: \(url)"
        case .bodyPartFileNotReachable(let url): "The URL provided is not reachable: \(url)"
        case .bodyPartFileNotReachableWithError(let url, let error):
            "The system returned an error while checking the provided URL for reachability.\n"
                + "URL: \(url)\nError: \(error)"
        case .bodyPartFileIsDirectory(let url): "The URL provided is a directory: \(url)"
        case .bodyPartFileSizeNotAvailable(let url): "Could not fetch the file size from the provided URL: \(url)"
        case .bodyPartFileSizeQueryFailedWithError(let url, let error):
            "The system returned an error while attempting to fetch the file size from the provided URL.\n"
                + "URL: \(url)\nError: \(error)"
        case .bodyPartInputStreamCreationFailed(let url):
            "Failed to create an InputStream for the provided URL: \(url)"
        case .outputStreamCreationFailed(let url): "Failed to create an OutputStream for URL: \(url)"
        case .outputStreamFileAlreadyExists(let url): "A file already exists at the provided URL: \(url)"
        case .outputStreamURLInvalid(let url): "The provided OutputStream URL is invalid: \(url)"
        case .outputStreamWriteFailed(let error): "OutputStream write failed with error: \(error)"
        case .inputStreamReadFailed(let error): "InputStream read failed with error: \(error)"
        }
    }
}

extension AFError.ResponseValidationFailureReason {
    fileprivate var text: String {
        switch self {
        case .dataFileNil: "Response could not be validated, data file was nil."
        case .dataFileReadFailed(let url): "Response could not be validated, data file could not be read: \(url)."
        case .missingContentType(let types):
            "Response Content-Type was missing and acceptable content types (\(types.joined(separator: ","))) "
                + "do not match \"*/*\"."
        case .unacceptableContentType(let types, let type):
            "Response Content-Type \"\(type)\" does not match any acceptable types: \(types.joined(separator: ","))."
        case .unacceptableStatusCode(let code): "Response status code was unacceptable: \(code)."
        case .customValidationFailed(let error):
            "Custom response validation failed with error: \(error.localizedDescription)"
        }
    }
}

extension AFError.ResponseSerializationFailureReason {
    fileprivate var text: String {
        switch self {
        case .inputDataNilOrZeroLength: "Response could not be serialized, input data was nil or zero length."
        case .inputFileNil: "Response could not be serialized, input file was nil."
        case .inputFileReadFailed(let url): "Response could not be serialized, input file could not be read: \(url)."
        case .stringSerializationFailed(let encoding): "String could not be serialized with encoding: \(encoding)."
        case .jsonSerializationFailed(let error):
            "JSON could not be serialized because of error:\n\(error.localizedDescription)"
        case .decodingFailed(let error):
            "Response could not be decoded because of error:\n\(error.localizedDescription)"
        case .customSerializationFailed(let error):
            "Custom response serializer failed with error:\n\(error.localizedDescription)"
        case .invalidEmptyResponse(let type):
            "Empty response could not be serialized to type: \(type). "
                + "Use Empty as the expected type for such responses."
        }
    }
}

extension AFError.ServerTrustFailureReason {
    fileprivate var text: String {
        switch self {
        case .noRequiredEvaluator(let host):
            "A ServerTrustEvaluating value is required for host \(host) but none was found."
        case .noCertificatesFound: "No certificates were found or provided for evaluation."
        case .noPublicKeysFound: "No public keys were found or provided for evaluation."
        case .revocationPolicyCreationFailed: "Attempting to create a revocation policy failed."
        case .trustEvaluationFailed(let error):
            "SecTrust evaluation failed with error: \(error?.localizedDescription ?? "None")"
        case .customEvaluationFailed(let error):
            "Custom trust evaluation failed with error: \(error.localizedDescription)"
        }
    }
}
