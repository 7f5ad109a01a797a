import Foundation
import Testing

@testable import Features

struct SupportTests {
    @Test func eachMillisecondStaysWhenADateIsWritten() throws {
        for milliseconds in 0..<1_000 {
            let digits = String(milliseconds)
            let fraction = milliseconds == 0 ? "" : "." + String(repeating: "0", count: 3 - digits.count) + digits
            let text = "\"2026-01-31T09:30:00\(fraction)Z\""
            let date = try Features.jsonDecoder.decode(Date.self, from: Data(text.utf8))
            #expect(String(decoding: try Features.jsonEncoder.encode(date), as: UTF8.self) == text)
        }
    }

    @Test func decodedNullIsNoAbsentValue() throws {
        struct Change: Codable { var note: Features.Nullable<String>? }
        for text in ["{\"note\":null}", "{}", "{\"note\":\"a\"}"] {
            let change = try JSONDecoder().decode(Change.self, from: Data(text.utf8))
            #expect(String(decoding: try JSONEncoder().encode(change), as: UTF8.self) == text)
        }
    }
}
