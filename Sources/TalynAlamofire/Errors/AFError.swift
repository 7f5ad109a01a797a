/// The errors of requests below Moya: Alamofire's cases, in its order, which makes the codes of `NSError`.
public enum AFError: Error {
    /// The file or stream to upload could not be made.
    case createUploadableFailed(error: any Error)
    /// The request could not be made.
    case createURLRequestFailed(error: any Error)
    /// A downloaded file could not be moved to its destination.
    case downloadedFileMoveFailed(error: any Error, source: URL, destination: URL)
    /// The app cancelled the request.
    case explicitlyCancelled
    /// The value is not a URL.
    case invalidURL(url: any URLConvertible)
    /// The form could not be encoded.
    case multipartEncodingFailed(reason: MultipartEncodingFailureReason)
    /// The parameters could not be encoded.
    case parameterEncodingFailed(reason: ParameterEncodingFailureReason)
    /// An encoder refused the parameters.
    case parameterEncoderFailed(reason: ParameterEncoderFailureReason)
    /// The interceptor ended the attempt.
    case requestAdaptationFailed(error: any Error)
    /// The interceptor ended the call after a failed attempt.
    case requestRetryFailed(retryError: any Error, originalError: any Error)
    /// Validation refused the response.
    case responseValidationFailed(reason: ResponseValidationFailureReason)
    /// The body could not be read as the type.
    case responseSerializationFailed(reason: ResponseSerializationFailureReason)
    /// The certificate of the server was refused.
    case serverTrustEvaluationFailed(reason: ServerTrustFailureReason)
    /// The session was released.
    case sessionDeinitialized
    /// The session was invalidated.
    case sessionInvalidated(error: (any Error)?)
    /// The transfer failed.
    case sessionTaskFailed(error: any Error)
    /// The request cannot be sent.
    case urlRequestValidationFailed(reason: URLRequestValidationFailureReason)

    /// The reasons of ``multipartEncodingFailed(reason:)``.
    public enum MultipartEncodingFailureReason: Sendable {
        /// The file of a part cannot be read.
        case bodyPartURLInvalid(url: URL), bodyPartFilenameInvalid(in: URL), bodyPartFileNotReachable(at: URL),
            bodyPartFileNotReachableWithError(atURL: URL, error: any Error), bodyPartFileIsDirectory(at: URL),
            bodyPartFileSizeNotAvailable(at: URL), bodyPartFileSizeQueryFailedWithError(forURL: URL, error: any Error),
            bodyPartInputStreamCreationFailed(for: URL)
        /// The form cannot be written into a file.
        case outputStreamCreationFailed(for: URL), outputStreamFileAlreadyExists(at: URL),
            outputStreamURLInvalid(url: URL), outputStreamWriteFailed(error: any Error)
        /// A part could not be read.
        case inputStreamReadFailed(error: any Error)
    }

    /// The reasons of ``parameterEncodingFailed(reason:)``.
    public enum ParameterEncodingFailureReason: Sendable {
        /// The request has no URL.
        case missingURL
        /// The parameters are not JSON, or an encoding of the app's failed.
        case jsonEncodingFailed(error: any Error), customEncodingFailed(error: any Error)
    }

    /// The reasons of ``parameterEncoderFailed(reason:)``.
    public enum ParameterEncoderFailureReason: Sendable {
        /// A part of a request that an encoder needs.
        public enum RequiredComponent: Sendable { case url, httpMethod(rawValue: String) }

        /// The request lacks a part, or the encoder failed.
        case missingRequiredComponent(RequiredComponent), encoderFailed(error: any Error)
    }

    /// The reasons of ``responseValidationFailed(reason:)``.
    public enum ResponseValidationFailureReason: Sendable {
        /// The downloaded file is missing.
        case dataFileNil, dataFileReadFailed(at: URL)
        /// The response has no content type, or another one.
        case missingContentType(acceptableContentTypes: [String]),
            unacceptableContentType(acceptableContentTypes: [String], responseContentType: String)
        /// The response has another status code.
        case unacceptableStatusCode(code: Int)
        /// A validation of the app's failed.
        case customValidationFailed(error: any Error)
    }

    /// The reasons of ``responseSerializationFailed(reason:)``.
    public enum ResponseSerializationFailureReason: Sendable {
        /// The body or the downloaded file is missing.
        case inputDataNilOrZeroLength, inputFileNil, inputFileReadFailed(at: URL)
        /// The body is not of the expected form.
        case stringSerializationFailed(encoding: String.Encoding), jsonSerializationFailed(error: any Error),
            decodingFailed(error: any Error), customSerializationFailed(error: any Error)
        /// The type has no value for an empty body.
        case invalidEmptyResponse(type: String)
    }

    /// The reasons of ``serverTrustEvaluationFailed(reason:)``: those of Alamofire without types of Security.
    public enum ServerTrustFailureReason: Sendable {
        /// The host has no evaluator.
        case noRequiredEvaluator(host: String)
        /// There is nothing to pin, or no policy.
        case noCertificatesFound, noPublicKeysFound, revocationPolicyCreationFailed
        /// The evaluation failed.
        case trustEvaluationFailed(error: (any Error)?), customEvaluationFailed(error: any Error)
    }

    /// The reasons of ``urlRequestValidationFailed(reason:)``.
    public enum URLRequestValidationFailureReason: Sendable {
        /// A request with the method GET has a body.
        case bodyDataInGETRequest(Data)
    }
}

extension Error {
    /// The error as an ``AFError``; nil if it is another one.
    public var asAFError: AFError? { self as? AFError }

    /// Returns the error as an ``AFError``, or a default.
    package func asAFError(or defaultAFError: @autoclosure () -> AFError) -> AFError {
        self as? AFError ?? defaultAFError()
    }
}
