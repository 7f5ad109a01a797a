import Foundation
import Talyn

/// A group of cases of http-tests/cache-tests.
struct Suite: Decodable {
    let id: String
    let name: String
    let tests: [Case]
}

/// A case: requests that are sent one after the other, with what the server answers and what is expected.
struct Case: Decodable {
    let id: String
    let name: String
    let kind: String?
    let browserSkip: Bool?
    let cdnOnly: Bool?
    let requests: [Step]

    enum CodingKeys: String, CodingKey {
        case id, name, kind, requests
        case browserSkip = "browser_skip"
        case cdnOnly = "cdn_only"
    }

    /// The body where the case names none: 36 bytes, as some cases say in their Content-Length.
    var ownBody: String { String((id + String(repeating: "-", count: 36)).prefix(36)) }

    /// Whether browsers are measured on it.
    var isCounted: Bool { browserSkip != true && cdnOnly != true }
}

/// A request with the answer of the server, and what is expected of both.
struct Step: Decodable {
    let pauseAfter: Bool?
    let cache: String?
    let filename: String?
    let queryArg: String?
    let requestMethod: String?
    let requestBody: String?
    let requestHeaders: [[JSONValue]]?
    let responseStatus: [JSONValue]?
    let responseHeaders: [[JSONValue]]?
    let responseBody: String?
    let responsePause: Int?
    let disconnect: Bool?
    let magicLocations: Bool?
    let magicIMS: Bool?
    let rfc850Dates: [String]?
    let checkBody: Bool?
    let expectedType: String?
    let expectedStatus: ExpectedStatus
    let expectedMethod: String?
    let expectedText: String?
    let expectedRequestHeaders: [JSONValue]?
    let expectedResponseHeaders: [JSONValue]?
    let missingResponseHeaders: [JSONValue]?

    enum CodingKeys: String, CodingKey {
        case cache, filename, disconnect
        case pauseAfter = "pause_after"
        case queryArg = "query_arg"
        case requestMethod = "request_method"
        case requestBody = "request_body"
        case requestHeaders = "request_headers"
        case responseStatus = "response_status"
        case responseHeaders = "response_headers"
        case responseBody = "response_body"
        case responsePause = "response_pause"
        case magicLocations = "magic_locations"
        case magicIMS = "magic_ims"
        case rfc850Dates = "rfc850date"
        case checkBody = "check_body"
        case expectedType = "expected_type"
        case expectedStatus = "expected_status"
        case expectedMethod = "expected_method"
        case expectedText = "expected_response_text"
        case expectedRequestHeaders = "expected_request_headers"
        case expectedResponseHeaders = "expected_response_headers"
        case missingResponseHeaders = "expected_response_headers_missing"
    }

    /// Returns fields with their dates made of seconds from now.
    func fields(_ rows: [[JSONValue]]?, at now: Date, base: String) -> HTTPHeaders {
        var headers = HTTPHeaders()
        for row in rows ?? [] {
            guard case .string(let name)? = row.first, row.count > 1 else { continue }
            let isDate = ["date", "expires", "last-modified", "if-modified-since"].contains(name.lowercased())
            let isLocation = ["location", "content-location"].contains(name.lowercased())
            switch row[1] {
            case .string(let text) where isLocation && magicLocations == true:
                headers.add(name, text.isEmpty ? base : "\(base)/\(text)")
            case .string(let text): headers.add(name, text)
            case let value:
                guard let number = value.amount else { continue }
                let isOld = rfc850Dates?.contains { $0.lowercased() == name.lowercased() } ?? false
                let date = Self.date(now.addingTimeInterval(number), isOld: isOld)
                headers.add(name, isDate ? date : "\(Int(number))")
            }
        }
        return headers
    }

    static func date(_ date: Date, isOld: Bool) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = isOld ? "EEEE, dd-MMM-yy HH:mm:ss 'GMT'" : "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: date)
    }
}

/// The status that a case expects.
enum ExpectedStatus: Decodable {
    /// The case says nothing.
    case unsaid
    case code(Int)
    /// No response at all.
    case noResponse
}

extension KeyedDecodingContainer {
    func decode(_ type: ExpectedStatus.Type, forKey key: Key) throws -> ExpectedStatus {
        guard contains(key) else { return .unsaid }
        return try decodeNil(forKey: key) ? .noResponse : .code(decode(Int.self, forKey: key))
    }
}

extension JSONValue {
    /// The number; nil for another value.
    var amount: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .unsigned(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}
