import Hummingbird
import NIOHTTP1
import Talyn
import struct Talyn.HTTPHeaders

/// Returns the type of a response's body. The short name `HTTPHeaders` is Talyn's here.
func contentType(of response: Talyn.Response) -> String? {
    let headers: HTTPHeaders = response.headers
    return headers["Content-Type"]
}
