// Room: Cassette/HAR. Reads and writes HAR 1.2 documents.
// Knows: JSON and Talyn's redaction; nothing of cassettes.

package import Talyn

/// A HAR 1.2 document, the format of browsers and proxies for recorded exchanges.
///
/// Each part keeps unknown fields in `other`, so that nothing is lost between reading and writing. Missing optional fields
/// stay missing, except for those that HAR requires.
package struct HARLog: Sendable, Equatable {
    /// The version of the format: 1.1 or 1.2.
    package var version = "1.2"

    /// The program that wrote it.
    package var creator: [String: JSONValue]

    /// The exchanges, in the order of their starts.
    package var entries: [HAREntry]

    /// Other fields: `browser`, `pages`, `comment`.
    package var other: [String: JSONValue] = [:]

    /// Members of the file beside `log`.
    package var beside: [String: JSONValue] = [:]

    /// A document written by Talyn.
    package init(entries: [HAREntry] = []) {
        creator = ["name": "Talyn", "version": "1"]
        self.entries = entries
    }

    /// The document as JSON.
    package var json: JSONValue {
        var log = other
        log["version"] = .string(version)
        log["creator"] = .object(creator)
        log["entries"] = .array(entries.map(\.json))
        var root = beside
        root["log"] = .object(log)
        return .object(root)
    }

    /// The errors of the entries that cannot be read.
    package var faults: [CassetteError] { entries.compactMap(\.fault) }

    /// Reads a document. An entry that cannot be read is listed in ``faults`` and does not affect others.
    /// - Throws: ``CassetteError/malformed(file:entry:field:reason:)``.
    package init(_ document: JSONValue, file: String) throws(CassetteError) {
        var root = try HARFields(document, HARPlace(file: file))
        var log = try root.object("log")
        version = try Self.checked(version: log.text("version"), log.place)
        creator = try log.optionalObject("creator") ?? ["name": "unknown", "version": ""]
        let list = try log.list("entries")
        entries = list.enumerated().map { index, value in
            HAREntry(reading: value, HARPlace(file: file, entry: index))
        }
        other = log.rest
        beside = root.rest
    }

    /// By the specification, a missing version is 1.1. Another major version is another format.
    private static func checked(version: String?, _ place: HARPlace) throws(CassetteError) -> String {
        guard let version, !version.isEmpty else { return "1.2" }
        guard version == "1" || version.hasPrefix(bytes: "1.") else {
            throw place.fault("version", "is not 1.1 or 1.2: another version of HAR")
        }
        return version
    }
}
