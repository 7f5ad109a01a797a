internal import Foundation
internal import Talyn

// Stores what the server answered (RFC 9111 §3).
extension CachedExchange {
    /// Stores a response if that is allowed, and returns it. A stream is stored while it is read.
    ///
    /// `replacing` says that there may be older responses, which are not those of the server any more (§4.3.3), also if
    /// the new one is not stored.
    func store(
        _ response: Response, _ fetch: OpenFetch, replacing: Bool = false
    ) async -> Response {
        if endpoint.method == .head {
            await freshen(by: response, fetch)
            return response
        }
        let head = head(of: response, since: fetch.start)
        let stored = if let head, await store(response.body, head, fetch) { head.variant } else { nil as CacheVariant? }
        // Neither for now, nor of a part.
        let isAnswer = response.statusCode < 500 && ![206, 304, 408, 412, 416, 425, 429].contains(response.statusCode)
        if replacing, isAnswer { await removeOutdated(at: fetch.start, butFor: stored) }
        guard let head, case .stream(let stream) = response.body else { return response }
        let writer: (any CacheWriter)?
        do { writer = try await cache.store.begin(head, for: url, length: stream.length) } catch {
            noteFailure(error)
            return response
        }
        guard let writer else { return response }
        return response.replacing(body: .stream(copying(stream, to: writer, fetch)))
    }

    /// Removes the stored responses that the request selects and that were not requested after a date, but for the
    /// variant that was just stored.
    private func removeOutdated(at date: Date, butFor stored: CacheVariant?) async {
        let found = try? await cache.store.heads(for: url)
        for head in found ?? [] where head.variant != stored && selector.accepts(head.variant) {
            if !head.isNewer(than: date, at: context.date) { try? await cache.store.remove(head.variant, for: url) }
        }
    }

    /// Stores a body that is complete. Returns whether the store took it.
    private func store(_ body: Body, _ head: StoredHead, _ fetch: OpenFetch) async -> Bool {
        if case .stream = body { return false }
        do { return try await write(body, head, fetch) } catch {
            noteFailure(error)
            return false
        }
    }

    /// Notes an error of the store, whose text may have a secret if the store is the app's.
    private func noteFailure(_ error: any Error) {
        context.note("not stored: \((error as? CacheFolderError)?.description ?? "the store failed")")
    }

    private func write(_ body: Body, _ head: StoredHead, _ fetch: OpenFetch) async throws -> Bool {
        switch body {
        case .none, .stream:
            guard let writer = try await cache.store.begin(head, for: url, length: 0) else { return false }
            try await writer.commit { fetch.end() }
        case .data(let data):
            guard let writer = try await cache.store.begin(head, for: url, length: Int64(data.count)) else {
                return false
            }
            if !data.isEmpty, try await !writer.append(data) { return false }
            try await writer.commit { fetch.end() }
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
            try await writer.commit { fetch.end() }
        }
        return true
    }

    /// Returns a stream that is stored at its end. One whose reading ends before is not.
    private func copying(
        _ stream: BodyStream, to writer: any CacheWriter, _ fetch: OpenFetch
    ) -> BodyStream {
        BodyStream(length: stream.length, isRepeatable: false) {
            var chunks = stream.makeAsyncIterator()
            var writer: (any CacheWriter)? = writer
            var count: Int64 = 0
            return {
                if let chunk = try await chunks.next() {
                    count += Int64(chunk.count)
                    if let open = writer, (try? await open.append(chunk)) != true { writer = nil }
                    return chunk
                }
                if let last = writer, stream.length.map({ $0 == count }) ?? true {
                    try? await last.commit { fetch.end() }
                }
                writer = nil
                return nil
            }
        }
    }

    /// Returns the head under which a response is stored; nil if it is not.
    private func head(of response: Response, since start: Date) -> StoredHead? {
        let status = response.statusCode
        guard response.source == .network, !response.isCut, (200...599).contains(status),
            ![206, 304, 412, 416].contains(status),
            request?.noStore != true, !endpoint.headers.contains("Range"), !Self.isEndless(response),
            let variant = selector.variant(of: response.headers)
        else { return nil }
        let sent = response.endpoint
        let isAsSeen =
            isForUser(sent)
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

    /// Returns whether a request was sent as it is here: a later plugin may send it elsewhere, or sign it for a user.
    func isForUser(_ sent: Endpoint) -> Bool {
        sent.method == endpoint.method && sent.normalURL.isSame(bytes: url)
            && (sent.headers.fields == endpoint.headers.fields
                || selector.isSameUser(as: CacheSelector(sent, cache.hashes)))
    }

    func isStorable(_ head: StoredHead) -> Bool {
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
    private func freshen(by response: Response, _ fetch: OpenFetch) async {
        guard response.statusCode == 200, response.source == .network, isForUser(response.endpoint),
            let found = try? await cache.store.responses(for: url, where: { self.selector.accepts($0) })
        else { return }
        for stored in found {
            let old = stored.head
            // A length is missing where the body came in chunks.
            let isSame =
                ["ETag", "Last-Modified"].allSatisfy { response.headers.hasSame($0, as: old.headers) }
                && (old.headers["Content-Length"] == nil || response.headers.hasSame("Content-Length", as: old.headers))
            if isSame, old.statusCode == 200 {
                await renew(old, by: response.headers, since: fetch.start) { fetch.isOpen }
            } else {
                try? await cache.store.remove(old.variant, for: url)
            }
        }
    }

    /// Renews a stored head by that of a 304 or of a HEAD, or removes it, because it may not be stored any more.
    ///
    /// A response to a request without cookies, which answers everybody, gets nothing that one with cookies is told
    /// but for how long it is fresh.
    func renew(
        _ old: StoredHead, by headers: HTTPHeaders, since start: Date, if isCurrent: @escaping @Sendable () -> Bool
    ) async {
        let isOwn = old.variant.cookies == selector.cookies
        let new =
            isOwn ? headers : HTTPHeaders(headers.fields.filter { Self.freshness.contains($0.name.asciiLowercased) })
        let head = old.confirmed(by: new, requestedAt: start, receivedAt: context.date)
        let isSameVary = !headers.contains("Vary") || selector.variant(of: headers)?.names == old.variant.names
        if isSameVary, isStorable(head) {
            do { try await cache.store.update(head, replacing: old, for: url, if: isCurrent) } catch {
                noteFailure(error)
            }
        } else {
            try? await cache.store.remove(old.variant, for: url)
        }
    }

    private static let freshness: Set<String> = ["cache-control", "expires", "date", "age"]
}

extension HTTPHeaders {
    /// Returns whether others have the value of a field, if it is here.
    fileprivate func hasSame(_ name: String, as others: HTTPHeaders) -> Bool {
        guard let value = self[name] else { return true }
        return others[name]?.isSame(bytes: value) ?? false
    }
}

/// A response under way, which ends with its last reference.
final class OpenFetch: Sendable {
    private let cache: ResponseCache
    private let number: Int

    /// The date of the request, by which responses are ordered.
    let start: Date

    /// Begins a request at a date, whose response replaces those of some heads.
    init(_ cache: ResponseCache, _ url: String, at date: Date, after heads: [StoredHead] = []) {
        self.cache = cache
        // They may be of another process.
        let date = heads.reduce(date) { $0.behind($1.requestedAt) }
        (number, start) = cache.beginFetch(url, at: date)
    }

    deinit { _ = cache.endFetch(number) }

    /// Whether the resource was not removed since.
    var isOpen: Bool { cache.isOpen(number) }

    /// Ends it, and returns whether the resource was not removed since.
    func end() -> Bool { cache.endFetch(number) }
}
