// The end of a call: the file goes to its place, or what must not stay is removed.
extension Download {
    /// Moves the file of an accepted response to its destination, and returns the response with it.
    ///
    /// A plugin may have answered with another body, which is written first.
    func complete(_ response: Response, _ call: CallContext) async throws -> Response {
        try Task.checkCancellation()
        guard (200...299).contains(response.statusCode) else {
            throw RequestError(.status(response.statusCode), response: response)
        }
        let partial = try partial()
        if response.body == .file(partial.url) {
            guard partial.size == state.withLock({ $0.wholeSize }) else { throw URLError.changedFile }
        } else {
            if case .none = response.body { throw RequestError(.empty, response: response) }
            if response.statusCode == 206 {
                throw URLError(.badServerResponse, text: "a plugin answered a download with a part of the file (206)")
            }
            try discard(partial)
            for try await chunk in response.body.chunks { try partial.append(chunk) }
            try await checkDigest(of: partial, response.headers, response, call)
        }
        let place: URL
        switch destination {
        case .file(let url): place = url
        case .folder(let folder):
            place = folder.appendingPathComponent(FileName.suggested(by: response), isDirectory: false)
        }
        let file = try partial.move(to: place, options.existingFile)
        unlink(partial.recordURL.path)
        end()
        return Response(response, body: .file(file), acceptance: response.acceptance)
    }

    /// Removes the partial file of a call that failed, or leaves it for the next call. Returns the error with the
    /// beginning of the file's body in memory.
    func abandon(_ error: RequestError) -> RequestError {
        guard let partial = state.withLock({ $0.partial }) else {
            removeFolders()
            end()
            return error
        }
        var error = error
        if let response = error.response, response.body == .file(partial.url) {
            let beginning = (try? partial.url.contents(upTo: RequestError.keptBodySize)) ?? Data()
            error = error.with(response.replacing(data: beginning.prefix(RequestError.keptBodySize)))
        }
        let isResumable = state.withLock { $0.record != nil } && partial.size > 0 && !error.isRefusal
        if options.resumes, isResumable {
            partial.release()
        } else {
            unlink(partial.recordURL.path)
            partial.remove()
            removeFolders()
        }
        end()
        return error
    }

    /// Removes the folders that were created, unless they are in use.
    private func removeFolders() {
        for folder in state.withLock({ $0.createdFolders }).reversed() { rmdir(folder.path) }
    }

    private func end() {
        let partial = state.withLock { state -> PartialFile? in
            defer { state.partial = nil }
            // The meter holds this object by its closures.
            (state.isOver, state.meter) = (true, nil)
            return state.partial
        }
        partial?.release()
    }
}

extension RequestError {
    /// Whether the file was complete and not accepted, so that its bytes are of no use.
    fileprivate var isRefusal: Bool {
        switch kind {
        case .contentType, .rejected, .decoding: true
        default: false
        }
    }
}
