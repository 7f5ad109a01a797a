internal import Talyn

/// The contents of a cassette's file at the first request, with its requests in the form that is compared.
struct CassetteTape: Sendable {
    let log: HARLog
    /// The bytes of the file; nil when there was none.
    let data: Data?
    let mode: Cassette.Mode
    let requests: [CassetteRequest]

    /// Whether entries answer.
    var isReplaying: Bool { mode == .replay || mode == .newEpisodes || mode == .once && data != nil }
    /// Whether requests are sent: all of them, or those without an entry.
    var isRecording: Bool { mode == .all || mode == .newEpisodes || mode == .once && data == nil }

    init(_ log: HARLog, _ redaction: Redaction, data: Data? = nil, mode: Cassette.Mode = .replay) {
        self.log = log
        self.data = data
        self.mode = mode
        // A browser's file still has its secrets.
        requests = log.entries.map { entry in
            var redactor = CassetteRedactor(redaction)
            let request = redactor.requests(of: entry).first ?? entry.request
            return CassetteRequest(request, operation: entry.operation, template: entry.template)
        }
    }

    /// Returns whether an entry could be read.
    func isReadable(_ index: Int) -> Bool { log.entries[index].fault == nil }

    /// Returns the first unused entry that matches a request in one of its forms; if entries repeat and all are used,
    /// the last one that matches.
    func answer(
        to forms: [CassetteRequest], by matching: CassetteMatching, used: Set<Int>, repeats: Bool
    ) -> Int? {
        let isAnswer = { (index: Int) in
            isReadable(index)
                && forms.contains { $0.differences(from: requests[index], by: matching, limit: 1).isEmpty }
        }
        let unused = requests.indices.first { !used.contains($0) && isAnswer($0) }
        return unused ?? (repeats ? requests.indices.last(where: isAnswer) : nil)
    }

    /// Describes the entries that are nearest to a request, with their differences, without values.
    func report(
        on forms: [CassetteRequest], by matching: CassetteMatching, used: Set<Int>, limit: Int = 3
    ) -> String {
        let faults = log.entries.enumerated().compactMap { index, entry in
            entry.fault.map { "; entry \(index) cannot be read: \($0.detail)" }
        }
        let candidates = requests.indices.filter(isReadable).map { index in
            let differences = forms.map { $0.differences(from: requests[index], by: matching) }
            return (index: index, differences: differences.min { $0.count < $1.count } ?? [])
        }
        let nearest = candidates.sorted { ($0.differences.count, $0.index) < ($1.differences.count, $1.index) }
        let texts = nearest.prefix(limit).map { index, differences in
            var words = differences.isEmpty ? [] : ["differs in \(differences.joined(separator: ", "))"]
            if used.contains(index) { words.append("is used up") }
            return "entry \(index) (\(requests[index])) \(words.joined(separator: " and "))"
        }
        let summary = texts.isEmpty ? "there are no entries" : "nearest: \(texts.joined(separator: "; "))"
        return summary + faults.prefix(limit).joined()
    }
}
