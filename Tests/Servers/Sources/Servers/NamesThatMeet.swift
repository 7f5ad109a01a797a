import HTTPTypes
import Hummingbird
import NIOHTTP1
import Talyn

/// The short name in each file of this module.
typealias HTTPMethod = Talyn.HTTPMethod

/// Returns the answer of this server for the response of another one.
func answer(for response: Talyn.Response) -> Hummingbird.Response {
    Hummingbird.Response(
        status: HTTPResponse.Status(code: response.statusCode), headers: HTTPFields(response.headers.forwarded),
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: response.data)))
}

extension Talyn.HTTPHeaders {
    /// The fields that describe the body as it is after decompression.
    var forwarded: Talyn.HTTPHeaders {
        Talyn.HTTPHeaders(filter { ["content-type", "cache-control"].contains($0.name.lowercased()) })
    }

    /// Makes headers of fields. `HTTPFields` has a field for each cookie; HTTP/1.1 sends one (RFC 6265 §5.4).
    init(_ fields: HTTPFields) {
        self.init(fields.filter { $0.name != .cookie }.map { Field($0.name.rawName, $0.value) })
        if let cookies = fields[.cookie] { add("Cookie", cookies) }
    }
}

extension HTTPFields {
    /// Makes fields of headers. A name that is not a token is left out; a control character in a value becomes a space.
    init(_ headers: Talyn.HTTPHeaders) {
        self.init()
        for header in headers {
            guard let name = HTTPField.Name(header.name) else { continue }
            append(HTTPField(name: name, value: header.value))
        }
    }
}

/// Returns headers that were fields in between.
func roundTrip(_ headers: Talyn.HTTPHeaders) -> Talyn.HTTPHeaders { Talyn.HTTPHeaders(HTTPFields(headers)) }

/// Returns the headers of a request with two cookies, as HTTP/2 sends them.
func headersOfTwoCookies() -> Talyn.HTTPHeaders {
    var fields = HTTPFields()
    fields[.cookie] = "a=1; b=2"
    return Talyn.HTTPHeaders(fields)
}

/// Returns the same fields in NIO's headers, for a handler of NIOHTTP1.
func nioHeaders(_ headers: Talyn.HTTPHeaders) -> NIOHTTP1.HTTPHeaders {
    NIOHTTP1.HTTPHeaders(headers.map { ($0.name, $0.value) })
}

/// Returns whether a method changes nothing on the server.
func readsOnly(_ method: HTTPMethod) -> Bool { method == .get || method == .head }
