internal import Foundation
internal import Talyn

/// The cookies of a jar, in memory (RFC 6265bis §5.7 and §5.8).
struct CookieStore {
    /// The most cookies of a domain, as in browsers, and of all.
    static let (maxOfDomain, maxOfAll) = (180, 3_000)

    private struct Entry {
        var cookie: Cookie
        /// The number of the use that created it; a cookie that replaces another keeps it.
        let creation: Int
        /// The number of the last use.
        var lastUse: Int
    }

    /// The cookies by domain.
    private var domains: [String: [Entry]] = [:]
    private var count = 0
    /// The number of uses so far: the time of this store.
    private var uses = 0

    /// The cookies that are not expired, those created first at the head.
    func cookies(at date: Date) -> [Cookie] {
        domains.values.joined().filter { !$0.cookie.isExpired(at: date) }.sorted { $0.creation < $1.creation }
            .map(\.cookie)
    }

    /// The cookies for a request, in the order of its `Cookie` header: longer paths first, then those created first.
    mutating func cookies(for origin: CookieOrigin, at date: Date) -> [Cookie] {
        uses += 1
        var found: [Entry] = []
        for domain in Self.domains(above: origin.host, isAddress: origin.isAddress) {
            guard let entries = domains[domain] else { continue }
            for (index, entry) in entries.enumerated()
            where !entry.cookie.isExpired(at: date) && origin.takes(entry.cookie) {
                domains[domain]?[index].lastUse = uses
                found.append(entry)
            }
        }
        return found.sorted { left, right in
            let lengths = (left.cookie.path.utf8.count, right.cookie.path.utf8.count)
            return lengths.0 == lengths.1 ? left.creation < right.creation : lengths.0 > lengths.1
        }.map(\.cookie)
    }

    /// Whether a cookie of a response may be stored: one without `Secure` from a plain connection must not hide a
    /// secure one.
    func accepts(_ cookie: Cookie, from origin: CookieOrigin, at date: Date) -> Bool {
        if cookie.isSecure || origin.isSecure { return true }
        return !domains.contains { domain, entries in
            (domain.isSame(bytes: cookie.domain) || domain.hasSuffix(bytes: ".\(cookie.domain)")
                || cookie.domain.hasSuffix(bytes: ".\(domain)"))
                && entries.contains { entry in
                    let other = entry.cookie
                    return other.isSecure && !other.isExpired(at: date) && other.name.isSame(bytes: cookie.name)
                        && CookieOrigin.path(cookie.path, matches: other.path)
                }
        }
    }

    /// Stores a cookie in place of the one with its name, domain and path; an expired one only removes that.
    mutating func set(_ cookie: Cookie, at date: Date) {
        uses += 1
        let domain = cookie.domain
        let index = domains[domain]?.firstIndex { $0.cookie.replaces(cookie) }
        if cookie.isExpired(at: date) {
            if let index { remove([index], of: domain) }
        } else if let index {
            domains[domain]?[index].cookie = cookie
            domains[domain]?[index].lastUse = uses
        } else {
            domains[domain, default: []].append(Entry(cookie: cookie, creation: uses, lastUse: uses))
            count += 1
            if let entries = domains[domain], entries.count > Self.maxOfDomain {
                evict(from: entries, of: domain, at: date)
            }
            // A tenth at once, so that not each cookie costs a look at all.
            if count > Self.maxOfAll { evict(Self.maxOfAll / 10, at: date) }
        }
    }

    /// Removes the cookie with this one's name, domain and path.
    mutating func remove(_ cookie: Cookie) {
        if let index = domains[cookie.domain]?.firstIndex(where: { $0.cookie.replaces(cookie) }) {
            remove([index], of: cookie.domain)
        }
    }

    /// Removes the cookies that are expired.
    mutating func removeExpired(at date: Date) {
        for (domain, entries) in domains {
            remove(Set(entries.indices.filter { entries[$0].cookie.isExpired(at: date) }), of: domain)
        }
    }

    private mutating func remove(_ indices: Set<Int>, of domain: String) {
        guard let entries = domains[domain] else { return }
        let left = entries.enumerated().filter { !indices.contains($0.offset) }.map(\.element)
        count -= entries.count - left.count
        domains[domain] = left.isEmpty ? nil : left
    }

    /// Brings a domain below its limit: without the expired cookies, else without the one that was not used for
    /// longest, first of those without `Secure`.
    private mutating func evict(from entries: [Entry], of domain: String, at date: Date) {
        let expired = entries.indices.filter { entries[$0].cookie.isExpired(at: date) }
        if !expired.isEmpty { return remove(Set(expired), of: domain) }
        let oldest = entries.indices.min { left, right in
            let (left, right) = (entries[left], entries[right])
            return left.cookie.isSecure == right.cookie.isSecure
                ? left.lastUse < right.lastUse : right.cookie.isSecure
        }
        if let oldest { remove([oldest], of: domain) }
    }

    /// Removes the expired cookies, and of the others those that were not used for longest, until so many more fit.
    private mutating func evict(_ room: Int, at date: Date) {
        removeExpired(at: date)
        let surplus = count + room - Self.maxOfAll
        if surplus <= 0 { return }
        let uses = domains.values.joined().map(\.lastUse).sorted()
        let last = uses[surplus - 1]
        for (domain, entries) in domains {
            remove(Set(entries.indices.filter { entries[$0].lastUse <= last }), of: domain)
        }
    }

    /// Returns a host and the names above it.
    private static func domains(above host: String, isAddress: Bool) -> [String] {
        var names = [host]
        if isAddress { return names }
        var rest = host[...]
        while let (_, tail) = rest.cut(atBytes: "."), !tail.isEmpty {
            names.append(String(tail))
            rest = tail
        }
        return names
    }
}
