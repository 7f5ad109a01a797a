public import Foundation

/// The place where a ``ResponseCache`` keeps responses: in memory, in a folder, or one of your own.
///
/// URLs are without a fragment. A store may forget a response at any time; an error of it fails no call, but for those
/// of removing, which ``ResponseCache`` passes on. It keeps at most ``variantsPerURL`` responses of a URL, so that a
/// server that varies them without end does not make each lookup slower.
public protocol CacheStore: Sendable {
    /// Random bytes with which hashes of credentials begin, the same for the life of what is stored: without them
    /// nobody can try passwords against a variant.
    var salt: Data { get }

    /// Returns the responses of a URL whose variant is wanted; empty without any, and for what cannot be read.
    func responses(
        for url: String, where isWanted: @Sendable (CacheVariant) -> Bool
    ) async throws -> [StoredResponse]

    /// Returns the heads of all responses of a URL, and does not count as a use of them. Default: the heads of
    /// ``responses(for:where:)``, which may count as one and read bodies.
    func heads(for url: String) async throws -> [StoredHead]

    /// Begins to store a response in place of one with its variant. `length` is that of the body in bytes, nil if it is
    /// not known yet. Nil if the store does not take a response of this size, or is storing an equal one.
    func begin(_ head: StoredHead, for url: String, length: Int64?) async throws -> (any CacheWriter)?

    /// Replaces the head of a response, and leaves its body. Nothing happens if the stored head is another one by now,
    /// or if the condition is false, which is that of ``CacheWriter/commit(if:)``.
    func update(
        _ head: StoredHead, replacing old: StoredHead, for url: String, if isCurrent: @escaping @Sendable () -> Bool
    ) async throws

    /// Removes the responses of a URL: one variant, or all of them for nil.
    func remove(_ variant: CacheVariant?, for url: String) async throws

    /// Removes the responses whose heads the closure returns true for.
    func remove(where isRemoved: @Sendable (StoredHead) -> Bool) async throws

    /// Removes all responses.
    func removeAll() async throws

    /// The number of responses.
    var count: Int { get async throws }

    /// The bytes of all responses with their heads.
    var size: Int64 { get async throws }
}

extension CacheStore {
    /// The largest number of responses of one URL: 64.
    public static var variantsPerURL: Int { 64 }

    /// Returns the heads of all responses of a URL.
    public func heads(for url: String) async throws -> [StoredHead] {
        try await responses(for: url) { _ in true }.map(\.head)
    }
}

/// Takes the body of a response that a ``CacheStore`` has begun to store. One that is released without
/// ``commit(if:)`` stores nothing.
public protocol CacheWriter: Sendable {
    /// Adds bytes behind the last ones. Returns false if the body is too large: nothing is stored then.
    /// - Throws: an error of the store.
    func append(_ bytes: Data) async throws -> Bool

    /// Stores the response with the bytes so far. One whose request is older than that of the stored one is left out,
    /// and one for which the condition is false: its URL was removed since the request, such as by a logout.
    ///
    /// The condition is asked once, in one step with storing, between which no removal of this process comes. It takes
    /// a lock for a moment.
    func commit(if isCurrent: @escaping @Sendable () -> Bool) async throws
}
