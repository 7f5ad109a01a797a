public import Talyn

/// What is wrong with a cassette, or with a test that uses one. Its texts name files, entries and fields, never a value.
public enum CassetteError: Error, Sendable, Hashable {
    /// The file cannot be read, and why; a missing one says how to record it.
    case unreadable(file: String, reason: String)

    /// The file is larger than what is read, in bytes.
    case tooLarge(file: String, limit: Int)

    /// The file is no HAR 1.2: in which entry, from 0, and in which field, such as `response.content.text`. Both are nil
    /// where the whole file is meant.
    case malformed(file: String, entry: Int?, field: String?, reason: String)

    /// The file cannot be written, and why. What was there before is there still.
    case unwritable(file: String, reason: String)

    /// The environment variable `TALYN_CASSETTES` names no mode; nothing was read, and nothing sent.
    case unknownMode(String)

    /// Entries that nobody asked for, and requests that have no entry: a line for each of them.
    case mismatch(file: String, unused: [String], unanswered: [String])

    /// A cassette that was to record saw nothing to record; the file, if there is one, is as it was.
    case nothingRecorded(file: String)

    /// All that was to be recorded failed to connect; the file, if there is one, is as it was.
    case networkUnreachable(file: String)
}

extension CassetteError: CustomStringConvertible, LocalizedError {
    /// The file, what is wrong with it, and what to do about it.
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
            "\(file): "
                + [("nobody asked for ", unused), ("no entry for ", unanswered)].filter { !$0.1.isEmpty }
                .map { $0.0 + Self.list($0.1) }.joined(separator: "; ")
        case .nothingRecorded(let file): "\(file): nothing was recorded: is the transport injected?"
        case .networkUnreachable(let file): "\(file): not written: the network could not be reached"
        }
    }

    /// As ``description``.
    public var errorDescription: String? { description }

    /// What is wrong in a file or an entry, without their names.
    package var detail: String {
        guard case .malformed(_, _, let field, let reason) = self else { return description }
        return "\(field.map { "\($0) " } ?? "")\(reason)"
    }

    private static func list(_ lines: [String]) -> String {
        let shown = lines.prefix(8).joined(separator: ", ")
        return lines.count > 8 ? "\(shown) and \(lines.count - 8) more" : shown
    }
}
