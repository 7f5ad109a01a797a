internal import Talyn
internal import TalynStubs

/// The chunks in which a body arrived, and their times after the head: `512@0 120@48.2`, in bytes and milliseconds.
struct HARPace: Sendable, Equatable {
    /// The number of chunks that are told apart. Later bytes count to the last one.
    private static let limit = 10_000

    private var chunks: [Chunk] = []

    private struct Chunk: Sendable, Equatable {
        var count: Int
        let after: Double

        var written: String { after == after.rounded() ? String(Int64(after)) : String(after) }
    }

    init() {}

    /// A pace of a file; nil for another text.
    init?(_ text: String) {
        for word in text.split(atBytes: " ") {
            let parts = word.split(atBytes: "@")
            guard parts.count == 2, let count = Int(parts[0]), count > 0, let after = Double(parts[1]),
                after >= chunks.last?.after ?? 0, after < 1e9, chunks.count < Self.limit
            else { return nil }
            chunks.append(Chunk(count: count, after: after))
        }
    }

    /// Adds bytes. Those that arrive within a millisecond of a chunk belong to it.
    mutating func add(_ count: Int, after: Duration) {
        if count <= 0 { return }
        let milliseconds = CassetteRecording.milliseconds(after)
        guard let last = chunks.last, chunks.count >= Self.limit || milliseconds < last.after + 1 else {
            return chunks.append(Chunk(count: count, after: max(milliseconds, chunks.last?.after ?? 0)))
        }
        let (sum, isTooLarge) = last.count.addingReportingOverflow(count)
        chunks[chunks.count - 1].count = isTooLarge ? .max : sum
    }

    /// The text of a file; nil without chunks.
    var text: String? {
        chunks.isEmpty ? nil : chunks.map { "\($0.count)@\($0.written)" }.joined(separator: " ")
    }

    /// Returns the answer in these chunks.
    func pacing(_ answer: StubAnswer) -> StubAnswer {
        var last = 0.0
        return answer.arriving(
            chunks.map { chunk in
                defer { last = chunk.after }
                return (chunk.count, .milliseconds(chunk.after - last))
            })
    }
}
