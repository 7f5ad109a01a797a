import Foundation
import Talyn
import TalynTesting

/// Takes the secrets out of a HAR document, in every place that it has, and says where they were.
struct Sweep {
    /// A place with a secret.
    struct Finding: Equatable {
        /// The number of the entry, from 0; nil outside of entries.
        let entry: Int?
        /// Where, such as `request header Authorization` or `response body at items[0].token`.
        let place: String
        /// Whether it repeats a secret of another place.
        let isEcho: Bool
    }

    /// A text of a document, for those who change it.
    enum Slot {
        case url, text
        case named(String, SecretNames.Place)
    }

    private let redaction: Redaction
    private(set) var findings: [Finding] = []
    private var found: Set<String> = []
    private var known: Set<String> = []
    private var isEcho = false
    private var entry: Int?

    init(_ redaction: Redaction) { self.redaction = redaction }

    /// A document without secrets.
    mutating func swept(_ log: HARLog) -> HARLog {
        var log = log
        walk(&log)
        // What is a secret in one place is one in all.
        isEcho = true
        if !found.isEmpty { walk(&log) }
        return log
    }

    private mutating func walk(_ log: inout HARLog) {
        for index in log.entries.indices {
            entry = index
            walk(&log.entries[index])
        }
        entry = nil
        sweep(&log.other, "log")
        sweep(&log.beside, "file")
        sweep(&log.creator, "log.creator")
    }

    /// A text, by what it is.
    mutating func sweep(_ text: inout String, _ slot: Slot, _ place: String) {
        let old = text
        if isEcho {
            text = redaction.scrubbing(old, of: found)
        } else {
            switch slot {
            case .url: text = redaction.url(old, found: &found)
            case .text: text = redaction.text(old, found: &found)
            case .named(let name, let kind): text = redaction.value(old, named: name, in: kind, found: &found)
            }
        }
        if text != old { note(place) }
    }

    /// A body, by its type.
    mutating func sweep(_ body: inout Data?, type: String, _ place: String) {
        guard let old = body else { return }
        let new =
            isEcho
            ? redaction.scrubbing(old, of: found)
            : redaction.body(old, contentType: type.isEmpty ? nil : type, found: &found)
        guard new != old else { return }
        body = new
        let paths = JSONPaths.changed(from: old, to: new, redaction)
        for path in paths.prefix(20) { note("\(place) at \(path)") }
        if paths.isEmpty { note(place) }
        if paths.count > 20 { note("\(place) in \(paths.count - 20) more fields") }
    }

    /// What HAR has no name for, field by field.
    mutating func sweep(_ others: inout [String: JSONValue], _ place: String) {
        for key in others.keys.sorted() {
            guard let value = others[key] else { continue }
            var body: Data? = Data(JSONValue.object([key: value]).jsonText.utf8)
            let old = body
            let count = findings.count
            sweep(&body, type: "application/json", place)
            // What is no JSON any more cannot be written; it never was seen to happen.
            guard body != old, let body, let new = try? JSONValue(parsing: body)[key] else {
                findings.removeSubrange(count...)
                continue
            }
            others[key] = new
        }
    }

    private mutating func note(_ place: String) {
        // A secret that hides another is one finding.
        guard known.insert("\(entry ?? -1) \(place)").inserted else { return }
        findings.append(Finding(entry: entry, place: place, isEcho: isEcho))
    }

    /// A name as it may be shown: it may be a bare token.
    func shown(_ name: String) -> String {
        var none: Set<String> = []
        return redaction.scrubbing(redaction.text(name, found: &none), of: found).cut(to: 60)
    }
}

/// The paths of what two JSON documents have different.
enum JSONPaths {
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
