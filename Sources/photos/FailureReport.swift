import Foundation
import Talyn

/// A failed call as lines for standard error.
///
/// ```text
/// photos: no photos, because the call failed.
///   error     .restError(status 401, statusCode: 401, errorCode: "98")
///   category  status
///   timeline  stub · attempt 1: 401 in 2 ms
///   advice    The public feed needs no credentials: check the address, or a proxy on the way.
/// ```
struct FailureReport {
    /// The error that the call threw.
    let error: MyAPIError
    /// The raw error behind it; nil when no plugin saw it.
    let raw: RequestError?

    var lines: [String] {
        let fields: [(name: String, text: String?)] = [
            ("error", error.swiftText), ("category", raw?.category.description),
            ("timeline", raw?.timeline.description), ("advice", advice),
        ]
        // A server's text may be among them: an error code, a key.
        let described = fields.compactMap { name, text in
            text.map { "  \(name.padding(toLength: 10, withPad: " ", startingAt: 0))\($0.terminalSafe)" }
        }
        return ["photos: no photos, because the call failed."] + described
    }

    private var advice: String {
        switch error {
        case .empty: "The server answered without a feed: try again later."
        case .requestTimeout: "The server is slow or gone: try again later."
        case .cancelled: "The call was cancelled on purpose: run it again to see the photos."
        case .internetConnection: "Check that this device is online, and the host and port of --base-url."
        case .decoding: "The response is not Flickr's feed: compare it with Photo.swift, or log in to the network."
        case .restError(_, let status, _):
            switch status {
            case 401, 403, 407: "The public feed needs no credentials: check the address, or a proxy on the way."
            case 404, 410: "There is no feed at that address: check --base-url."
            case .some(500...599), 429: "The server cannot answer now: try again later."
            default: "The call could not be made: check --base-url."
            }
        }
    }
}

extension MyAPIError {
    /// The case as it is written in Swift, with its values.
    var swiftText: String {
        switch self {
        case .empty: ".empty"
        case .cancelled: ".cancelled"
        case .requestTimeout(let error): ".requestTimeout(URLError \(error.code.rawValue))"
        case .internetConnection(let error): ".internetConnection(URLError \(error.code.rawValue))"
        case .decoding(let error): ".decoding(\(text(of: error)))"
        case .restError(let error, let status, let code):
            ".restError(\(text(of: error)), statusCode: \(status.map(String.init) ?? "nil"), "
                + "errorCode: \(code.map { "\"\($0)\"" } ?? "nil"))"
        }
    }

    private func text(of error: RequestError) -> String {
        switch error.kind {
        case .status(let status): "status \(status)"
        case .decoding(let failure): failure.description
        default: error.description
        }
    }
}
