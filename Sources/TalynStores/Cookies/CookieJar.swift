public import Foundation
public import Talyn

/// The cookies of an app, which ``CookiesPlugin`` stores and sends.
///
/// ```swift
/// let jar = CookieJar()  // in memory
/// let github = Provider<GitHub>(plugins: [.cookies(jar)])
/// jar.removeAll()  // what a logout needs
/// ```
/// A jar is a reference: providers that share it share a session. It keeps 180 cookies of a domain and 3,000 in all;
/// above that, those that are expired at the time of a call go first, then those that were not used for longest.
public final class CookieJar: Sendable {
    /// A change of the cookies.
    private enum Change: Sendable {
        case set(Cookie)
        case remove(Cookie)
    }

    private struct State {
        var store = CookieStore()
        var file: CookieFile?
        /// Whether the file lacks changes, because it could not be written.
        var isUnsaved = false
        var error: CookieFileError?
        /// The number of times that all cookies were removed, here or by another jar of the file.
        var logouts = 0
    }

    /// The numbers of times that all cookies of Foundation's storages were removed. Several jars may be over one.
    private static let systemLogouts = Locked<[ObjectIdentifier: Int]>([:])

    private let state: Locked<State>
    private let publicSuffixes: PublicSuffixes?
    private let keepsSession: Bool
    /// Foundation's cookies, which are all of this jar; nil for a jar of its own. `HTTPCookieStorage` is thread-safe.
    private let system: HTTPCookieStorage?

    private init(_ state: State, _ publicSuffixes: PublicSuffixes?, keepsSession: Bool = false) {
        self.state = Locked(state)
        self.publicSuffixes = publicSuffixes
        self.keepsSession = keepsSession
        system = nil
    }

    /// Makes an empty jar in memory.
    /// - Parameter publicSuffixes: the domains for which no cookies are stored. Default: those of a single label.
    public convenience init(publicSuffixes: PublicSuffixes? = nil) { self.init(State(), publicSuffixes) }

    /// Makes a jar over a file in Netscape's format, as `curl -b FILE -c FILE` reads and writes it. Several processes
    /// may use it at once; a second file, with `.lock` at the end of its name, is for that.
    ///
    /// The format holds no `SameSite`, and no cookie with a tab in its name or path: that stays in memory, as does one
    /// whose line would have more than 8 KiB. A file that is written is one that its owner alone may read. One of more
    /// than 31 MiB is not read.
    /// - Parameters:
    ///   - file: the file; made with the first cookie if there is none. A missing folder is made at once.
    ///   - keepsSessionCookies: whether cookies without an end are written too, so that a session goes on with the next
    ///     start, and in other processes. Default: false, as in browsers. Those that the file has stay in it.
    ///   - publicSuffixes: the domains for which no cookies are stored. Default: those of a single label.
    /// - Throws: ``CookieFileError`` if there is a file that cannot be read, or is of another format, and if its folder
    ///   is missing and cannot be made.
    public convenience init(
        file: URL, keepsSessionCookies: Bool = false, publicSuffixes: PublicSuffixes? = nil
    ) throws(CookieFileError) {
        var state = State(file: CookieFile(file))
        try state.file?.makeFolder()
        try Self.read(&state)
        self.init(state, publicSuffixes, keepsSession: keepsSessionCookies)
    }

    /// Makes a jar over Foundation's cookies, such as `.shared`, for an app whose other code uses `URLSession`.
    ///
    /// Responses are read by the rules of this library, and a request gets what they allow.
    /// Foundation keeps the cookies, by the system's time and without `SameSite`, and takes what other code sets.
    public init(_ storage: HTTPCookieStorage) {
        publicSuffixes = nil
        keepsSession = false
        state = Locked(State())
        system = storage
    }

    /// The reason why the file could not be read or written at its last use; nil if it could, and without a file.
    /// Changes that were not written are, with the next one.
    public var fileError: CookieFileError? { state.withLock { $0.error } }

    // MARK: Cookies

    /// All cookies that are not expired by the system's time, in the order in which they were first set.
    public var cookies: [Cookie] { cookies(at: Date()) }

    /// Returns all cookies that are not expired at a date, such as that of a test's clock.
    public func cookies(at date: Date) -> [Cookie] {
        // On Linux, Foundation returns expired ones, too, and in no order.
        if let system { return (system.cookies ?? []).map { Cookie($0) }.filter { !$0.isExpired(at: date) } }
        return state.withLock { state in
            refresh(&state)
            return state.store.cookies(at: date)
        }
    }

    /// Returns the cookies that a request for a URL carries, in their order. None for another scheme than http and
    /// https.
    /// - Parameters:
    ///   - url: the URL of the request.
    ///   - date: the time of the request. Default: the system's.
    public func cookies(for url: URL, at date: Date = Date()) -> [Cookie] {
        guard let origin = CookieOrigin(url) else { return [] }
        // By these rules: on Linux, Foundation compares neither the path nor the scheme. Longer paths come first.
        if system != nil {
            return cookies(at: date).filter(origin.takes).sorted { $0.path.utf8.count > $1.path.utf8.count }
        }
        return state.withLock { state in
            refresh(&state)
            return state.store.cookies(for: origin, at: date)
        }
    }

    /// Stores a cookie, in place of one with its name, domain and path. An expired one takes that place, too, and is
    /// not sent. What a request could not carry, such as a value with a line feed, is not stored, nor what no server
    /// could set: for a domain that is no host, such as a URL, or for all names of a public suffix.
    public func set(_ cookie: Cookie) { set([cookie]) }

    /// Stores cookies, such as those of another jar.
    public func set(_ cookies: [Cookie]) {
        let cookies = cookies.filter { cookie in
            cookie.isSendable && (cookie.isHostOnly || publicSuffixes?.contains(cookie.domain) != true)
        }
        if let system {
            for cookie in cookies.compactMap({ HTTPCookie($0) }) { system.setCookie(cookie) }
            return
        }
        state.withLock { change(&$0, cookies.map { .set($0) }) }
    }

    /// Removes a cookie: the one with its name, domain and path.
    public func remove(_ cookie: Cookie) { remove { $0.replaces(cookie) } }

    /// Removes the cookies for which the closure returns true.
    public func remove(where isRemoved: (Cookie) -> Bool) {
        if let system {
            for cookie in system.cookies ?? [] where isRemoved(Cookie(cookie)) { system.deleteCookie(cookie) }
            return
        }
        // Outside of the lock, because the closure may use the jar. In the far past nothing is expired.
        let removed = cookies(at: .distantPast).filter(isRemoved)
        state.withLock { change(&$0, removed.map { .remove($0) }) }
    }

    /// Removes all cookies, and all lines of a file, also of one that cannot be read. What a response sets whose
    /// request was sent before is not stored any more, also by other jars of the file, in this process and in others;
    /// these forget their cookies, too.
    public func removeAll() {
        if let system {
            Self.systemLogouts.withLock { $0[ObjectIdentifier(system), default: 0] += 1 }
            for cookie in system.cookies ?? [] { system.deleteCookie(cookie) }
            return
        }
        state.withLock { state in
            state.logouts += 1
            state.store = CookieStore()
            state.file?.clear()
            save(&state, [], at: .distantPast)
        }
    }

    // MARK: Responses

    /// The number of times that all cookies were removed, before a request.
    var logouts: Int {
        if let system { return Self.systemLogouts.withLock { $0[ObjectIdentifier(system)] ?? 0 } }
        return state.withLock { state in
            refresh(&state)
            return state.logouts
        }
    }

    /// The most `Set-Cookie` fields of a response that count, as in curl.
    private static let maxFields = 50

    /// Stores the cookies of a response: those of its `Set-Cookie` fields that its URL may set (RFC 6265bis §5.7).
    /// - Parameter logouts: that of its request; nil to store them in any case.
    func store(_ response: Response, at date: Date, logouts: Int? = nil) {
        let fields = response.headers.values(for: "Set-Cookie").prefix(Self.maxFields)
        if fields.isEmpty { return }
        guard let origin = CookieOrigin(response.url) else { return }
        if let system {
            if let logouts, logouts != self.logouts { return }
            let now = Date()
            for field in fields {
                // Foundation's parser on Linux knows no `Max-Age=0`.
                guard let cookie = Cookie(field, from: origin, at: now, publicSuffixes: nil),
                    let theirs = HTTPCookie(cookie)
                else { continue }
                if cookie.isExpired(at: now) {
                    system.deleteCookie(theirs)
                } else {
                    system.setCookies([theirs], for: response.url, mainDocumentURL: nil)
                }
            }
            return
        }
        let cookies = fields.compactMap { Cookie($0, from: origin, at: date, publicSuffixes: publicSuffixes) }
        state.withLock { state in
            // Also beside the secure cookies, and behind the logouts, of other processes.
            refresh(&state)
            if let logouts, logouts != state.logouts { return }
            let accepted = cookies.filter { state.store.accepts($0, from: origin, at: date) }
            change(&state, accepted.map { .set($0) }, at: date, logouts: logouts)
        }
    }

    // MARK: The file

    /// Takes over what another process has written.
    private func refresh(_ state: inout State) {
        guard state.file?.hasChanged ?? false else { return }
        do throws(CookieFileError) {
            try Self.read(&state)
            if !state.isUnsaved { state.error = nil }
        } catch { state.error = error }
    }

    /// Reads the file. Cookies that it did not change keep their age, their last use, and changes that it lacks.
    private static func read(_ state: inout State) throws(CookieFileError) {
        if state.file?.noticeLogout() ?? false {
            state.logouts += 1
            state.store = CookieStore()
        }
        guard let (set, removed) = try state.file?.read() else { return }
        for cookie in removed { state.store.remove(cookie) }
        for cookie in set { state.store.set(cookie, at: .distantPast) }
    }

    /// Changes the cookies, and the file if what it holds changes.
    /// - Parameter date: the time of the call. Default: one at which nothing is expired, because a jar that an app
    ///   changes itself does not know by which clock its cookies end.
    /// - Parameter logouts: the number of logouts that must still be the current one; nil for any.
    private func change(
        _ state: inout State, _ changes: [Change], at date: Date = .distantPast, logouts: Int? = nil
    ) {
        if !changes.isEmpty { save(&state, changes, at: date, logouts: logouts) }
    }

    private func save(_ state: inout State, _ changes: [Change], at date: Date, logouts: Int? = nil) {
        guard let file = state.file else { return Self.apply(changes, to: &state.store, date) }
        do throws(CookieFileError) {
            try file.locked { () throws(CookieFileError) in
                try Self.read(&state)
                if let logouts, logouts != state.logouts { return }
                Self.apply(changes, to: &state.store, date)
                state.store.removeExpired(at: date)
                try state.file?.write(state.store.cookies(at: date), keepsSession: keepsSession)
            }
            (state.isUnsaved, state.error) = (false, nil)
        } catch {
            state.error = error
            if let logouts, logouts != state.logouts { return }
            // Some may have been applied: applying a change twice has no further effect.
            Self.apply(changes, to: &state.store, date)
            state.isUnsaved = true
        }
    }

    private static func apply(_ changes: [Change], to store: inout CookieStore, _ date: Date) {
        for change in changes {
            switch change {
            case .set(let cookie): store.set(cookie, at: date)
            case .remove(let cookie): store.remove(cookie)
            }
        }
    }
}

extension CookieJar: RedactedStringConvertible {
    /// The number of cookies; never one of them.
    public var description: String {
        let count = cookies.count
        return "\(count) \(count == 1 ? "cookie" : "cookies")"
    }
}
