import Foundation
import Talyn

/// What `drift` sends that no cassette holds.
struct Secrets: Sendable {
    /// Headers to send.
    let headers: HTTPHeaders
    /// Values of query items that were taken out, by name.
    let query: [String: String]

    /// Reads what is in environment variables, so that no secret stands in the history of a shell.
    init(_ wanted: Arguments, _ environment: [String: String]) throws(UsageError) {
        var headers = HTTPHeaders(wanted.givenHeaders.map { HTTPHeaders.Field($0.name, $0.value) })
        for pair in wanted.headersFromEnvironment {
            headers.add(pair.name, try Self.value(pair.value, environment))
        }
        for field in headers.fields {
            let isLine = !field.value.utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 }
            let isName = !field.name.isEmpty && field.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3A }
            guard isLine, isName else { throw .invalidHeader(field.name) }
        }
        var query: [String: String] = [:]
        for pair in wanted.queryFromEnvironment { query[pair.name] = try Self.value(pair.value, environment) }
        self.headers = headers
        self.query = query
    }

    private static func value(
        _ variable: String, _ environment: [String: String]
    ) throws(UsageError) -> String {
        guard let value = environment[variable], !value.isEmpty else { throw .missingVariable(variable) }
        return value
    }
}
