// The end of a call: the file goes to its destination, or what must not stay is removed.
extension Download {
    /// Moves the file of an accepted response to its destination, and returns the response with it.
    ///
    /// A plugin may have answered with another body, which is written first.
    func complete(_ response: Response, _ call: CallContext) async throws -> Response {
        try Task.checkCancellation()
        guard (200...299).contains(response.statusCode) else {
            throw RequestError(.status(response.statusCode), response: response)
        }
        let partial = try part().file
        let size = response.body == .file(partial.url) ? nil : try await replace(by: response, call)
        return try move(partial, replaced: size, response)
    }

    private func move(_ partial: PartialFile, replaced size: Int64?, _ response: Response) throws -> Response {
        try reserve(partial, replaced: size)
        let url: URL
        switch destination {
        case .file(let file): url = file
        case .folder(let folder):
            url = folder.appendingPathComponent(FileName.suggested(by: response), isDirectory: false)
        }
        let file = try partial.move(to: url, options.existingFile)
        unlink(partial.recordURL.path)
        end()
        return Response(response, body: .file(file), acceptance: response.acceptance)
    }

    /// Reserves the file with the bytes that it must have, so that a plugin's late attempt does not write into a file
    /// that is being moved. `size` is the length of a plugin's answer, nil without one.
    private func reserve(_ partial: PartialFile, replaced size: Int64?) throws {
        let current = try partial.size()
        try state.withLock { state in
            switch state.phase {
            case .complete(let part, current) where size == nil: state.phase = .writing(part)
            case .partial(let part) where size == current: state.phase = .writing(part)
            default: throw URLError.changedFile
            }
        }
    }

    /// Removes the partial file of a call that failed, or leaves it for the next call. Returns the error with the
    /// beginning of the file's body in memory.
    func failed(_ error: RequestError) -> RequestError {
        defer { end() }
        guard let part = state.withLock({ $0.phase.part }) else {
            removeFolders()
            return error
        }
        let partial = part.file
        var error = error
        if let response = error.response, response.body == .file(partial.url) {
            let beginning = (try? partial.url.contents(upTo: RequestError.keptBodySize)) ?? Data()
            error = error.with(response.replacing(data: beginning.prefix(RequestError.keptBodySize)))
        }
        let isResumable = part.recordForNextCall != nil && (try? partial.size()) ?? 0 > 0 && !error.isRefusal
        if options.resumes, isResumable {
            partial.release()
        } else {
            unlink(partial.recordURL.path)
            partial.remove()
            removeFolders()
        }
        return error
    }

    /// Removes the folders that were created, unless they are in use.
    private func removeFolders() {
        for folder in state.withLock({ $0.createdFolders }).reversed() { rmdir(folder.path) }
    }

    private func end() {
        let part = state.withLock { state -> Part? in
            defer { state.phase = .ended }
            return state.phase.part
        }
        part?.file.release()
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
