import Foundation
import Talyn
internal import TalynStubs

/// A failure to answer with, as `--fail` spells it.
enum SampleFailure: String, CaseIterable, Sendable {
    case offline, lost, timeout, cancelled
    case unauthorized = "401"
    case serverError = "500"
    case html, empty
    case badData = "baddata"

    /// The answer that makes a call fail this way.
    var answer: StubAnswer {
        switch self {
        case .offline: .failure(.notConnectedToInternet)
        case .lost: .failure(.networkConnectionLost)
        case .timeout: .failure(.timedOut)
        case .cancelled: .noResponse
        case .unauthorized: .json(#"{"stat": "fail", "code": 98, "message": "Invalid auth token"}"#, status: 401)
        case .serverError: .text("Internal Server Error", status: 500)
        // Status 200, as the login page of a hotel's network has it.
        case .html: .text("<!doctype html><title>Welcome to Hotel Wi-Fi</title>", contentType: "text/html")
        case .empty: .status(200)
        // JSON, and nearly the feed: one photo has no media.
        case .badData:
            .json(#"{"title": "Uploads", "link": "/", "items": [{"title": "Fog", "link": "/1", "media": null}]}"#)
        }
    }
}
