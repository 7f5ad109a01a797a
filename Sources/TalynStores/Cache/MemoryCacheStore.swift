internal import Foundation
internal import Talyn

/// Responses in memory, up to a number of bytes; above that, the least recently used are evicted.
final class MemoryCacheStore: CacheStore {
    private struct Entry: Sendable {
        var response: StoredResponse
        var size: Int
        /// The number of its last use.
        var use: UInt64
    }

    /// A use of a response; of several only the last one counts.
    private struct Use: Sendable {
        let url: String
        let number: UInt64
    }

    private struct State {
        var entries: [String: [Entry]] = [:]
        var count = 0
        var size = 0
        /// The uses from the oldest on, the first ones of which were taken.
        var uses: [Use] = []
        var taken = 0
        var lastUse: UInt64 = 0

        /// Returns a response, and notes that it is used.
        mutating func use(_ url: String, at place: Dictionary<String, [Entry]>.Index, _ index: Int) -> StoredResponse {
            // It is the last one already.
            if entries.values[place][index].use == lastUse { return entries.values[place][index].response }
            lastUse += 1
            entries.values[place][index].use = lastUse
            uses.append(Use(url: url, number: lastUse))
            // Twice the entries at most, so that the cost of a use stays constant.
            if uses.count > 64 + 2 * count + taken { compact() }
            return entries.values[place][index].response
        }

        private mutating func compact() {
            uses = uses.dropFirst(taken).filter { index(of: $0) != nil }
            taken = 0
        }

        /// Returns the index of the response of which this is the last use.
        private func index(of use: Use) -> Int? { entries[use.url]?.firstIndex { $0.use == use.number } }

        func index(of variant: CacheVariant, _ url: String) -> Int? {
            entries[url]?.firstIndex { $0.response.head.variant == variant }
        }

        mutating func remove(_ url: String, _ index: Int) {
            guard let entry = entries[url]?.remove(at: index) else { return }
            size -= entry.size
            count -= 1
            if entries[url]?.isEmpty ?? false { entries[url] = nil }
        }

        mutating func add(_ response: StoredResponse, _ url: String, _ size: Int) {
            if let index = index(of: response.head.variant, url) {
                if let old = entries[url]?[index].response.head, old.isNewer(than: response.head) { return }
                remove(url, index)
            } else if let own = entries[url], own.count >= MemoryCacheStore.variantsPerURL {
                remove(url, own.indices.min { own[$0].use < own[$1].use } ?? 0)
            }
            entries[url, default: []].append(Entry(response: response, size: size, use: .max))
            count += 1
            self.size += size
            guard let place = entries.index(forKey: url) else { return }
            _ = use(url, at: place, entries.values[place].count - 1)
        }

        /// Evicts the least recently used.
        mutating func shrink(to limit: Int) {
            while size > limit, taken < uses.count {
                let use = uses[taken]
                taken += 1
                if let index = index(of: use) { remove(use.url, index) }
            }
            if taken > 1_024, taken > uses.count / 2 { compact() }
        }
    }

    /// Random bytes of this process.
    let salt = Data((0..<16).map { _ in UInt8.random(in: .min ... .max) })
    private let state = Locked(State())
    private let limit: Int

    /// Makes an empty store.
    /// - Parameter limit: The bytes of bodies and heads. A response of more than a fifth of it is not stored.
    init(limit: Int) { self.limit = max(limit, 0) }

    /// The bytes of the stored responses.
    var size: Int64 { state.withLock { Int64($0.size) } }
    /// The number of stored responses.
    var count: Int { state.withLock { $0.count } }

    func responses(
        for url: String, where isWanted: @Sendable (CacheVariant) -> Bool
    ) -> [StoredResponse] {
        state.withLock { state in
            guard let place = state.entries.index(forKey: url) else { return [] }
            var responses: [StoredResponse] = []
            for index in state.entries.values[place].indices
            where isWanted(state.entries.values[place][index].response.head.variant) {
                responses.append(state.use(url, at: place, index))
            }
            return responses
        }
    }

    func heads(for url: String) -> [StoredHead] { state.withLock { ($0.entries[url] ?? []).map(\.response.head) } }

    func begin(_ head: StoredHead, for url: String, length: Int64?) -> (any CacheWriter)? {
        let room = limit / 5 - Self.size(of: head, url)
        guard room >= 0, length ?? 0 <= Int64(room) else { return nil }
        return Writer(self, head, url, room)
    }

    func update(
        _ head: StoredHead, replacing old: StoredHead, for url: String, if isCurrent: @Sendable () -> Bool
    ) {
        let headSize = Self.size(of: head, url)
        state.withLock { state in
            guard let index = state.index(of: old.variant, url), let entry = state.entries[url]?[index],
                entry.response.head.isSame(as: old), isCurrent()
            else { return }
            let bodySize = entry.size - Self.size(of: old, url)
            state.remove(url, index)
            if headSize + bodySize > limit / 5 { return }
            state.add(StoredResponse(head, body: entry.response.body), url, headSize + bodySize)
            state.shrink(to: limit)
        }
    }

    func remove(_ variant: CacheVariant?, for url: String) {
        state.withLock { state in
            for index in (state.entries[url] ?? []).indices.reversed()
            where variant == nil || state.entries[url]?[index].response.head.variant == variant {
                state.remove(url, index)
            }
        }
    }

    func remove(where isRemoved: @Sendable (StoredHead) -> Bool) {
        // The closure is the app's, and may use the cache.
        let stored = state.withLock { state in
            state.entries.flatMap { url, entries in entries.map { (url, $0.response.head) } }
        }
        let removed = stored.filter { isRemoved($0.1) }
        state.withLock { state in
            for (url, head) in removed {
                guard let index = state.index(of: head.variant, url),
                    state.entries[url]?[index].response.head.isSame(as: head) ?? false
                else { continue }
                state.remove(url, index)
            }
        }
    }

    func removeAll() { state.withLock { $0 = State() } }

    fileprivate func store(_ response: StoredResponse, _ url: String, _ size: Int, if isCurrent: () -> Bool) {
        state.withLock { state in
            guard isCurrent() else { return }
            state.add(response, url, size)
            state.shrink(to: limit)
        }
    }

    /// Returns the bytes that a head takes, with its URL and its share of the tables.
    fileprivate static func size(of head: StoredHead, _ url: String) -> Int {
        var size = 400 + url.utf8.count
        for field in head.headers.fields { size += field.name.utf8.count + field.value.utf8.count + 32 }
        return size
    }
}

/// Collects a body in memory.
private final class Writer: CacheWriter {
    private let store: MemoryCacheStore
    private let head: StoredHead
    private let url: String
    private let room: Int
    /// The bytes so far; nil for a body that is too large.
    private let body = Locked<Data?>(Data())

    init(_ store: MemoryCacheStore, _ head: StoredHead, _ url: String, _ room: Int) {
        (self.store, self.head, self.url, self.room) = (store, head, url, room)
    }

    func append(_ bytes: Data) -> Bool {
        body.withLock { body in
            guard let before = body?.count, before + bytes.count <= room else {
                body = nil
                return false
            }
            // A whole body is kept as it is, not copied.
            if before == 0 { body = bytes } else { body?.append(bytes) }
            return true
        }
    }

    func commit(if isCurrent: @Sendable () -> Bool) {
        guard let body = body.withLock({ $0 }) else { return }
        let size = MemoryCacheStore.size(of: head, url) + body.count
        store.store(StoredResponse(head, body: body.isEmpty ? .none : .data(body)), url, size, if: isCurrent)
    }
}

extension MemoryCacheStore: RedactedStringConvertible {
    /// The number of responses and bytes; never a URL.
    var description: String { "MemoryCacheStore(\(count) responses, \(size) bytes)" }
}
