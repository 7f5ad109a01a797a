package import Talyn

/// A HAR 1.2 document, the format of browsers and proxies for recorded exchanges.
///
/// What is read is written byte for byte: the entries are views of their JSON, and only a text that changed is
/// replaced.
package struct HARLog: Sendable, Equatable {
    /// The document around the entries; its list of entries is empty.
    private(set) var frame: [UInt8]
    /// The space in front of the end of the list, if that has entries.
    private var tail = Array("\n    ".utf8)
    /// The exchanges, in the order of their starts.
    package var entries: [HAREntry]

    /// The errors of the entries that cannot be read.
    var faults: [CassetteError] { entries.compactMap(\.fault) }

    /// A document written by Talyn.
    package init(entries: [HAREntry] = []) {
        self.entries = entries
        let text = """
            {
              "log": {
                "version": "1.2",
                "creator": {
                  "name": "Talyn",
                  "version": "1"
                },
                "entries": []
              }
            }

            """
        frame = Array(text.utf8)
    }

    /// Parses the bytes of a file, at most `limit`. An entry that cannot be read has a `fault` and does not affect
    /// others.
    /// - Throws: ``CassetteError``: too large, or malformed.
    package init(_ data: Data, file: String, limit: Int = HARLog.fileLimit) throws(CassetteError) {
        guard data.count <= limit else { throw .tooLarge(file: file, limit: limit) }
        let data = JSONPart.utf8(data)
        let document: JSONValue
        do { document = try JSONValue(parsing: data) } catch {
            var reason = "is not valid JSON"
            // The parser's message quotes nothing of the document.
            if case DecodingError.dataCorrupted(let context) = error {
                reason = "is n\(context.debugDescription.dropFirst().prefix(beforeBytes: "."))"
            }
            throw HARMember.Fault("", reason).error(file: file)
        }
        do throws(HARMember.Fault) { try Self.check(document) } catch { throw error.error(file: file) }
        frame = [UInt8](data)
        entries = []
        let list: ArraySlice<UInt8>
        do throws(HARMember.Fault) { list = try Self.list(of: frame) } catch { throw error.error(file: file) }
        guard case .array(let values)? = document[at: "log.entries"] else { return }
        var end = list.startIndex + 1
        for (index, (value, part)) in zip(values, JSONPart.parts(of: list)).enumerated() {
            let lead = frame[end..<part.text.startIndex]
            end = part.text.endIndex
            entries.append(HAREntry(value, source: Array(part.text), lead: Array(lead), file: file, number: index))
        }
        if entries.isEmpty { return }
        tail = Array(frame[end..<(list.endIndex - 1)])
        frame.replaceSubrange(list.startIndex..<list.endIndex, with: Array("[]".utf8))
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

    /// Returns the list of entries in a document. Readers differ in the value of a repeated name that counts.
    private static func list(of document: [UInt8]) throws(HARMember.Fault) -> ArraySlice<UInt8> {
        let logs = JSONPart.parts(of: document[...]).filter { $0.name == "log" }
        // Behind a second byte order mark there are no parts.
        guard let log = logs.first else { throw HARMember.Fault("", "is not valid JSON") }
        let lists = JSONPart.parts(of: log.value).filter { $0.name == "entries" }
        if logs.count > 1 { throw HARMember.Fault("log", "is repeated") }
        if lists.count > 1 { throw HARMember.Fault("log.entries", "is repeated") }
        guard let list = lists.first else { throw HARMember.Fault("log.entries", "is missing") }
        return list.value
    }

    /// Returns the document with another text around its entries.
    func framed(in frame: [UInt8], entries: [HAREntry]) -> HARLog {
        var log = self
        (log.frame, log.entries) = (frame, entries)
        return log
    }

    /// The text of the file. What was made is written with two spaces for each level.
    package var text: String {
        let whole = String(decoding: frame, as: UTF8.self)
        // A document that was read or made here has one list.
        guard !entries.isEmpty, let list = try? Self.list(of: frame) else { return whole }
        var bytes = frame[..<(list.startIndex + 1)]
        for (index, entry) in entries.enumerated() {
            let lead = entry.lead ?? Array("\n      ".utf8)
            if index == 0 {
                bytes += lead.filter { $0 != UInt8(ascii: ",") }
            } else {
                bytes += lead.contains(UInt8(ascii: ",")) ? lead : [UInt8(ascii: ",")] + lead
            }
            bytes += entry.text
        }
        return String(decoding: bytes + tail + frame[(list.endIndex - 1)...], as: UTF8.self)
    }
}
