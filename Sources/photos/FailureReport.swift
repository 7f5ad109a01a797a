import Foundation
import Talyn

/// A failed call as text for standard error: the error with what it carries, the timeline, and a line of advice.
///
/// ```text
/// photos: no photos, because the call failed.
///   error     .restError(status 401, statusCode: 401, errorCode: "98")
///   category  status
///   status    401
///   code      98
///   timeline  stub · attempt 1: 401 in 180 ms
///   advice    The public feed needs no credentials: check the address, or a proxy on the way.
/// ```
struct FailureReport {
    /// What the call threw.
    let error: MyAPIError
    /// The raw error behind it; nil when nobody saw it.
    let raw: RequestError?

    /// The lines. A server's words may be among them (an error code, a key), so none has anything a terminal obeys.
    var lines: [String] {
        let fields: [(name: String, text: String?)] = [
            ("error", errorText),
            ("category", raw?.category.description),
            ("status", raw?.statusCode.map(String.init)),
            ("code", error.errorCodes.isEmpty ? nil : error.errorCodes.joined(separator: ", ")),
            ("timeline", raw.flatMap { $0.timeline.isEmpty ? nil : $0.timeline.description }),
            ("advice", advice),
        ]
        let described = fields.compactMap { name, text in
            text.map { "  \(name.padding(toLength: 10, withPad: " ", startingAt: 0))\($0.terminalSafe)" }
        }
        return ["photos: no photos, because the call failed."] + described
    }

    /// The case as it is written in Swift, with what it carries.
    private var errorText: String {
        switch error {
        case .empty: ".empty"
        case .requestTimeout(let error): ".requestTimeout(\(text(of: error)))"
        case .internetConnection(let error): ".internetConnection(\(text(of: error)))"
        case .cancelled: ".cancelled"
        case .decoding(let error): ".decoding(\(text(of: error)))"
        case .restError(let error, let status, let code):
            ".restError(\(text(of: error)), statusCode: \(status.map(String.init) ?? "nil"), "
                + "errorCode: \(code.map { "\"\($0)\"" } ?? "nil"))"
        }
    }

    private func text(of error: URLError) -> String {
        "URLError \(error.code.rawValue): \(error.localizedDescription)"
    }

    private func text(of error: RequestError) -> String {
        switch error.kind {
        case .status(let status): "status \(status)"
        case .decoding(let failure): failure.description
        case .transport(let error): text(of: error)
        default: error.description
        }
    }

    private var advice: String {
        switch error {
        case .empty: "The server answered without a feed: try again later."
        case .requestTimeout: "The server is slow or gone: try again later."
        case .cancelled: "The call was given up on purpose: run it again to see the photos."
        case .internetConnection: connectionAdvice
        case .decoding: decodingAdvice
        case .restError(_, let status, _): statusAdvice(status)
        }
    }

    private var connectionAdvice: String {
        switch raw?.category {
        case .connectionLost: "The connection broke on the way: try again."
        case .dns: "The host's name is not known: check its spelling, and that this device is online."
        case .connect: "Nobody takes connections at that address: check host and port, and that the server runs."
        case .tls: "No secure connection came about: check that the server speaks https at that port."
        default: "Check that this device is online, then try again."
        }
    }

    private var decodingAdvice: String {
        let type = raw?.response?.headers["Content-Type"]?.lowercased() ?? ""
        return type.utf8.starts(with: "text/html".utf8)
            ? "A web page came instead of the feed: open the address in a browser, perhaps it wants a login."
            : "The feed is not what Photo.swift expects: compare the place named above with the server's answer."
    }

    private var addressAdvice: String {
        switch raw?.category {
        case .invalidRequest: "The call cannot be sent to such an address: check --base-url."
        case .redirect: "The server sends the call in circles, or to a place where it must not go: check the address."
        case .badResponse: "What came is no answer of a web server: check host and port."
        default: "Nothing to be done from here: report it with the lines above."
        }
    }

    private func statusAdvice(_ status: Int?) -> String {
        switch status {
        case 401, 403, 407: "The public feed needs no credentials: check the address, or a proxy on the way."
        case 404, 410: "There is no feed at that address: check --base-url."
        case 429: "Too many requests: wait a while, then try again."
        case .some(500...599): "The server has a problem of its own: try again later."
        default: addressAdvice
        }
    }
}
