/// Changes the body of an accepted response before plugins and the decoder see it; status, headers and URL stay.
///
/// ```swift
/// var bodyTransformers: [BodyTransformer] { [.repairingJSONEscapes] }
/// ```
/// Sees whole bodies only: files and streams pass as they are.
public struct BodyTransformer: Sendable {
    private let transform: @Sendable (Data, Response) throws -> Data

    /// A transformer; what it throws fails the call as ``RequestError/Kind-swift.enum/decoding(_:)``.
    public init(_ transform: @escaping @Sendable (_ body: Data, _ response: Response) throws -> Data) {
        self.transform = transform
    }

    /// Drops the backslash of an escape that JSON does not have (RFC 8259 §7), such as the `\'` in Flickr's feeds.
    ///
    /// A tokenizing repair: valid JSON passes byte for byte, `\n`, `\u00e9`, `\"` and `\\` included.
    public static let repairingJSONEscapes = BodyTransformer { body, _ in JSONEscapeRepair.repaired(body) }

    /// The response with its body changed.
    /// - Throws: ``RequestError/Kind-swift.enum/decoding(_:)``.
    public func callAsFunction(_ response: Response) throws(RequestError) -> Response {
        guard case .data(let body) = response.body else { return response }
        do { return response.replacing(data: try transform(body, response)) } catch {
            let failure = DecodingFailure(error, data: body, contentType: response.headers["Content-Type"])
            throw (error as? RequestError) ?? RequestError(.decoding(failure), response: response)
        }
    }
}
