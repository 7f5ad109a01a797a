/// A file that a call has downloaded, complete and at its destination.
public struct DownloadedFile: Sendable, Equatable {
    /// The location of the file.
    public let url: URL

    /// The response, whose body is the file (`Body.file`).
    ///
    /// That of a resumed download is the complete one (RFC 9110 §15.3.7.3): status 200, `Content-Length` of the whole
    /// file, and no `Content-Range`.
    public let response: Response

    /// The length of the file in bytes when it was downloaded.
    public let size: Int64

    /// Makes a downloaded file, for tests of code that receives one.
    public init(url: URL, response: Response, size: Int64) {
        self.url = url
        self.response = response
        self.size = size
    }

    /// Makes the value of a download from its completed response.
    init(_ response: Response) throws(RequestError) {
        guard case .file(let url) = response.body else { throw RequestError(.empty, response: response) }
        self.init(url: url, response: response, size: response.body.knownSize)
    }
}

extension DownloadedFile: RedactedStringConvertible {
    /// The status code, size and endpoint; never the path.
    public var description: String { "\(response.statusCode), a file of \(size) bytes, \(response.endpoint)" }

    /// A mirror that shows ``description``.
    public var customMirror: Mirror { Mirror(self, children: ["file": description], displayStyle: .struct) }
}
