// Room: Redaction. Removes secrets from HAR documents before they are written, shown or compared.
// Knows: HAR; the rules and the scanner of Talyn.

package import Talyn

/// Removes the secrets from HAR documents, each also where it is repeated.
package struct CassetteRedactor: Sendable {
    let redaction: Redaction
    /// The secrets that were removed so far.
    private(set) var found: Set<String> = []
    /// The search for repeated secrets; nil while they are collected.
    private var search: SecretSearch?
    /// The changes, for ``findings``; nil if they are not kept, because they hold whole bodies.
    private var notes: [Note]?
    private var entry: Int?

    /// Makes a redactor that has removed nothing.
    /// - Parameter hasFindings: whether ``findings`` are wanted. Default: false.
    package init(_ redaction: Redaction, hasFindings: Bool = false) {
        self.redaction = redaction
        notes = hasFindings ? [] : nil
    }

    /// Returns a document without secrets.
    package mutating func redacted(_ log: HARLog) -> HARLog { redacted(log, and: []).0 }

    /// Returns a document and new entries without secrets, and adds the lists that HAR requires to the new ones. A
    /// secret of one place is removed everywhere.
    mutating func redacted(_ log: HARLog, and new: [HAREntry]) -> (HARLog, [HAREntry]) {
        var (log, new) = (log, new)
        walk(&log, &new)
        search = SecretSearch(for: found)
        if search?.isEmpty == false { walk(&log, &new) }
        search = nil
        for index in new.indices {
            new[index].request.fill()
            new[index].response.fill()
            // Redacted like a file that is read; otherwise redacting the file again would change it.
            walkLists(of: &new[index])
            walk(form: &new[index].request)
        }
        return (log, new)
    }

    private mutating func walk(_ log: inout HARLog, _ new: inout [HAREntry]) {
        for index in log.entries.indices {
            entry = index
            walk(&log.entries[index])
        }
        entry = nil
        for index in new.indices { walk(&new[index]) }
        walk(outsideOf: &log)
    }

    /// Removes what was found so far from each text of a request.
    mutating func scrub(_ request: inout HARRequest) {
        search = SecretSearch(for: found)
        if search?.isEmpty == false { walk(&request) }
        search = nil
    }
}

// The changes of a walk.
extension CassetteRedactor {
    /// The kind of a text.
    enum Slot {
        case url, text
        case named(String, SecretNames.Place)
    }

    mutating func redact(_ text: inout String, _ part: String, _ slot: Slot, _ name: String?) {
        let old = text
        switch (search, slot) {
        case (let search?, _): text = search.scrubbed(old)
        case (nil, .url): text = redaction.url(old, found: &found)
        case (nil, .text): text = redaction.text(old, found: &found)
        case (nil, .named(let name, let place)): text = redaction.value(old, named: name, in: place, found: &found)
        }
        guard notes != nil, text != old else { return }
        notes?.append(Note(entry: entry, part: part, name: name, isEcho: search != nil))
    }

    mutating func redact(_ body: inout Data, _ type: String?, _ part: String) {
        let old = body
        body = search?.scrubbed(old) ?? redaction.recorded(old, contentType: type, found: &found)
        guard notes != nil, body != old else { return }
        notes?.append(Note(entry: entry, part: part, change: (old, body), isEcho: search != nil))
    }
}

extension CassetteRedactor {
    /// The place of a secret, with names and bodies that may hold others.
    private struct Note: Sendable {
        let entry: Int?
        let part: String
        var name: String?
        var change: (old: Data, new: Data)?
        let isEcho: Bool
    }

    /// The place of a secret that was removed.
    package struct Finding: Sendable {
        /// The number of the entry, from 0; nil outside of entries.
        package let entry: Int?
        /// The place without secrets, such as `request header Authorization` or `response body at items[0].token`.
        package let place: String
        /// Whether the secret was found by comparison with one of another place.
        package let isEcho: Bool
    }

    /// The places of the secrets that were removed; none of a redactor made without them. Several secrets of one place
    /// are one finding.
    package var findings: [Finding] {
        let search = SecretSearch(for: found)
        var known: Set<String> = []
        var findings: [Finding] = []
        for note in notes ?? [] {
            // A name may be a secret itself.
            let name = note.name.map { " " + search.scrubbed(shown($0)).cut(to: 60) } ?? ""
            let paths = note.change.map(changedPaths) ?? []
            let places = paths.isEmpty ? [""] : paths.prefix(20).map { " at \($0)" }
            for place in places + (paths.count > 20 ? [" in \(paths.count - 20) more fields"] : []) {
                let place = note.part + name + search.scrubbed(place)
                guard known.insert("\(note.entry ?? -1) \(place)").inserted else { continue }
                findings.append(Finding(entry: note.entry, place: place, isEcho: note.isEcho))
            }
        }
        return findings
    }

    private func shown(_ name: String) -> String {
        var found: Set<String> = []
        return redaction.text(name, found: &found)
    }

    /// Returns the paths at which two JSON documents differ; empty when either is not JSON.
    private func changedPaths(from old: Data, to new: Data) -> [String] {
        guard let old = try? JSONValue(parsing: old), let new = try? JSONValue(parsing: new) else { return [] }
        var paths: [String] = []
        // A stack instead of recursion: a document may be nested deeply.
        var pending = [("", old, new)]
        while let (path, old, new) = pending.popLast() {
            switch (old, new) {
            case (.array(let olds), .array(let news)) where olds.count == news.count:
                for index in olds.indices.reversed() { pending.append(("\(path)[\(index)]", olds[index], news[index])) }
            case (.object(let olds), .object(let news)):
                for key in Array(olds.keys).sortedByBytes().reversed() {
                    guard let old = olds[key], let new = news[key] else { continue }
                    let step = shown(key).cut(to: 40)
                    pending.append((path.isEmpty ? step : "\(path).\(step)", old, new))
                }
            default: if old != new { paths.append(path.isEmpty ? "the whole" : path) }
            }
        }
        return paths
    }
}

// The lists that HAR requires beside headers, URL and body are made of what is redacted already.
extension HARRequest {
    fileprivate mutating func fill() {
        query = CassetteURL(url).query.map { HARField($0.name, $0.value ?? "") }
        cookies = (HTTPHeaders(headers)["Cookie"] ?? "").split(atBytes: ";").filter { !$0.isEmpty }
            .map(HARField.init(cookie:))
        guard let data = postData, !data.isTruncated, let body = data.body,
            data.mimeType.hasPrefix(bytes: "application/x-www-form-urlencoded")
        else { return }
        let items = HARField.items(of: String(decoding: body, as: UTF8.self)[...])
        postData?.params = items.map { HARField($0.name, $0.value ?? "") }
    }
}

extension HARResponse {
    fileprivate mutating func fill() {
        let headers = HTTPHeaders(headers)
        cookies = headers.values(for: "Set-Cookie").map { HARField(cookie: $0.prefix(beforeBytes: ";")) }
        if !redirectURL.isEmpty { redirectURL = headers["Location"] ?? "" }
    }
}

extension HARField {
    fileprivate init(cookie: Substring) {
        let (name, value) = cookie.cut(atBytes: "=") ?? (cookie, "")
        self.init(String(name.trimmed), String(value.trimmed))
    }
}
