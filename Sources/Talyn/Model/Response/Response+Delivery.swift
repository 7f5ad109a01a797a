extension Response {
    /// Returns the same head with a complete body in the requested form.
    ///
    /// A file is written for status codes 200 to 299 only; the body of a redirect or an error stays in memory for the
    /// error.
    package func delivering(_ data: Data, as delivery: BodyDelivery) throws -> Response {
        let body: Body
        switch delivery {
        case .file(let url) where (200...299).contains(statusCode):
            do { try data.write(to: url, options: .atomic) } catch {
                throw URLError(.cannotWriteToFile, text: "the file for the body cannot be written")
            }
            body = .file(url)
        case .stream:
            body = .stream(BodyStream(once: data, hasLength: hasKnownLength))
        case .data, .file:
            body = data.isEmpty ? .none : .data(data)
        }
        return Response(
            statusCode: statusCode, headers: headers, body: body, url: ownURL, endpoint: endpoint, tail: tail)
    }
}

extension Response {
    /// Whether a transport has decoded the body, so that its bytes and ranges are not those on the wire.
    var isDecoded: Bool { endpoint.options.decodesContent && !headers.contentCodings.isEmpty }
    /// Whether the length of the body may be known in advance.
    package var hasKnownLength: Bool { !isDecoded && !headers.contains("Transfer-Encoding") }

    /// Returns the error of a body over its limit. It keeps the head, because plugins inspect the status code.
    package func tooLarge(_ limit: Int) -> RequestError {
        let head = Response(statusCode: statusCode, headers: headers, url: ownURL, endpoint: endpoint)
        return RequestError(.tooLarge(limit: limit), response: head)
    }

    /// Returns whether the body is in memory, or the caller requested another form.
    /// - Throws: ``RequestError/Kind-swift.enum/tooLarge(limit:)`` for a body in memory over the limit.
    func isCollected(for context: CallContext, upTo limit: Int?) throws(RequestError) -> Bool {
        switch body {
        case .none: return true
        case .data(let data):
            if let limit, data.count > limit { throw tooLarge(limit) }
            return true
        case .file, .stream: return context.delivery != .data
        }
    }

    /// Returns the same response with its body in memory, whatever form the transport used.
    /// - Throws: ``RequestError/Kind-swift.enum/tooLarge(limit:)`` for a body over the limit.
    func collected(upTo limit: Int?) async throws -> Response {
        switch body {
        case .none, .data: return self
        case .stream(let stream):
            do { return replacing(data: try await stream.collect(upTo: limit ?? .max)) } catch {
                guard case .tooLarge(let limit) = (error as? RequestError)?.kind else { throw error }
                throw tooLarge(limit)
            }
        case .file(let url):
            guard let data = try? url.contents(upTo: limit ?? .max) else {
                throw URLError(.cannotOpenFile, text: "the file of the body cannot be read")
            }
            if let limit, data.count > limit { throw tooLarge(limit) }
            return replacing(data: data)
        }
    }
}

extension Response {
    /// The bytes of a redirect's body that are read, for the sake of the connection: 4 KiB.
    static let redirectBodySize = 1 << 12

    /// Whether the body is only a beginning, which no cache may store.
    package var isCut: Bool { tail?.withLock { $0.isCut } ?? false }

    /// Returns the same response with the beginning of a streamed body in memory: what arrives within a second, up to a
    /// number of bytes.
    func beginning(_ limit: Int, of call: CallContext) async -> Response {
        guard case .stream(let stream) = body else { return self }
        let reading = Task { await stream.beginning(limit) }
        let alarm = call.setAlarm(at: call.elapsed + .seconds(1)) {
            reading.cancel()
            return nil
        }
        let (data, isWhole) = await withTaskCancellationHandler {
            await reading.value
        } onCancel: {
            reading.cancel()
        }
        if let alarm { call.cancelAlarm(alarm) }
        let body = data.isEmpty ? Body.none : .data(data)
        if isWhole { return replacing(body: body) }
        // A copy, because stubs share theirs.
        var tail = tail?.withLock { $0 } ?? ResponseTail()
        tail.isCut = true
        return Response(self, body: body, acceptance: acceptance, tail: Locked(tail))
    }
}

extension RequestError {
    /// The bytes of a refused body that an error keeps: 64 KiB.
    static let keptBodySize = 1 << 16

    /// Returns the same error with the beginning of a streamed body in memory, where the body stays readable after the
    /// exchange: what arrives within a second, up to 64 KiB.
    func collectingBody(of call: CallContext) async -> RequestError {
        guard let response, case .stream = response.body else { return self }
        return with(await response.beginning(Self.keptBodySize, of: call))
    }
}

extension BodyStream {
    /// Makes a stream of one chunk, which can be read once.
    init(once data: Data, hasLength: Bool = true) {
        self.init(length: hasLength ? Int64(data.count) : nil) {
            var rest = data.isEmpty ? nil : data
            return {
                defer { rest = nil }
                return rest
            }
        }
    }

    /// Reads the stream up to a number of bytes, or to its error. Returns whether that is all of it.
    fileprivate func beginning(_ limit: Int) async -> (Data, isWhole: Bool) {
        var (beginning, pieces) = (Data(), makeAsyncIterator())
        do {
            while let piece = try await pieces.next() {
                beginning.append(piece.prefix(limit - beginning.count))
                if beginning.count == limit { return (beginning, false) }
            }
            return (beginning, true)
        } catch { return (beginning, false) }
    }
}
