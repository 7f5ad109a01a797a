internal import Talyn

extension CassetteRedactor {
    /// A secret that was removed.
    package struct Finding: Sendable, Hashable {
        /// The number of the entry, from 0; nil outside of entries.
        package let entry: Int?
        /// Its path without secrets, such as `request header Authorization` or `response body at items[0].token`.
        package let path: String
        /// Whether the secret was found by comparison with one found elsewhere.
        package let isRepeated: Bool
    }

    /// Returns the texts that changed, first those with secrets, then those with repetitions. The last document stands
    /// around the entries.
    func findings(in documents: [[HARText]], _ search: SecretSearch) -> [Finding] {
        var findings: [Finding] = []
        var known: Set<Finding> = []
        for isRepeated in [false, true] {
            for (document, texts) in documents.enumerated() {
                let entry = document < documents.count - 1 ? document : nil
                for text in texts {
                    let (old, new) = isRepeated ? (text.redacted, text.content) : (text.original, text.redacted)
                    if old == new { continue }
                    for path in self.paths(of: text, from: old, to: new, search) {
                        let isNew = known.insert(Finding(entry: entry, path: path, isRepeated: false)).inserted
                        if isNew { findings.append(Finding(entry: entry, path: path, isRepeated: isRepeated)) }
                    }
                }
            }
        }
        return findings
    }

    /// The label of a text with the paths in its JSON, without secrets.
    private func paths(of text: HARText, from old: Data, to new: Data, _ search: SecretSearch) -> [String] {
        // A name may be a secret itself.
        let name = text.name.map { " " + search.scrubbed(shown($0)).cut(to: 60) } ?? ""
        var paths: [String] = []
        switch text.rule {
        case .body, .member: paths = changedPaths(from: old, to: new)
        default: break
        }
        let rest = paths.count > 20 ? [" in \(paths.count - 20) more fields"] : []
        let ends = paths.isEmpty ? [""] : paths.prefix(20).map { " at \($0)" } + rest
        return ends.map { text.label + name + search.scrubbed($0) }
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

    private func shown(_ name: String) -> String {
        var found: Set<String> = []
        return redaction.text(name, found: &found)
    }
}
