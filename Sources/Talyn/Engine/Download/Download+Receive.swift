// Within an exchange: writes the body of a response.
extension Download {
    /// Writes the body of a 2xx response, and returns the response with the partial file as its body.
    ///
    /// Other responses, and ranges that do not continue the partial file, are returned as they are.
    func receive(_ response: Response, _ context: CallContext) async throws -> Response {
        let offset = offset(requestedBy: response.endpoint)
        let range = ContentRange(response.headers)
        switch response.statusCode {
        case 416 where offset != nil:
            guard let offset, isComplete(at: offset, range, response) else { return response }
            context.note("the file was already complete")
            return try await whole(response, from: offset, context)
        case 206:
            if offset == nil, let range = response.endpoint.headers["Range"] {
                // The answer to a range of this download that another attempt has made obsolete is no whole file.
                if try part().ranges.contains(range) { throw URLError.changedFile }
                break
            }
            guard let offset else {
                throw URLError(.badServerResponse, text: "the server sent a part of the file (206) without a Range")
            }
            guard let bytes = range?.bytes, bytes.lowerBound == offset, continues(range, response) else {
                return response
            }
            context.note("resumed at \(offset) bytes")
            do {
                try await write(response, from: offset, upTo: bytes.upperBound + 1, of: range?.length, context)
            } catch let error as URLError where error.code == .badServerResponse {
                // The bytes of a body that is not its range are not those of the file.
                try discard()
                throw error
            }
            // Nothing less than the whole length is the whole file. The next attempt asks for the rest.
            let length = try range?.length ?? part().record?.length
            guard bytes.upperBound + 1 == length else {
                let total = length.map { "\($0)" } ?? "unknown"
                throw URLError(
                    .networkConnectionLost,
                    text: "the server sent the file up to byte \(bytes.upperBound) only; its length is \(total)")
            }
            return try await whole(response, from: offset, context)
        case 200...299: break
        default: return response
        }
        if response.isBodiless { throw RequestError(.empty, response: response) }
        let (total, known) = (try total(of: response), offset == nil ? nil : knownLength(of: response))
        // Only the rest, although the server says that it is the whole file.
        if let total, let known, total != known {
            context.note("the server sent \(total) bytes in answer to a range, of a file of \(known)")
            return response
        }
        try await write(response, from: 0, upTo: nil, of: total, context)
        if let known, try part().file.size() != known {
            try discard()
            throw URLError(
                .networkConnectionLost,
                text: "the file had another length than before, with the same validator; it was removed")
        }
        return try await whole(response, from: 0, context)
    }

    /// Returns the length of the file that an earlier response declared, if this one is of the same version.
    private func knownLength(of response: Response) -> Int64? {
        let record = state.withLock { $0.phase.part?.record }
        return record.flatMap { $0.describesSameVersion(as: response) ? $0.length : nil }
    }

    /// Returns the file, which every attempt has.
    func part() throws(URLError) -> Part {
        guard let part = state.withLock({ $0.phase.part }) else { throw .downloadHasEnded }
        return part
    }

    /// Returns the length of the file that a response has from its beginning; nil if it is unknown.
    private func total(of response: Response) throws -> Int64? {
        if let length = try response.headers.bodyLength() { return length }
        if case .stream(let stream) = response.body { return stream.length }
        return nil
    }

    /// Returns whether a 206 continues the partial file (RFC 9110 §15.3.7.3), and ends within it.
    private func continues(_ range: ContentRange?, _ response: Response) -> Bool {
        let record = state.withLock { $0.phase.part?.record }
        guard let record, record.describesSameVersion(as: response) else { return false }
        if response.isDecoded { return false }
        guard let known = record.length else { return true }
        return (range?.length ?? known) == known && (range?.bytes?.upperBound).map { $0 < known } ?? true
    }

    /// Returns whether a 416 says that the partial file is complete: its length is that of the file.
    private func isComplete(at offset: Int64, _ range: ContentRange?, _ response: Response) -> Bool {
        range?.bytes == nil && range?.length == offset && continues(range, response)
    }

    /// Checks the complete file, and returns its response: of a resumed file the combined one (RFC 9110 §15.3.7.3).
    private func whole(_ response: Response, from offset: Int64, _ context: CallContext) async throws -> Response {
        let part = try part()
        let size = try part.file.size()
        var headers = response.headers
        if offset > 0 {
            // A 416 describes its own body, and a 206 need not repeat what the first response had.
            if response.statusCode == 416 { for name in ResumeRecord.names { headers.remove(name) } }
            let known = HTTPHeaders(part.record?.fields ?? [:])
            for field in known where !headers.contains(field.name) { headers[field.name] = field.value }
            headers["Content-Range"] = nil
            headers["Transfer-Encoding"] = nil
            headers["Content-Length"] = String(size)
            report(size, of: size, context)
        }
        try await checkDigest(of: part.file, headers, response, context)
        state.withLock { if case .partial(let part) = $0.phase { $0.phase = .complete(part, size) } }
        return Response(
            response, statusCode: offset > 0 ? 200 : response.statusCode, headers: headers, body: .file(part.file.url),
            acceptance: nil)
    }

    /// Checks the hash that the options ask for. A file with another one is removed.
    func checkDigest(
        of partial: PartialFile, _ headers: HTTPHeaders, _ response: Response, _ context: CallContext
    ) async throws {
        let wanted: [UInt8]
        switch options.digest {
        case .sha256(let text): wanted = Array(hexDigits: text)
        case .reprDigest:
            guard let sent = ReprDigest.sha256(in: headers) ?? ReprDigest.sha256(in: response.trailers) else { return }
            // The hash is that of the whole file (RFC 9530 §3) before the transport decoded it.
            if response.isDecoded || headers.contains("Content-Range") {
                return context.note("the hash was not checked: the body was encoded, or a part of the file")
            }
            wanted = sent
        case nil: return
        }
        if try await partial.sha256() == wanted { return }
        try discard()
        throw URLError(
            .downloadDecodingFailedToComplete,
            text: "the downloaded file has another SHA-256 than expected; it was removed")
    }

    /// Removes what was downloaded, so that the next request asks for the whole file.
    func discard() throws {
        try state.withLock { state in
            if case .writing = state.phase { throw URLError.twoAttempts }
            guard var part = state.phase.part else { throw URLError.downloadHasEnded }
            (part.record, part.offset) = (nil, nil)
            state.phase = .partial(part)
            unlink(part.file.recordURL.path)
            try part.file.clear()
        }
    }
}

// Behind an exchange: the next request of the same attempt.
extension Download {
    /// Returns the endpoint for the whole file after a response that does not continue the partial file; nil if the
    /// response is the last one.
    func endpoint(after response: Response, to sent: Endpoint) throws -> Endpoint? {
        guard 200...299 ~= response.statusCode || response.statusCode == 416, offset(requestedBy: sent) != nil else {
            return nil
        }
        if case .file(let file) = response.body, file == (try part().file.url) { return nil }
        try discard()
        var next = sent
        next.headers["Range"] = nil
        next.headers["If-Range"] = nil
        return next
    }
}
