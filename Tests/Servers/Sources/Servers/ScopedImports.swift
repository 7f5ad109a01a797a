import Hummingbird
import NIOHTTP1
import Talyn
import struct Talyn.HTTPHeaders
import struct Talyn.Response

/// Returns the type of a response's body. Here the short names are Talyn's.
func contentType(of response: Response) -> String? {
    let headers: HTTPHeaders = response.headers
    return headers["Content-Type"]
}
