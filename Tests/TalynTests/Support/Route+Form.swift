import Foundation
import Testing

@testable import Talyn

extension Route {
    /// Returns the form that a provider without plugins would send.
    func form() throws -> MultipartForm { try #require(try resolved().body.form) }

    /// Returns a POST of a form with the boundary "b".
    static func form(@PartBuilder _ parts: () -> [Part]) -> Route { .post("form").multipart(boundary: "b", parts) }
}

extension MultipartForm {
    /// Returns the bytes that are sent, as text.
    func text() async throws -> String {
        String(decoding: try await BodyStream(self).collect(upTo: .max), as: UTF8.self)
    }
}
