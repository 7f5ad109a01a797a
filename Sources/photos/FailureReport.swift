import Talyn

/// A failed call as lines for standard error.
///
/// ```text
/// photos: no photos, because the call failed.
///   error: restError: MyAPI.getPhotos: status 401 (stub · attempt 1: 401 in 2 ms)
///   code: 98
///   category: status
///   advice: The public feed needs no credentials: check the address, or a proxy on the way.
/// ```
struct FailureReport {
    /// The error that the call threw.
    let error: MyAPIError

    var lines: [String] {
        // The description has the raw error's timeline, which tells stubs and attempts.
        let fields: [(String, String?)] = [
            ("error", error.description), ("code", error.errorCodes.first),
            ("category", error.requestError.category.description), ("advice", advice),
        ]
        return ["photos: no photos, because the call failed."]
            + fields.compactMap { name, text in text.map { "  \(name): \($0)" } }
    }

    private var advice: String {
        switch error {
        case .empty: "The server answered without a feed: try again later."
        case .requestTimeout: "The server is slow or gone: try again later."
        case .cancelled: "The call was cancelled on purpose: run it again to see the photos."
        case .internetConnection: "Check that this device is online."
        case .decoding: "The response is not Flickr's feed: compare it with Photo.swift, or log in to the network."
        case .restError(_, let status, _):
            switch status {
            case 401, 403, 407: "The public feed needs no credentials: check the address, or a proxy on the way."
            case 404, 410: "There is no feed at that address any more."
            case .some(500...599), 429: "The server cannot answer now: try again later."
            default: "The call could not be made: look at the error."
            }
        }
    }
}
