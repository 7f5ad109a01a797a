// The bytes of a body on their way into the partial file.
extension Download {
    /// Appends a body to the partial file from an offset. `end` is the offset behind the body; nil to read to its end.
    func write(
        _ response: Response, from offset: Int64, upTo end: Int64?, of total: Int64?, _ context: CallContext
    ) async throws {
        try Task.checkCancellation()
        let partial = try beginWriting(from: offset)
        defer { endWriting() }
        if offset == 0 { try begin(partial, response, total, context) } else { try partial.seekToEnd() }
        report(offset, of: total, context)
        try await append(response.body, to: partial, from: offset, upTo: end, of: total, context)
    }

    /// Writes the body of a plugin's response in place of what was downloaded, and returns its length.
    func replace(by response: Response, _ context: CallContext) async throws -> Int64 {
        if case .none = response.body { throw RequestError(.empty, response: response) }
        if response.statusCode == 206 {
            throw URLError(.badServerResponse, text: "a plugin answered a download with a part of the file (206)")
        }
        try discard()
        let partial = try beginWriting(from: 0)
        do {
            defer { endWriting() }
            try await append(response.body, to: partial, from: 0, upTo: nil, of: nil, context)
        }
        let size = try partial.size()
        try await checkDigest(of: partial, response.headers, response, context)
        return size
    }

    private func append(
        _ body: Body, to partial: PartialFile, from offset: Int64, upTo end: Int64?, of total: Int64?,
        _ context: CallContext
    ) async throws {
        var written = offset
        for try await piece in body.chunks {
            written += Int64(piece.count)
            try append(piece, to: partial, upTo: end, written)
            report(written, of: total, context)
        }
        if let end, written < end {
            throw URLError(.networkConnectionLost, text: "the body ended before its Content-Range")
        }
        guard try partial.size() == written else { throw URLError.changedFile }
    }

    // Inlined, it would be on both sides of the `await`.
    @inline(never)
    private func append(_ piece: Data, to partial: PartialFile, upTo end: Int64?, _ written: Int64) throws {
        try Task.checkCancellation()
        if let end, written > end {
            throw URLError(.badServerResponse, text: "the body is longer than its Content-Range (RFC 9110 §14.4)")
        }
        try partial.append(piece)
    }

    /// Reserves the file, so that no other attempt writes, from its beginning or its end.
    private func beginWriting(from offset: Int64) throws -> PartialFile {
        try state.withLock { state in
            if case .writing = state.phase { throw URLError.twoAttempts }
            guard let part = state.phase.part else { throw URLError.downloadHasEnded }
            guard try offset == 0 || part.file.size() == offset else { throw URLError.changedFile }
            state.phase = .writing(part)
            return part.file
        }
    }

    private func endWriting() { state.withLock { if case .writing(let part) = $0.phase { $0.phase = .partial(part) } } }

    /// Starts the file: removes an earlier part, and keeps the facts of the new one.
    private func begin(_ partial: PartialFile, _ response: Response, _ total: Int64?, _ context: CallContext) throws {
        if case .folder(let folder) = destination, options.existingFile == .fail {
            let url = folder.appendingPathComponent(FileName.suggested(by: response), isDirectory: false)
            try FileEntry.check(url, for: .fail)
        }
        // The old record first: it must never describe the new bytes.
        unlink(partial.recordURL.path)
        try partial.clear()
        let record = state.withLock { state -> ResumeRecord? in
            guard var part = state.phase.part else { return nil }
            let isResumable = part.mayResume && response.statusCode == 200
            part.record =
                isResumable
                ? ResumeRecord(response, length: total, resource: part.resource, page: part.page, at: context.date)
                : nil
            state.phase.part = part
            return part.recordForNextCall
        }
        let kept = options.resumes ? record : nil
        kept?.write(to: partial.recordURL)
        if case .folder = destination { partial.removeUnused(besides: kept) }
    }
}

extension URLError {
    static var downloadHasEnded: URLError {
        URLError(.cannotWriteToFile, text: "the download has ended; a plugin started another attempt")
    }

    static var twoAttempts: URLError {
        URLError(.cannotWriteToFile, text: "two attempts of one call write the file of a download at once")
    }

    static var changedFile: URLError {
        URLError(.cannotWriteToFile, text: "another program or attempt changed the file of a download")
    }
}
