internal import Talyn
internal import TalynStubs

extension Cassette {
    /// Sends the endpoint and records the exchange. If it must not reach the network, and the recorded transport may,
    /// it is refused.
    func record(
        _ endpoint: Endpoint, _ number: Int, _ context: CallContext, staysOffline: Bool
    ) async throws -> Response {
        if staysOffline, live.offline == nil {
            let reason = "\(file.lastPathComponent) does not record in a scope of stubs, which keeps off the network"
            throw RequestError(.unstubbed("\(reason); record it outside of the scope"))
        }
        let recording = CassetteRecording(endpoint, context, limit: bodyLimit)
        state.withLock { $0.exchanges[number] = .recorded(recording) }
        // As a stream, so that of a body that breaks off the part that arrived is kept.
        let inner = context.delivery == .data ? context.delivering(as: .stream) : context
        do {
            let response =
                staysOffline
                ? try await live.sendOffline(recording.outgoing, context: inner)
                : try await live.send(recording.outgoing, context: inner)
            recording.receive(response)
            let body = try await read(
                response.body, recording, context,
                isFollowed: endpoint.isRedirect(response.statusCode, response.headers))
            return Response(
                statusCode: response.statusCode, headers: response.headers, body: body, url: response.url,
                endpoint: endpoint)
        } catch {
            recording.end(error)
            throw error
        }
    }

    /// Returns the body in the form that the caller wants. A stream is recorded while the caller reads it, as is the
    /// body of a redirect that `isFollowed`, of which the pipeline reads the beginning.
    private func read(
        _ body: Body, _ recording: CassetteRecording, _ context: CallContext, isFollowed: Bool
    ) async throws -> Body {
        guard case .stream(let stream) = body else {
            recording.receive(body.recordable(upTo: bodyLimit) ?? Data())
            recording.end()
            return body
        }
        let tee = BodyStream(length: stream.length, isRepeatable: stream.isRepeatable) {
            var pieces = stream.makeAsyncIterator()
            return {
                do {
                    let piece = try await pieces.next()
                    if let piece { recording.receive(piece) } else { recording.end() }
                    return piece
                } catch {
                    // The pipeline follows it all the same, and has perhaps ended the reading.
                    if !isFollowed { recording.end(error) }
                    throw error
                }
            }
        }
        if isFollowed || context.delivery != .data { return .stream(tee) }
        let data = try await tee.collect(upTo: .max)
        return data.isEmpty ? .none : .data(data)
    }
}
