/// The content of a request, or the kind of its transfer: the fourteen cases of Moya.
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
    case uploadMultipartFormData(MultipartFormData)
    /// The upload of a form.
    @available(*, deprecated, message: "use `uploadMultipartFormData(MultipartFormData)` instead")
    case uploadMultipart([MultipartFormBodyPart])
    /// The upload of a form, with parameters in the query.
    case uploadCompositeMultipartFormData(MultipartFormData, urlParameters: [String: Any])
    /// The upload of a form, with parameters in the query.
    @available(*, deprecated, message: "use `uploadCompositeMultipartFormData(MultipartFormData)` instead")
    case uploadCompositeMultipart([MultipartFormBodyPart], urlParameters: [String: Any])
    /// A download to a file.
    case downloadDestination(DownloadDestination)
    /// A download to a file, with parameters.
    case downloadParameters(
        parameters: [String: Any], encoding: any ParameterEncoding, destination: DownloadDestination)
}

/// The content of a form upload.
public struct MultipartFormData {
    /// The source of a part's bytes.
    public enum FormDataProvider: Hashable {
        /// Bytes.
        case data(Foundation.Data)
        /// A file, read while the request is sent.
        case file(URL)
        /// A stream with its length in bytes. It can be sent once.
        case stream(InputStream, UInt64)
    }

    /// Unused; declared for source compatibility.
    public let fileManager: FileManager
    /// The boundary of the parts; nil for a random one.
    public let boundary: String?
    /// The parts, in order.
    public let parts: [MultipartFormBodyPart]

    /// Makes a form.
    public init(fileManager: FileManager = .default, boundary: String? = nil, parts: [MultipartFormBodyPart]) {
        self.fileManager = fileManager
        self.boundary = boundary
        self.parts = parts
    }
}

extension MultipartFormData {
    /// Makes a form of one part, as Moya 15.0.3 names a part.
    public init(provider: FormDataProvider, name: String, fileName: String? = nil, mimeType: String? = nil) {
        self.init(
            parts: [MultipartFormBodyPart(provider: provider, name: name, fileName: fileName, mimeType: mimeType)])
    }
}

extension Task {
    // Disfavored, so that an empty literal is the case.

    /// The upload of a form, as Moya 15.0.3 declares it.
    @_disfavoredOverload
    public static func uploadMultipart(_ parts: [MultipartFormData]) -> Task {
        .uploadMultipartFormData(MultipartFormData(parts: parts.flatMap(\.parts)))
    }

    /// The upload of a form, with parameters in the query, as Moya 15.0.3 declares it.
    @_disfavoredOverload
    public static func uploadCompositeMultipart(
        _ parts: [MultipartFormData], urlParameters: [String: Any]
    ) -> Task {
        .uploadCompositeMultipartFormData(
            MultipartFormData(parts: parts.flatMap(\.parts)), urlParameters: urlParameters)
    }
}

/// Forms are equal if their parts and boundaries are.
extension MultipartFormData: Hashable {
    public static func == (left: MultipartFormData, right: MultipartFormData) -> Bool {
        left.boundary == right.boundary && left.parts == right.parts
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

extension MultipartFormData: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: MultipartFormBodyPart...) { self.init(parts: elements) }
}

/// A part of a form upload.
public struct MultipartFormBodyPart: Hashable {
    /// The source of the bytes.
    public let provider: MultipartFormData.FormDataProvider
    /// The field name.
    public let name: String
    /// The file name; nil for none.
    public let fileName: String?
    /// The media type; nil for none.
    public let mimeType: String?

    /// Makes a part.
    public init(
        provider: MultipartFormData.FormDataProvider, name: String, fileName: String? = nil, mimeType: String? = nil
    ) {
        self.provider = provider
        self.name = name
        self.fileName = fileName
        self.mimeType = mimeType
    }
}
