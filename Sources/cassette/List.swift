import Talyn
import TalynCassettes

extension Console {
    /// `list`: a line for each entry, without secrets.
    func list(_ files: [CassetteFile]) async -> Int32 {
        let failures = await handle(files) { file, log in
            var redactor = CassetteRedactor(wanted.redaction)
            let entries = redactor.redacted(log).entries
            let bytes = entries.reduce(0) { $0 + ($1.response.body?.count ?? 0) }
            out("\(file.name): \(entries.count) \(entries.count == 1 ? "entry" : "entries"), \(Self.size(bytes))")
            for (index, entry) in entries.enumerated() { out("  \(index)  \(Self.line(entry))") }
        }
        return failures > 0 ? 1 : 0
    }

    private static func line(_ entry: HAREntry) -> String {
        if let fault = entry.fault { return "unreadable: \(fault.detail)" }
        let (request, response) = (entry.request, entry.response)
        let result =
            response.status == 0
            ? response.error ?? "no response" : "\(response.status) \(size(response.body?.count ?? 0))"
        let operation = entry.operation.map { " · \($0)" } ?? ""
        let start = entry.started.isEmpty ? "" : "\(entry.started) "
        return "\(start)\(request.method) \(request.url.cut(to: 160))\(operation) → \(result.cut(to: 60))"
    }

    /// A size as text: `812 bytes`, `3.1 KB`.
    private static func size(_ bytes: Int) -> String {
        if bytes < 1000 { return "\(bytes) bytes" }
        let (value, unit) = bytes < 1_000_000 ? (Double(bytes) / 1e3, "KB") : (Double(bytes) / 1e6, "MB")
        return "\((value * 10).rounded() / 10) \(unit)"
    }
}
