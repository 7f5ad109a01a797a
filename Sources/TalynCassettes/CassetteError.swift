public import Talyn

/// A problem of a cassette, or of a test that uses one. Its texts name files, entries and fields, never a value.
public enum CassetteError: Error, Sendable, Hashable {
    /// The file cannot be read. The reason of a missing file says how to record it.
    case unreadable(file: String, reason: String)

    /// The file is larger than the limit, in bytes.
    case tooLarge(file: String, limit: Int)

    /// The file is not HAR 1.2, with the number of the entry, from 0, and the field, such as `response.content.text`.
    /// Both are nil for the whole file.
    case malformed(file: String, entry: Int?, field: String?, reason: String)

    /// The file cannot be written. Its contents are as they were.
    case unwritable(file: String, reason: String)

    /// The environment variable `TALYN_CASSETTES` names no mode; nothing was read or sent.
    case unknownMode(String)

    /// Unused entries and requests without an entry: a line for each.
    case mismatch(file: String, unused: [String], unanswered: [String])

    /// A recording without a request. An existing file is as it was.
    case nothingRecorded(file: String)

    /// A recording in which all requests failed to connect. An existing file is as it was.
    case networkUnreachable(file: String)
}

extension CassetteError: CustomStringConvertible, LocalizedError {
    /// The file, the problem, and the remedy.
    public var description: String {
        switch self {
        case .unreadable(let file, let reason): "\(file): \(reason)"
        case .tooLarge(let file, let limit): "\(file): larger than \(limit) bytes"
        case .malformed(let file, let entry, let field, let reason):
            "\(file): \(entry.map { "entry \($0): " } ?? "")\(field.map { "\($0) " } ?? "")\(reason)"
        case .unwritable(let file, let reason): "\(file): not written: \(reason)"
        case .unknownMode(let name):
            "TALYN_CASSETTES is \"\(name.cut(to: 40))\"; it can be replay, once, all or newEpisodes"
        case .mismatch(let file, let unused, let unanswered):
            "\(file): the requests and the entries do not match:"
                + Self.list("no request used", unused) + Self.list("no entry for", unanswered)
        case .nothingRecorded(let file): "\(file): nothing was recorded; check that the provider uses the cassette"
        case .networkUnreachable(let file): "\(file): not written: no request reached a server; check the network"
        }
    }

    /// Same as ``description``.
    public var errorDescription: String? { description }

    /// The problem without the names of file and entry.
    package var detail: String {
        guard case .malformed(_, _, let field, let reason) = self else { return description }
        return "\(field.map { "\($0) " } ?? "")\(reason)"
    }

    private static func list(_ problem: String, _ lines: [String]) -> String {
        let shown = lines.prefix(8).map { "\n- \(problem) \($0)" }.joined()
        return lines.count > 8 ? "\(shown)\n- \(problem) \(lines.count - 8) more" : shown
    }
}
