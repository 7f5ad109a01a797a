// Room: HAR. Reads and writes HAR 1.2 documents.
// Knows: JSON and files; nothing of cassettes but their errors.

package import Talyn

/// A HAR 1.2 document, the format of browsers and proxies for recorded exchanges.
///
/// Each part keeps unknown members in `other`, so that nothing is lost between reading and writing. Missing optional
/// members stay missing, except for those that HAR requires.
package struct HARLog: Sendable, Equatable {
    private var version = "1.2"
    /// The program that wrote it.
    package var creator: [String: JSONValue] = ["name": "Talyn", "version": "1"]
    /// The exchanges, in the order of their starts.
    package var entries: [HAREntry]
    /// Other members: `browser`, `pages`, `comment`.
    package var other: [String: JSONValue] = [:]
    /// Members of the file beside `log`.
    package var beside: [String: JSONValue] = [:]

    /// The errors of the entries that cannot be read.
    var faults: [CassetteError] { entries.compactMap(\.fault) }

    /// A document written by Talyn.
    package init(entries: [HAREntry] = []) { self.entries = entries }

    /// Reads a document. An entry that cannot be read has a `fault` and does not affect others.
    /// - Throws: ``CassetteError/malformed(file:entry:field:reason:)``.
    init(_ document: JSONValue, file: String) throws(CassetteError) {
        var root = try HARFields(document, HARPlace(file: file))
        var log = try root.requiredObject("log")
        // Another major version is another format.
        if let version = try log.text("version"), !version.isEmpty { self.version = version }
        guard version == "1" || version.hasPrefix(bytes: "1.") else {
            throw log.place.fault("version", "is not 1.1 or 1.2: another version of HAR")
        }
        creator = try log.object("creator")?.rest ?? ["name": "unknown", "version": ""]
        guard let items = try log.list("entries") else { throw log.place.fault("entries", "is missing") }
        entries = items.enumerated().map { HAREntry(reading: $1, HARPlace(file: file, entry: $0)) }
        other = log.rest
        beside = root.rest
    }

    /// The document as JSON.
    var json: JSONValue {
        var log = other
        log["version"] = .string(version)
        log["creator"] = .object(creator)
        log["entries"] = .array(entries.map(\.json))
        var root = beside
        root["log"] = .object(log)
        return .object(root)
    }
}
