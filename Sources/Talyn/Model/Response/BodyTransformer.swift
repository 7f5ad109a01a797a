/// A change to the body of an accepted response before plugins and the decoder receive it. Status code, headers and URL
/// stay.
///
/// ```swift
/// var bodyTransformers: [BodyTransformer] { [.repairingJSONEscapes] }
/// ```
/// It applies to bodies in memory only, not to files and streams.
public struct BodyTransformer: Sendable {
    private let transform: @Sendable (Data, Response) throws -> Data

    /// Makes a transformer. An error that it throws fails the call as ``RequestError/Kind-swift.enum/decoding(_:)``.
    public init(_ transform: @escaping @Sendable (_ body: Data, _ response: Response) throws -> Data) {
        self.transform = transform
    }

    /// Removes the backslash of escapes that JSON does not define (RFC 8259 §7), such as the `\'` in Flickr's feeds.
    ///
    /// Valid JSON stays byte for byte, including `\n`, `\u00e9`, `\"` and `\\`.
    public static let repairingJSONEscapes = BodyTransformer { body, _ in JSONEscape.repaired(body) }

    /// Returns the response with its body transformed.
    /// - Throws: ``RequestError/Kind-swift.enum/decoding(_:)``.
    public func callAsFunction(_ response: Response) throws(RequestError) -> Response {
        guard case .data(let body) = response.body else { return response }
        do { return response.replacing(data: try transform(body, response)) } catch {
            let failure = DecodingFailure(error, data: body, contentType: response.headers["Content-Type"])
            throw (error as? RequestError) ?? RequestError(.decoding(failure), response: response)
        }
    }
}
