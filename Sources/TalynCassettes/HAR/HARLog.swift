package import Talyn

/// A HAR 1.2 document, the format of browsers and proxies for recorded exchanges.
///
/// A view of the JSON that was read: members that HAR does not define are written again, the format is Talyn's.
package struct HARLog: Sendable, Equatable {
    /// The document around the entries; its list of entries is empty.
    var frame: JSONValue
    /// The exchanges, in the order of their starts.
    package var entries: [HAREntry]

    /// The errors of the entries that cannot be read.
    var faults: [CassetteError] { entries.compactMap(\.fault) }

    /// A document written by Talyn.
    package init(entries: [HAREntry] = []) {
        self.entries = entries
        frame = ["log": ["version": "1.2", "creator": ["name": "Talyn", "version": "1"], "entries": []]]
    }

    /// Parses the bytes of a file, at most `limit`. An entry that cannot be read has a `fault` and does not affect
    /// others.
    /// - Throws: ``CassetteError``: too large, or malformed.
    package init(_ data: Data, file: String, limit: Int = HARLog.fileLimit) throws(CassetteError) {
        guard data.count <= limit else { throw .tooLarge(file: file, limit: limit) }
        do { frame = try JSONValue(parsing: data) } catch {
            var reason = "is not valid JSON"
            // The parser's message quotes nothing of the document.
            if case DecodingError.dataCorrupted(let context) = error {
                reason = "is n\(context.debugDescription.dropFirst().prefix(beforeBytes: "."))"
            }
            throw HARMember.Fault("", reason).error(file: file)
        }
        do throws(HARMember.Fault) {
            try Self.check(frame)
            // Readers differ in the value that counts, and the others would be lost, or keep their secrets.
            if let place = Self.repeatedName(in: (try? TextDecoding.utf8(data, contentType: nil)) ?? data) {
                throw HARMember.Fault("", "has an object with two values of one name, at \(place)")
            }
        } catch { throw error.error(file: file) }
        entries = []
        guard case .array(let values)? = frame[at: "log.entries"] else { return }
        entries = values.enumerated().map { HAREntry($1, file: file, number: $0) }
        frame[at: "log.entries"] = []
    }

    /// Checks a document around its entries.
    private static func check(_ document: JSONValue) throws(HARMember.Fault) {
        guard case .object = document else { throw HARMember.Fault("", "is not an object") }
        for path in ["log", "log.creator"] { try HARMember.all[path]?.check(document, path) }
        guard let log = document["log"], log != .null else { throw HARMember.Fault("log", "is missing") }
        let version = log.scalar("version") ?? ""
        guard let version = version.stringValue else { throw HARMember.Fault("log.version", "is not a string") }
        // Another major version is another format.
        guard version.isEmpty || version == "1" || version.hasPrefix(bytes: "1.") else {
            throw HARMember.Fault("log.version", "is not 1.1 or 1.2: another version of HAR")
        }
        guard let entries = log["entries"], entries != .null else { throw HARMember.Fault("log.entries", "is missing") }
        guard case .array = entries else { throw HARMember.Fault("log.entries", "is not an array") }
    }

    /// Returns the line and column of the first name that an object of a valid document repeats; nil if there is none.
    private static func repeatedName(in data: Data) -> String? {
        let document = Array(data)
        var open: [Set<String>] = []
        var last = 0..<0
        var index = 0
        while index < document.count {
            switch document[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open.append([])
            case UInt8(ascii: "}"), UInt8(ascii: "]"): open.removeLast()
            case UInt8(ascii: "\""):
                let start = index
                repeat {
                    index += document[index] == UInt8(ascii: "\\") ? 2 : 1
                } while document[index] != UInt8(ascii: "\"")
                last = start..<(index + 1)
            case UInt8(ascii: ":"):
                var name = String(decoding: document[last].dropFirst().dropLast(), as: UTF8.self)
                if name.utf8.contains(UInt8(ascii: "\\")) {
                    name = (try? JSONValue(parsing: Data(document[last])))?.stringValue ?? name
                }
                if open[open.count - 1].insert(name).inserted { break }
                let lines = document[..<last.lowerBound].split(separator: 0x0A, omittingEmptySubsequences: false)
                return "line \(lines.count), column \((lines.last?.count ?? 0) + 1)"
            default: break
            }
            index += 1
        }
        return nil
    }

    /// The text of the file: two spaces for each level, the members in the order of the specification.
    package var text: String {
        var document = frame
        document[at: "log.entries"] = .array(entries.map(\.json))
        let line = Array(document.jsonText(limit: .max, sorted: HAREntry.sorted).utf8)
        return String(decoding: JSONIndentation(line)?.output ?? line, as: UTF8.self) + "\n"
    }
}
