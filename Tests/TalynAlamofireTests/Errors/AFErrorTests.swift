import Foundation
import Testing

@testable import TalynAlamofire

/// The expected texts and codes are those of Alamofire 5.11.2; the codes those of Apple platforms.
struct AFErrorTests {
    private struct Odd: LocalizedError { var errorDescription: String? { "odd" } }
    /// An error, its code as an `NSError`, its text, and whether it wraps ``Odd``.
    typealias Row = (error: AFError, code: Int, text: String, wraps: Bool)

    private static let file = URL(string: "file:///tmp/x")!

    static let errors: [Row] = [
        (.createUploadableFailed(error: Odd()), 0, "Uploadable creation failed with error: odd", true),
        (.createURLRequestFailed(error: Odd()), 1, "URLRequest creation failed with error: odd", true),
        (
            .downloadedFileMoveFailed(error: Odd(), source: file, destination: URL(string: "file:///tmp/y")!), 2,
            "Moving downloaded file from: file:///tmp/x to: file:///tmp/y failed with error: odd", true
        ),
        (.invalidURL(url: "a b"), 3, "URL is not valid: a b", false),
        (
            .parameterEncodingFailed(reason: .missingURL), 5, "URL request to encode was missing a URL", false
        ),
        (
            .parameterEncodingFailed(reason: .jsonEncodingFailed(error: Odd())), 5,
            "JSON could not be encoded because of error:\nodd", true
        ),
        (
            .parameterEncodingFailed(reason: .customEncodingFailed(error: Odd())), 5,
            "Custom parameter encoder failed with error: odd", true
        ),
        (
            .parameterEncoderFailed(reason: .missingRequiredComponent(.httpMethod(rawValue: "X"))), 6,
            "Encoding failed due to a missing request component: httpMethod(rawValue: \"X\")", false
        ),
        (.requestAdaptationFailed(error: Odd()), 7, "Request adaption failed with error: odd", true),
        (
            .requestRetryFailed(retryError: Odd(), originalError: AFError.explicitlyCancelled), 8,
            "Request retry failed with retry error: odd, original error: Request explicitly cancelled.", true
        ),
        (
            .responseValidationFailed(reason: .unacceptableStatusCode(code: 404)), 9,
            "Response status code was unacceptable: 404.", false
        ),
        (
            .responseValidationFailed(reason: .dataFileNil), 9,
            "Response could not be validated, data file was nil.", false
        ),
        (
            .responseValidationFailed(reason: .dataFileReadFailed(at: file)), 9,
            "Response could not be validated, data file could not be read: file:///tmp/x.", false
        ),
        (
            .responseValidationFailed(reason: .missingContentType(acceptableContentTypes: ["a/b", "c/d"])), 9,
            "Response Content-Type was missing and acceptable content types (a/b,c/d) do not match \"*/*\".", false
        ),
        (
            .responseValidationFailed(
                reason: .unacceptableContentType(acceptableContentTypes: ["a/b", "c/d"], responseContentType: "e/f")),
            9, "Response Content-Type \"e/f\" does not match any acceptable types: a/b,c/d.", false
        ),
        (
            .responseValidationFailed(reason: .customValidationFailed(error: Odd())), 9,
            "Custom response validation failed with error: odd", true
        ),
        (
            .responseSerializationFailed(reason: .inputDataNilOrZeroLength), 10,
            "Response could not be serialized, input data was nil or zero length.", false
        ),
        (
            .responseSerializationFailed(reason: .inputFileNil), 10,
            "Response could not be serialized, input file was nil.", false
        ),
        (
            .responseSerializationFailed(reason: .inputFileReadFailed(at: file)), 10,
            "Response could not be serialized, input file could not be read: file:///tmp/x.", false
        ),
        (
            .responseSerializationFailed(reason: .jsonSerializationFailed(error: Odd())), 10,
            "JSON could not be serialized because of error:\nodd", true
        ),
        (
            .responseSerializationFailed(reason: .decodingFailed(error: Odd())), 10,
            "Response could not be decoded because of error:\nodd", true
        ),
        (
            .responseSerializationFailed(reason: .customSerializationFailed(error: Odd())), 10,
            "Custom response serializer failed with error:\nodd", true
        ),
        (
            .responseSerializationFailed(reason: .invalidEmptyResponse(type: "T")), 10,
            "Empty response could not be serialized to type: T. Use Empty as the expected type for such responses.",
            false
        ),
        (
            .serverTrustEvaluationFailed(reason: .noRequiredEvaluator(host: "h")), 11,
            "Server trust evaluation failed due to reason: A ServerTrustEvaluating value is required for host h but "
                + "none was found.", false
        ),
        (
            .serverTrustEvaluationFailed(reason: .trustEvaluationFailed(error: Odd())), 11,
            "Server trust evaluation failed due to reason: SecTrust evaluation failed with error: odd", true
        ),
        (.sessionInvalidated(error: nil), 12, "Session was invalidated with error: No description.", false),
        (.sessionInvalidated(error: Odd()), 12, "Session was invalidated with error: odd", true),
        (.sessionTaskFailed(error: Odd()), 13, "URLSessionTask failed with error: odd", true),
        (
            .urlRequestValidationFailed(reason: .bodyDataInGETRequest(Data("b".utf8))), 14,
            "URLRequest validation failed due to reason: Invalid URLRequest: Requests with GET method cannot have body "
                + "data:\nb", false
        ),
        (.explicitlyCancelled, 15, "Request explicitly cancelled.", false),
        (
            .sessionDeinitialized, 16,
            "Session was invalidated without error, so it was likely deinitialized unexpectedly. Be sure to retain a "
                + "reference to your Session for the duration of your requests.", false
        ),
    ]

    static let forms: [(AFError.MultipartEncodingFailureReason, String, hasURL: Bool)] = [
        (.bodyPartURLInvalid(url: file), "The URL provided is not a file URL: file:///tmp/x", true),
        (.bodyPartFilenameInvalid(in: file), "The URL provided does not have a valid filename: file:///tmp/x", true),
        (.bodyPartFileNotReachable(at: file), "The URL provided is not reachable: file:///tmp/x", true),
        (
            .bodyPartFileNotReachableWithError(atURL: file, error: AFError.explicitlyCancelled),
            "The system returned an error while checking the provided URL for reachability.\nURL: file:///tmp/x\n"
                + "Error: explicitlyCancelled", true
        ),
        (.bodyPartFileIsDirectory(at: file), "The URL provided is a directory: file:///tmp/x", true),
        (
            .bodyPartFileSizeNotAvailable(at: file),
            "Could not fetch the file size from the provided URL: file:///tmp/x", true
        ),
        (
            .bodyPartFileSizeQueryFailedWithError(forURL: file, error: AFError.explicitlyCancelled),
            "The system returned an error while attempting to fetch the file size from the provided URL.\n"
                + "URL: file:///tmp/x\nError: explicitlyCancelled", true
        ),
        (
            .bodyPartInputStreamCreationFailed(for: file),
            "Failed to create an InputStream for the provided URL: file:///tmp/x", true
        ),
        (.outputStreamCreationFailed(for: file), "Failed to create an OutputStream for URL: file:///tmp/x", true),
        (.outputStreamFileAlreadyExists(at: file), "A file already exists at the provided URL: file:///tmp/x", true),
        (.outputStreamURLInvalid(url: file), "The provided OutputStream URL is invalid: file:///tmp/x", true),
        (
            .outputStreamWriteFailed(error: AFError.explicitlyCancelled),
            "OutputStream write failed with error: explicitlyCancelled", false
        ),
        (
            .inputStreamReadFailed(error: AFError.explicitlyCancelled),
            "InputStream read failed with error: explicitlyCancelled", false
        ),
    ]

    @Test(arguments: errors)
    func textCodeAndWrappedErrorAreAlamofires(row: Row) {
        #expect(row.error.errorDescription == row.text)
        let error: any Error = row.error
        #expect(error.localizedDescription == row.text)
        #expect((row.error as NSError).domain == "Alamofire.AFError" && (row.error as NSError).code == row.code)
        #expect((row.error.underlyingError is Odd) == row.wraps)
        #expect((row.error.underlyingError == nil) == !row.wraps)
        #expect(error.asAFError?.errorDescription == row.text)
    }

    @Test(arguments: forms)
    func reasonsOfFormsHaveTheirText(reason: AFError.MultipartEncodingFailureReason, text: String, hasURL: Bool) {
        let error = AFError.multipartEncodingFailed(reason: reason)
        #expect(error.localizedDescription == text && error.isMultipartEncodingError)
        #expect((error.url != nil) == hasURL && (error as NSError).code == 4)
    }

    @Test func eachFlagIsTrueForOneCase() {
        let codes = Self.errors.map { row -> Int? in
            let error = row.error
            let flags = [
                error.isCreateUploadableError, error.isCreateURLRequestError, error.isDownloadedFileMoveError,
                error.isInvalidURLError, error.isMultipartEncodingError, error.isParameterEncodingError,
                error.isParameterEncoderError, error.isRequestAdaptationError, error.isRequestRetryError,
                error.isResponseValidationError, error.isResponseSerializationError,
                error.isServerTrustEvaluationError, error.isSessionInvalidatedError, error.isSessionTaskError,
                false, error.isExplicitlyCancelledError, error.isSessionDeinitializedError,
            ]
            // There is none for urlRequestValidationFailed.
            return flags.filter { $0 }.count == 1 ? flags.firstIndex(of: true) : 14
        }
        #expect(codes == Self.errors.map(\.code))
    }

    @Test func propertiesReadTheirCase() {
        let other = AFError.explicitlyCancelled
        #expect(AFError.responseValidationFailed(reason: .unacceptableStatusCode(code: 404)).responseCode == 404)
        let types = AFError.responseValidationFailed(
            reason: .unacceptableContentType(acceptableContentTypes: ["a/b"], responseContentType: "e/f"))
        #expect(types.acceptableContentTypes == ["a/b"] && types.responseContentType == "e/f")
        let text = AFError.responseSerializationFailed(reason: .stringSerializationFailed(encoding: .utf8))
        #expect(text.failedStringEncoding == .utf8)
        let move = AFError.downloadedFileMoveFailed(
            error: Odd(), source: Self.file, destination: Self.file.deletingLastPathComponent())
        #expect(move.sourceURL == Self.file && move.destinationURL?.path == "/tmp")
        #expect(AFError.invalidURL(url: "a b").urlConvertible as? String == "a b")
        #expect(other.responseCode == nil && other.acceptableContentTypes == nil && other.responseContentType == nil)
        #expect(other.failedStringEncoding == nil && other.sourceURL == nil && other.destinationURL == nil)
        #expect(other.urlConvertible == nil && other.url == nil && other.underlyingError == nil)
    }

    @Test func otherErrorsAreNone() {
        #expect(Odd().asAFError == nil)
        #expect(Odd().asAFError(or: .explicitlyCancelled).isExplicitlyCancelledError)
    }
}
