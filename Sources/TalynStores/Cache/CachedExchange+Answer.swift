internal import Foundation
internal import Talyn

// Makes the response of a call out of a stored one.
extension CachedExchange {
    /// Returns the response of a stored one; nil if its body cannot be read, or not in memory by the call's limit, or
    /// if the request asks for a part that it does not have.
    func response(
        from stored: StoredResponse, _ source: Response.Source, headers: HTTPHeaders? = nil
    ) async -> Response? {
        var stored = stored
        if endpoint.method != .head {
            do {
                guard let body = try await wholeBody(of: stored) else { return nil }
                stored = StoredResponse(stored.head, body: body)
            } catch {
                let isCallsOwn = Task.isCancelled || (error as? RequestError)?.category == .tooLarge
                if !isCallsOwn { try? await cache.store.remove(stored.head.variant, for: url) }
                return nil
            }
        }
        return response(stored, source, headers)
    }

    /// Returns the response of a stored one with its body in the form of the call; nil as above.
    func response(
        _ stored: StoredResponse, _ source: Response.Source, _ confirmed: HTTPHeaders? = nil
    ) -> Response? {
        var (status, headers) = (stored.head.statusCode, confirmed ?? stored.head.headers)
        if case .cache(let age) = source { headers["Age"] = String(Int64(age / .seconds(1))) }
        var body = endpoint.method == .head ? Body.none : stored.body
        if case .data(let data) = body {
            if data.count > endpoint.options.maxBodySize ?? .max { return nil }
            if let range = endpoint.headers["Range"] {
                guard status == 200, !headers.contains("Content-Encoding"),
                    let part = ContentRange.requested(by: range, of: data.count), !part.isEmpty
                else { return nil }
                status = 206
                body = .data(Data(data.dropFirst(part.lowerBound).prefix(part.count)))
                headers["Content-Range"] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(data.count)"
                headers["Content-Length"] = String(part.count)
            }
        }
        return Response(statusCode: status, headers: headers, body: body, endpoint: endpoint, source: source)
    }

    /// Returns a body that is not in memory in the form of the call; nil if it is larger than the call takes.
    /// - Throws: the error of a store whose bytes are not those that were stored.
    private func wholeBody(of stored: StoredResponse) async throws -> Body? {
        let isForMemory = context.delivery == .data
        switch stored.body {
        // A download of an empty file is one.
        case .none: return isForMemory || stored.head.statusCode == 204 ? Body.none : .data(Data())
        case .data: return stored.body
        case .file(let file): return isForMemory ? try data(of: file) : stored.body
        case .stream(let stream):
            if isForMemory {
                let limit = endpoint.options.maxBodySize ?? .max
                if stream.length ?? 0 > Int64(limit) { return nil }
                return .data(try await stream.collect(upTo: limit))
            }
            // What is damaged is found before the caller has the first byte.
            if stream.isRepeatable { for try await _ in stream {} }
            return stored.body
        }
    }

    private func data(of file: URL) throws -> Body? {
        let limit = endpoint.options.maxBodySize ?? .max
        let data = try file.contents(upTo: limit)
        return data.count > limit ? nil : .data(data)
    }
}
