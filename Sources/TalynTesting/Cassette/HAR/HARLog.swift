// Room: Cassette/HAR. Reads and writes HAR 1.2 documents.
// Knows: JSON and Talyn's redaction; nothing of cassettes.

package import Talyn

/// A HAR 1.2 document: what browsers and proxies write of the exchanges that they saw.
///
/// Each part keeps what it has no name for in `other`, so that nothing is lost between reading and writing; an optional
/// field that is missing stays so, but for those that HAR requires.
package struct HARLog: Sendable, Equatable {
    /// The version of the format: 1.1 or 1.2.
    package var version = "1.2"

    /// Who wrote it.
    package var creator: [String: JSONValue]

    /// The exchanges, in the order of their beginnings.
    package var entries: [HAREntry]

    /// What else is in it: `browser`, `pages`, `comment`.
    package var other: [String: JSONValue] = [:]

    /// What stands beside the log in its file.
    package var beside: [String: JSONValue] = [:]

    /// A document by Talyn.
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

    /// Why entries cannot be read.
    package var faults: [CassetteError] { entries.compactMap(\.fault) }

    /// Reads a document. An entry that cannot be read is one of its ``faults`` and harms no other.
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

    /// HAR says that one without a version is 1.1; another major version is another format.
    private static func checked(version: String?, _ place: HARPlace) throws(CassetteError) -> String {
        guard let version, !version.isEmpty else { return "1.2" }
        guard version == "1" || version.hasPrefix(bytes: "1.") else {
            throw place.fault("version", "is not 1.1 or 1.2: another version of HAR")
        }
        return version
    }
}
