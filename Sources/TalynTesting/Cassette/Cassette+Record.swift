internal import Talyn

extension Cassette {
    /// Asks the network and writes down what is seen of the exchange.
    func record(_ endpoint: Endpoint, _ number: Int, _ context: CallContext) async throws -> Response {
        let recording = CassetteRecording(endpoint, context, limit: bodyLimit)
        state.withLock { $0.exchanges[number] = .recorded(recording) }
        // In pieces, so that one that breaks in the middle is kept as far as it came.
        let inner = context.delivery == .data ? context.delivering(as: .stream) : context
        do {
            let response = try await live.send(recording.outgoing, context: inner)
            recording.receive(response, after: context.elapsed)
            let body = try await read(response.body, recording, context)
            return Response(
                statusCode: response.statusCode, headers: response.headers, body: body, url: response.url,
                endpoint: endpoint)
        } catch {
            recording.end(error, after: context.elapsed)
            throw error
        }
    }

    /// The body as the caller wants it; one in pieces is written down while the caller reads.
    private func read(_ body: Body, _ recording: CassetteRecording, _ context: CallContext) async throws -> Body {
        guard case .stream(let stream) = body else {
            recording.receive(body.recordable(upTo: bodyLimit) ?? Data())
            recording.end(nil, after: context.elapsed)
            return body
        }
        let tee = BodyStream(length: stream.length, isRepeatable: stream.isRepeatable) {
            var pieces = stream.makeAsyncIterator()
            return {
                do {
                    let piece = try await pieces.next()
                    if let piece { recording.receive(piece) } else { recording.end(nil, after: context.elapsed) }
                    return piece
                } catch {
                    recording.end(error, after: context.elapsed)
                    throw error
                }
            }
        }
        if context.delivery != .data { return .stream(tee) }
        let data = try await tee.collect(upTo: .max)
        return data.isEmpty ? .none : .data(data)
    }
}
