internal import Foundation
internal import Talyn

// Stores what the server answered (RFC 9111 §3).
extension CachedExchange {
    /// Stores a response if that is allowed, and returns it. A stream is stored while it is read.
    ///
    /// `old` is the stale response in whose place it is, which is not that of the server any more (§4.3.3), also if the
    /// new one is not stored.
    func store(
        _ response: Response, since start: Date, _ fetch: OpenFetch, inPlaceOf old: StoredHead? = nil
    ) async -> Response {
        if endpoint.method == .head {
            await freshen(by: response, since: start, fetch)
            return response
        }
        let head = head(of: response, since: start)
        if let head, await store(response.body, head, fetch), head.variant == old?.variant { return response }
        let isAnswer = response.statusCode < 500 && ![408, 425, 429].contains(response.statusCode)
        if let old, isAnswer { await removeOutdated(old) }
        guard let head, case .stream(let stream) = response.body,
            let writer = try? await cache.store.begin(head, for: url, length: stream.length)
        else { return response }
        return response.replacing(body: .stream(copying(stream, to: writer, fetch, head.variant)))
    }

    /// Removes a stored response unless a newer one has taken its place.
    private func removeOutdated(_ head: StoredHead) async {
        let found = try? await cache.store.responses(for: url) { $0 == head.variant }
        guard found?.contains(where: { $0.head.isSame(as: head) }) ?? false else { return }
        try? await cache.store.remove(head.variant, for: url)
    }

    /// Stores a body that is complete. Returns whether it is stored.
    private func store(_ body: Body, _ head: StoredHead, _ fetch: OpenFetch) async -> Bool {
        if case .stream = body { return false }
        do {
            guard try await write(body, head) else { return false }
            await removeIfRevoked(fetch, head.variant)
            return true
        } catch {
            context.note("not stored: the store failed")
            return false
        }
    }

    /// Removes what was stored if the resource was removed since the request, such as by a logout.
    func removeIfRevoked(_ fetch: OpenFetch, _ variant: CacheVariant) async {
        if !fetch.end() { try? await cache.store.remove(variant, for: url) }
    }

    private func write(_ body: Body, _ head: StoredHead) async throws -> Bool {
        switch body {
        case .none, .stream:
            guard let writer = try await cache.store.begin(head, for: url, length: 0) else { return false }
            try await writer.commit()
        case .data(let data):
            guard let writer = try await cache.store.begin(head, for: url, length: Int64(data.count)) else {
                return false
            }
            if !data.isEmpty, try await !writer.append(data) { return false }
            try await writer.commit()
        case .file(let file):
            let input = try OpenFile(file.path, O_RDONLY)
            let length = Int64(try input.status().st_size)
            guard let writer = try await cache.store.begin(head, for: url, length: length) else { return false }
            var offset: Int64 = 0
            while offset < length {
                var chunk = Data(count: Int(min(length - offset, 1 << 18)))
                let count = try chunk.withUnsafeMutableBytes { try input.read(into: $0, at: offset) }
                // The file changes while it is read.
                if count == 0 { return false }
                guard try await writer.append(chunk.prefix(count)) else { return false }
                offset += Int64(count)
            }
            try await writer.commit()
        }
        return true
    }

    /// Returns a stream that is stored at its end. One whose reading ends before is not.
    private func copying(
        _ stream: BodyStream, to writer: any CacheWriter, _ fetch: OpenFetch, _ variant: CacheVariant
    ) -> BodyStream {
        BodyStream(length: stream.length, isRepeatable: false) { [self] in
            var chunks = stream.makeAsyncIterator()
            var writer: (any CacheWriter)? = writer
            var count: Int64 = 0
            return {
                if let chunk = try await chunks.next() {
                    count += Int64(chunk.count)
                    if let open = writer, (try? await open.append(chunk)) != true { writer = nil }
                    return chunk
                }
                // A stream of somebody else's may end so when its task is cancelled.
                if let last = writer, !Task.isCancelled, stream.length.map({ $0 == count }) ?? true {
                    do {
                        try await last.commit()
                        await self.removeIfRevoked(fetch, variant)
                    } catch {}
                }
                writer = nil
                return nil
            }
        }
    }

    /// Returns the head under which a response is stored; nil if it is not.
    private func head(of response: Response, since start: Date) -> StoredHead? {
        let status = response.statusCode
        guard response.source == .network, (200...599).contains(status), ![206, 304, 412, 416].contains(status),
            request?.noStore != true, !endpoint.headers.contains("Range"), !Self.isEndless(response),
            let variant = selector.variant(of: response.headers)
        else { return nil }
        // A later plugin may have sent it elsewhere, or signed it for a user.
        let sent = response.endpoint
        let isAsSeen =
            sent.requestedURL == url && sent.method == endpoint.method
            && (sent.headers.fields == endpoint.headers.fields
                || CacheSelector(sent, cache.hashes).variant(of: response.headers) == variant)
        guard isAsSeen else {
            context.note("not stored: a later plugin changed what selects the response")
            return nil
        }
        let head = StoredHead(
            variant: variant, statusCode: status, headers: response.headers.storable, requestedAt: start,
            receivedAt: context.date)
        return isStorable(head) ? head : nil
    }

    private func isStorable(_ head: StoredHead) -> Bool {
        let (control, status) = (head.control, head.statusCode)
        let isKnown = StoredHead.isCacheableByDefault(status)
        if control.mustUnderstand ? !(isKnown || [302, 303, 307].contains(status)) : control.noStore { return false }
        let isExplicit = head.explicitLifetime.map { $0 > 0 } ?? false
        if endpoint.method == .post { return isExplicit }
        // An error that is stale at once would take the place of a good response.
        if status >= 400 { return isExplicit || head.hasValidator && (isKnown || control.isPublic) }
        return isKnown || control.isPublic || control.isPrivate || head.explicitLifetime != nil
    }

    /// Returns whether a body has no end of its own: that of an event stream.
    private static func isEndless(_ response: Response) -> Bool {
        response.headers["Content-Type"]?.hasPrefix(bytes: "text/event-stream", ignoringCase: true) ?? false
    }

    /// Updates or removes the stored responses that the answer to a HEAD is about (§4.3.5).
    private func freshen(by response: Response, since start: Date, _ fetch: OpenFetch) async {
        let sent = response.endpoint
        guard response.statusCode == 200, response.source == .network, sent.requestedURL.isSame(bytes: url),
            selector.isSameUser(as: CacheSelector(sent, cache.hashes)),
            let found = try? await cache.store.responses(for: url, where: { self.selector.accepts($0) })
        else { return }
        for stored in found {
            let head = stored.head
            let isSame = ["ETag", "Last-Modified", "Content-Length"].allSatisfy { name in
                guard let new = response.headers[name], let old = head.headers[name] else { return true }
                return new.isSame(bytes: old)
            }
            if isSame, head.statusCode == 200, fetch.isOpen {
                let new = head.confirmed(by: response.headers, requestedAt: start, receivedAt: context.date)
                try? await cache.store.update(new, replacing: head, for: url)
            } else {
                try? await cache.store.remove(head.variant, for: url)
            }
        }
    }
}

/// A response under way, which ends with its last reference.
final class OpenFetch: Sendable {
    private let cache: ResponseCache
    private let number: Int

    init(_ cache: ResponseCache, _ url: String) {
        self.cache = cache
        number = cache.beginFetch(url)
    }

    deinit { _ = cache.endFetch(number) }

    /// Whether the resource was not removed since.
    var isOpen: Bool { cache.isOpen(number) }

    /// Ends it, and returns whether the resource was not removed since.
    func end() -> Bool { cache.endFetch(number) }
}
