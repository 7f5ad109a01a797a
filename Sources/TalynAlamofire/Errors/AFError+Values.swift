extension AFError {
    /// Whether the case is ``createUploadableFailed(error:)``.
    public var isCreateUploadableError: Bool { if case .createUploadableFailed = self { true } else { false } }
    /// Whether the case is ``createURLRequestFailed(error:)``.
    public var isCreateURLRequestError: Bool { if case .createURLRequestFailed = self { true } else { false } }
    /// Whether the case is ``downloadedFileMoveFailed(error:source:destination:)``.
    public var isDownloadedFileMoveError: Bool { if case .downloadedFileMoveFailed = self { true } else { false } }
    /// Whether the case is ``explicitlyCancelled``.
    public var isExplicitlyCancelledError: Bool { if case .explicitlyCancelled = self { true } else { false } }
    /// Whether the case is ``invalidURL(url:)``.
    public var isInvalidURLError: Bool { if case .invalidURL = self { true } else { false } }
    /// Whether the case is ``multipartEncodingFailed(reason:)``.
    public var isMultipartEncodingError: Bool { if case .multipartEncodingFailed = self { true } else { false } }
    /// Whether the case is ``parameterEncodingFailed(reason:)``.
    public var isParameterEncodingError: Bool { if case .parameterEncodingFailed = self { true } else { false } }
    /// Whether the case is ``parameterEncoderFailed(reason:)``.
    public var isParameterEncoderError: Bool { if case .parameterEncoderFailed = self { true } else { false } }
    /// Whether the case is ``requestAdaptationFailed(error:)``.
    public var isRequestAdaptationError: Bool { if case .requestAdaptationFailed = self { true } else { false } }
    /// Whether the case is ``requestRetryFailed(retryError:originalError:)``.
    public var isRequestRetryError: Bool { if case .requestRetryFailed = self { true } else { false } }
    /// Whether the case is ``responseValidationFailed(reason:)``.
    public var isResponseValidationError: Bool { if case .responseValidationFailed = self { true } else { false } }
    /// Whether the case is ``responseSerializationFailed(reason:)``.
    public var isResponseSerializationError: Bool {
        if case .responseSerializationFailed = self { true } else { false }
    }
    /// Whether the case is ``serverTrustEvaluationFailed(reason:)``.
    public var isServerTrustEvaluationError: Bool {
        if case .serverTrustEvaluationFailed = self { true } else { false }
    }
    /// Whether the case is ``sessionDeinitialized``.
    public var isSessionDeinitializedError: Bool { if case .sessionDeinitialized = self { true } else { false } }
    /// Whether the case is ``sessionInvalidated(error:)``.
    public var isSessionInvalidatedError: Bool { if case .sessionInvalidated = self { true } else { false } }
    /// Whether the case is ``sessionTaskFailed(error:)``.
    public var isSessionTaskError: Bool { if case .sessionTaskFailed = self { true } else { false } }
}

extension AFError {
    /// The value of ``invalidURL(url:)``; nil for other cases.
    public var urlConvertible: (any URLConvertible)? { if case .invalidURL(let url) = self { url } else { nil } }

    /// The URL of ``multipartEncodingFailed(reason:)``; nil for other cases.
    public var url: URL? {
        guard case .multipartEncodingFailed(let reason) = self else { return nil }
        switch reason {
        case .bodyPartURLInvalid(let url), .bodyPartFilenameInvalid(let url), .bodyPartFileNotReachable(let url),
            .bodyPartFileIsDirectory(let url), .bodyPartFileSizeNotAvailable(let url),
            .bodyPartInputStreamCreationFailed(let url), .outputStreamCreationFailed(let url),
            .outputStreamFileAlreadyExists(let url), .outputStreamURLInvalid(let url),
            .bodyPartFileNotReachableWithError(let url, _), .bodyPartFileSizeQueryFailedWithError(let url, _):
            return url
        case .outputStreamWriteFailed, .inputStreamReadFailed: return nil
        }
    }

    /// The wrapped error, for ``requestRetryFailed(retryError:originalError:)`` that of the interceptor; nil if there
    /// is none.
    public var underlyingError: (any Error)? {
        switch self {
        case .createUploadableFailed(let error), .createURLRequestFailed(let error),
            .downloadedFileMoveFailed(let error, _, _), .requestAdaptationFailed(let error),
            .requestRetryFailed(let error, _), .sessionTaskFailed(let error),
            .parameterEncodingFailed(.jsonEncodingFailed(let error)),
            .parameterEncodingFailed(.customEncodingFailed(let error)),
            .parameterEncoderFailed(.encoderFailed(let error)),
            .multipartEncodingFailed(.bodyPartFileNotReachableWithError(_, let error)),
            .multipartEncodingFailed(.bodyPartFileSizeQueryFailedWithError(_, let error)),
            .multipartEncodingFailed(.outputStreamWriteFailed(let error)),
            .multipartEncodingFailed(.inputStreamReadFailed(let error)),
            .responseValidationFailed(.customValidationFailed(let error)),
            .responseSerializationFailed(.jsonSerializationFailed(let error)),
            .responseSerializationFailed(.decodingFailed(let error)),
            .responseSerializationFailed(.customSerializationFailed(let error)),
            .serverTrustEvaluationFailed(.customEvaluationFailed(let error)):
            error
        case .sessionInvalidated(let error), .serverTrustEvaluationFailed(.trustEvaluationFailed(let error)): error
        default: nil
        }
    }

    /// The content types that validation accepts; nil unless it refused the response's.
    public var acceptableContentTypes: [String]? {
        switch self {
        case .responseValidationFailed(.missingContentType(let types)),
            .responseValidationFailed(.unacceptableContentType(let types, _)):
            types
        default: nil
        }
    }

    /// The content type that validation refused; nil for other errors.
    public var responseContentType: String? {
        if case .responseValidationFailed(.unacceptableContentType(_, let type)) = self { type } else { nil }
    }

    /// The status code that validation refused; nil for other errors.
    public var responseCode: Int? {
        if case .responseValidationFailed(.unacceptableStatusCode(let code)) = self { code } else { nil }
    }

    /// The encoding that the body is not text of; nil for other errors.
    public var failedStringEncoding: String.Encoding? {
        if case .responseSerializationFailed(.stringSerializationFailed(let encoding)) = self { encoding } else { nil }
    }

    /// The temporary file of ``downloadedFileMoveFailed(error:source:destination:)``; nil for other cases.
    public var sourceURL: URL? { if case .downloadedFileMoveFailed(_, let source, _) = self { source } else { nil } }

    /// The destination of ``downloadedFileMoveFailed(error:source:destination:)``; nil for other cases.
    public var destinationURL: URL? {
        if case .downloadedFileMoveFailed(_, _, let destination) = self { destination } else { nil }
    }
}
