// The bytes of a body on their way into the partial file.
extension Download {
    /// Appends a body to the partial file from an offset. `end` is the offset behind the body; nil to read to its end.
    func write(
        _ response: Response, from offset: Int64, upTo end: Int64?, of total: Int64?, at date: Date
    ) async throws {
        let partial = try partial()
        let begins = state.withLock { state in
            defer { state.isReceiving = true }
            return !state.isReceiving
        }
        guard begins else { throw URLError.twoAttempts }
        defer { state.withLock { $0.isReceiving = false } }
        if offset == 0 { try begin(partial, response, total, date) } else { try partial.seekToEnd() }
        guard partial.size == offset else { throw URLError.changedFile }
        report(offset, of: total)
        var written = offset
        for try await piece in response.body.chunks {
            try Task.checkCancellation()
            written += Int64(piece.count)
            if let end, written > end {
                throw URLError(.badServerResponse, text: "the body is longer than its Content-Range (RFC 9110 §14.4)")
            }
            try partial.append(piece)
            report(written, of: total)
        }
        if let end, written < end {
            throw URLError(.networkConnectionLost, text: "the body ended before its Content-Range")
        }
        guard partial.size == written else { throw URLError.changedFile }
    }

    /// Starts the file: removes an earlier part, and keeps the facts of the new one.
    private func begin(_ partial: PartialFile, _ response: Response, _ total: Int64?, _ date: Date) throws {
        if case .folder(let folder) = destination, options.existingFile == .fail {
            let url = folder.appendingPathComponent(FileName.suggested(by: response), isDirectory: false)
            try FileEntry.check(url, for: .fail)
        }
        // The old record first: it must never describe the new bytes.
        unlink(partial.recordURL.path)
        try partial.clear()
        let record = state.withLock { state -> ResumeRecord? in
            let isResumable = state.mayResume && response.statusCode == 200
            state.record =
                isResumable ? ResumeRecord(response, length: total, resource: state.resource, at: date) : nil
            return state.record
        }
        if options.resumes { record?.write(to: partial.recordURL) }
    }
}

extension URLError {
    static var twoAttempts: URLError {
        URLError(.cannotWriteToFile, text: "two attempts of one call write the file of a download at once")
    }

    static var changedFile: URLError {
        URLError(.cannotWriteToFile, text: "another program or attempt changed the file of a download")
    }
}
