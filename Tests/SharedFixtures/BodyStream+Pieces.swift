package import Talyn

extension BodyStream {
    /// Makes a stream of texts, each a chunk. `readings` counts the readings.
    package init(
        _ pieces: String..., length: Int64? = nil, isRepeatable: Bool = false, readings: Locked<Int> = Locked(0)
    ) {
        self.init(pieces: pieces.map { Data($0.utf8) }, length: length, isRepeatable: isRepeatable, readings: readings)
    }

    /// Makes a stream of chunks. `readings` counts the readings.
    package init(
        pieces: [Data], length: Int64? = nil, isRepeatable: Bool = false, readings: Locked<Int> = Locked(0)
    ) {
        self.init(length: length, isRepeatable: isRepeatable) {
            readings.withLock { $0 += 1 }
            var rest = pieces[...]
            return { rest.popFirst() }
        }
    }
}
