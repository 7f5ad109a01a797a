public import Talyn

/// One step of a ``LoopbackServer`` on a connection. A script is a list of steps.
public enum ServerStep: Sendable, Hashable {
    /// Sends these bytes.
    case send(Data)
    /// Waits until ``LoopbackServer/release(connection:)``; ends the connection if the client closes it before.
    case hold
    /// Ends the server's half of the stream with a FIN and keeps reading from the client.
    case halfClose
    /// Ends the connection with a FIN.
    case close
    /// Ends the connection with a RST: the client sees "connection reset by peer".
    case reset

    /// Sends text in UTF-8. A line of HTTP ends with CR LF: write `\r\n`.
    public static func send(_ text: String) -> ServerStep { .send(Data(text.utf8)) }

    /// Sends a whole response, framed by its Content-Length.
    ///
    /// The body is omitted where HTTP allows none: with 1xx, 204, 205, 304, and, if the `request` is given, for HEAD.
    public static func response(
        _ status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), body: Data = Data(),
        to request: ReceivedRequest? = nil
    ) -> ServerStep {
        // Its length is declared as zero (RFC 9110 §15.3.6).
        let body = status == 205 ? Data() : body
        let isBodiless = (100...199).contains(status) || status == 204 || status == 304
        var head = "HTTP/1.1 \(status) \(HTTPURLResponse.localizedString(forStatusCode: status))\r\n"
        for field in headers.fields { head += "\(field.name): \(field.value)\r\n" }
        if !isBodiless { head += "Content-Length: \(body.count)\r\n" }
        let sendsBody = !isBodiless && request?.method != "HEAD"
        return .send(Data("\(head)\r\n".utf8) + (sendsBody ? body : Data()))
    }

    /// Sends a whole response with a body of text.
    public static func response(
        _ status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), text: String, to request: ReceivedRequest? = nil
    ) -> ServerStep {
        .response(status, headers: headers, body: Data(text.utf8), to: request)
    }
}

extension ServerStep: CustomStringConvertible {
    /// The step, with the number of its bytes.
    public var description: String {
        switch self {
        case .send(let bytes): "send \(bytes.count) bytes"
        case .hold: "hold"
        case .halfClose: "half-close"
        case .close: "close"
        case .reset: "reset"
        }
    }
}
