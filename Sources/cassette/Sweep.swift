import Foundation
import Talyn
import TalynTesting

/// Removes the secrets from a HAR document and reports their places.
struct Sweep: HARVisitor {
    /// The place of a secret.
    struct Finding: Equatable {
        /// The number of the entry, from 0; nil outside of entries.
        let entry: Int?
        /// The place, such as `request header Authorization` or `response body at items[0].token`.
        let place: String
        /// Whether the secret was found by comparing with a secret of another place.
        let isEcho: Bool
    }

    /// A finding whose text may still hold a secret.
    private struct Note {
        let entry: Int?
        let spot: HARSpot
        let suffix: String
        let isEcho: Bool
    }

    private let redaction: Redaction
    private(set) var findings: [Finding] = []
    private var notes: [Note] = []
    private var found: Set<String> = []
    /// What is searched for everywhere; nil while it is collected.
    private var search: SecretSearch?
    private var entry: Int?

    init(_ redaction: Redaction) { self.redaction = redaction }

    /// Returns the document without secrets.
    mutating func swept(_ log: HARLog) -> HARLog {
        var log = log
        walkAll(&log)
        // A secret of one place is removed everywhere.
        let repeated = SecretSearch(for: found)
        if !repeated.isEmpty {
            search = repeated
            walkAll(&log)
            search = nil
        }
        findings = shown(repeated)
        return log
    }

    private mutating func walkAll(_ log: inout HARLog) {
        for index in log.entries.indices {
            entry = index
            walk(&log.entries[index])
        }
        entry = nil
        walk(outsideOf: &log)
    }

    mutating func visit(_ text: inout String, _ slot: HARSlot, at spot: HARSpot) {
        let old = text
        if let search {
            text = search.scrubbed(old)
        } else {
            switch slot {
            case .url: text = redaction.url(old, found: &found)
            case .text: text = redaction.text(old, found: &found)
            case .named(let name, let kind): text = redaction.value(old, named: name, in: kind, found: &found)
            }
        }
        if text != old { note(spot) }
    }

    mutating func visit(_ body: inout Data, type: String?, at spot: HARSpot) {
        let old = body
        if let search {
            body = search.scrubbed(old)
        } else {
            body = redaction.recorded(old, contentType: type, found: &found)
        }
        guard body != old else { return }
        let paths = JSONPaths.changed(from: old, to: body, redaction)
        for path in paths.prefix(20) { note(spot, " at \(path)") }
        if paths.isEmpty { note(spot) }
        if paths.count > 20 { note(spot, " in \(paths.count - 20) more fields") }
    }

    private mutating func note(_ spot: HARSpot, _ suffix: String = "") {
        notes.append(Note(entry: entry, spot: spot, suffix: suffix, isEcho: search != nil))
    }

    /// The notes as findings without secrets: a name may be a bare token.
    private func shown(_ search: SecretSearch) -> [Finding] {
        var known: Set<String> = []
        var none: Set<String> = []
        return notes.compactMap { note in
            let name = note.spot.name.map { " " + search.scrubbed(redaction.text($0, found: &none)).cut(to: 60) } ?? ""
            let place = note.spot.part + name + search.scrubbed(note.suffix)
            // Two secrets of one place are one finding.
            guard known.insert("\(note.entry ?? -1) \(place)").inserted else { return nil }
            return Finding(entry: note.entry, place: place, isEcho: note.isEcho)
        }
    }
}

/// The paths at which two JSON documents differ.
enum JSONPaths {
    /// Returns the paths; empty when either document is not JSON.
    static func changed(from old: Data, to new: Data, _ redaction: Redaction) -> [String] {
        guard let old = try? JSONValue(parsing: old), let new = try? JSONValue(parsing: new) else { return [] }
        var paths: [String] = []
        var pending = [("", old, new)]
        while let (path, old, new) = pending.popLast() {
            switch (old, new) {
            case (.array(let olds), .array(let news)) where olds.count == news.count:
                for (index, pair) in zip(olds, news).enumerated().reversed() {
                    pending.append(("\(path)[\(index)]", pair.0, pair.1))
                }
            case (.object(let olds), .object(let news)):
                for key in olds.keys.sorted().reversed() {
                    guard let old = olds[key], let new = news[key] else { continue }
                    var none: Set<String> = []
                    let step = redaction.text(key, found: &none).cut(to: 40)
                    pending.append((path.isEmpty ? step : "\(path).\(step)", old, new))
                }
            default: if old != new { paths.append(path.isEmpty ? "the whole" : path) }
            }
        }
        return paths
    }
}
