public import Foundation
public import Talyn

/// The stored responses of an app, which ``CachePlugin`` answers from.
///
/// ```swift
/// let cache = ResponseCache()  // in memory
/// let github = Provider<GitHub>(plugins: [.cache(cache)])
/// try await cache.removeAll()  // what a logout needs
/// ```
/// A cache is a reference: providers that share it share its responses.
public final class ResponseCache: Sendable {
    let store: any CacheStore
    let hashes: CredentialHashes
    private let work = Locked(Work())

    private struct Work {
        var lastNumber = 0
        /// The date of the last request.
        var lastDate = Date.distantPast
        /// The URLs whose responses are under way, by the number of their request.
        var fetches: [Int: String] = [:]
        /// The names of work that nobody should do twice at once.
        var tasks: Set<String> = []
    }

    /// Makes a cache over a store of your own.
    /// - Parameters:
    ///   - store: The store.
    ///   - credentials: The names of fields that identify a user, besides `Authorization`, `Cookie`, the field of a
    ///     token plugin, and those whose name or value says that it is a secret. Default: none.
    ///   - cookies: The names of the cookies that identify a user. Default: nil, all of them.
    ///   - user: Returns the user of a request, in place of its cookies and of its credentials other than the named
    ///     fields; nil for these. Default: nil for each request.
    public init(
        _ store: any CacheStore, credentials: [String] = [], cookies: [String]? = nil,
        user: (@Sendable (Endpoint) -> String?)? = nil
    ) {
        self.store = store
        hashes = CredentialHashes(salt: store.salt, names: credentials, cookies: cookies, name: user)
    }

    /// Makes an empty cache in memory.
    /// - Parameters:
    ///   - limit: The bytes of all responses. Default: 16 MiB. A response of more than a fifth of it is not stored.
    ///   - credentials: The names of further fields that identify a user. Default: none.
    ///   - cookies: The names of the cookies that identify a user. Default: nil, all of them.
    ///   - user: Returns the user of a request; nil to identify it by its cookies and credentials. Default: nil for
    ///     each request.
    public convenience init(
        memory limit: Int = 16 << 20, credentials: [String] = [], cookies: [String]? = nil,
        user: (@Sendable (Endpoint) -> String?)? = nil
    ) {
        self.init(MemoryCacheStore(limit: limit), credentials: credentials, cookies: cookies, user: user)
    }

    /// Makes a cache in a folder, which several processes may use at once.
    /// - Parameters:
    ///   - folder: The folder; created if its parent exists. It must hold nothing else.
    ///   - limit: The bytes of all responses. Default: 256 MiB. A response of more than a fifth of it is not stored.
    ///   - credentials: The names of further fields that identify a user. Default: none.
    ///   - cookies: The names of the cookies that identify a user. Default: nil, all of them.
    ///   - user: Returns the user of a request; nil to identify it by its cookies and credentials. Default: nil for
    ///     each request.
    /// - Throws: ``CacheFolderError`` if the folder cannot be created or used.
    public convenience init(
        folder: URL, limit: Int64 = 256 << 20, credentials: [String] = [], cookies: [String]? = nil,
        user: (@Sendable (Endpoint) -> String?)? = nil
    ) throws(CacheFolderError) {
        self.init(
            try FolderCacheStore(folder, limit: limit), credentials: credentials, cookies: cookies, user: user)
    }

    /// Removes the responses of a URL, and those that are under way.
    /// - Throws: the error of the store.
    public func remove(for url: URL) async throws { try await remove(for: Endpoint(url: url).normalURL) }

    /// Removes the responses for whose heads the closure returns true, such as those that are older than a week. No
    /// response that is under way is stored.
    ///
    /// A store in a folder does not know the URLs of its responses.
    /// - Throws: the error of the store.
    public func remove(where isRemoved: @Sendable (StoredHead) -> Bool) async throws {
        work.withLock { $0.fetches = [:] }
        try await store.remove(where: isRemoved)
    }

    /// The number of responses. A cache in a folder counts its files.
    /// - Throws: the error of the store.
    public var count: Int { get async throws { try await store.count } }

    /// The bytes of all responses with their heads. A cache in a folder counts those of its files.
    /// - Throws: the error of the store.
    public var size: Int64 { get async throws { try await store.size } }

    /// Removes all responses, and those that are under way.
    /// - Throws: the error of the store.
    public func removeAll() async throws {
        work.withLock { $0.fetches = [:] }
        try await store.removeAll()
    }

    func remove(for url: String) async throws {
        work.withLock { work in
            for (number, other) in work.fetches where other.isSame(bytes: url) { work.fetches[number] = nil }
        }
        try await store.remove(nil, for: url)
    }

    // MARK: Work under way

    /// Notes that a response is under way. Returns its number for ``endFetch(_:)``, and the date of its request: one
    /// behind those of earlier requests, also after the system's date went back a little.
    func beginFetch(_ url: String, at date: Date) -> (number: Int, date: Date) {
        work.withLock { work in
            work.lastNumber += 1
            work.fetches[work.lastNumber] = url
            work.lastDate = date.behind(work.lastDate)
            return (work.lastNumber, work.lastDate)
        }
    }

    /// Returns whether the response may stay: nothing was removed since the request.
    func endFetch(_ number: Int) -> Bool { work.withLock { $0.fetches.removeValue(forKey: number) != nil } }

    func isOpen(_ number: Int) -> Bool { work.withLock { $0.fetches[number] != nil } }

    /// Claims a named job; false if it is already running.
    func begin(_ name: String) -> Bool { work.withLock { $0.tasks.insert(name).inserted } }

    func end(_ name: String) { work.withLock { _ = $0.tasks.remove(name) } }
}

extension Date {
    /// The time in seconds by which the system's date may go back while the order of requests stays.
    static let tolerance: TimeInterval = 60

    /// Returns the date, or one just behind another one that is later by up to the tolerance.
    func behind(_ other: Date) -> Date { other > self && other <= self + Self.tolerance ? other + 0.000_001 : self }
}

extension ResponseCache: RedactedStringConvertible {
    /// The store; never a URL.
    public var description: String { "ResponseCache(\(store))" }
}
