/// The content of a request, or the kind of its transfer: the twelve cases of Moya 15.0.3.
public enum Task {
    /// No content.
    case requestPlain
    /// A body of bytes.
    case requestData(Data)
    /// A body of JSON, written by a `JSONEncoder` without settings.
    case requestJSONEncodable(any Encodable)
    /// A body of JSON, written by an encoder.
    case requestCustomJSONEncodable(any Encodable, encoder: JSONEncoder)
    /// Parameters, in the query or body by their encoding.
    case requestParameters(parameters: [String: Any], encoding: any ParameterEncoding)
    /// A body of bytes, with parameters in the query.
    case requestCompositeData(bodyData: Data, urlParameters: [String: Any])
    /// Parameters in the body, with parameters in the query.
    case requestCompositeParameters(
        bodyParameters: [String: Any], bodyEncoding: any ParameterEncoding, urlParameters: [String: Any])
    /// The upload of a file.
    case uploadFile(URL)
    /// The upload of a form.
    case uploadMultipart([MultipartFormData])
    /// The upload of a form, with parameters in the query.
    case uploadCompositeMultipart([MultipartFormData], urlParameters: [String: Any])
    /// A download to a file.
    case downloadDestination(DownloadDestination)
    /// A download to a file, with parameters.
    case downloadParameters(
        parameters: [String: Any], encoding: any ParameterEncoding, destination: DownloadDestination)
}

/// A part of a form upload.
public struct MultipartFormData: Hashable {
    /// The source of a part's bytes.
    public enum FormDataProvider: Hashable {
        /// Bytes.
        case data(Foundation.Data)
        /// A file, read while the request is sent.
        case file(URL)
        /// A stream with its length in bytes. It can be sent once.
        case stream(InputStream, UInt64)
    }

    /// The source of the bytes.
    public let provider: FormDataProvider
    /// The field name.
    public let name: String
    /// The file name; nil for none.
    public let fileName: String?
    /// The media type; nil for none.
    public let mimeType: String?

    /// Makes a part.
    public init(provider: FormDataProvider, name: String, fileName: String? = nil, mimeType: String? = nil) {
        self.provider = provider
        self.name = name
        self.fileName = fileName
        self.mimeType = mimeType
    }
}
