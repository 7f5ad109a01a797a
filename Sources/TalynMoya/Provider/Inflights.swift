internal import Talyn

/// The transfers in flight of a provider that tracks them, with the completions of the calls that share each.
///
/// Unchecked: `entries` is used under the lock only.
final class Inflights: @unchecked Sendable {
    private let lock = Locked(0)
    private var entries: [Endpoint: [Moya.Completion]] = [:]

    var completions: [Endpoint: [Moya.Completion]] {
        var all: [Endpoint: [Moya.Completion]] = [:]
        lock.withLock { _ in all = entries }
        return all
    }

    /// Adds a completion to the transfer of an equal endpoint. Returns whether it is the first one: there is none yet.
    func join(_ endpoint: Endpoint, _ completion: @escaping Moya.Completion) -> Bool {
        lock.withLock { _ in
            entries[endpoint, default: []].append(completion)
            return entries[endpoint]?.count == 1
        }
    }

    /// Ends the transfer of an endpoint, and returns its completions.
    func end(_ endpoint: Endpoint) -> [Moya.Completion] {
        var ended: [Moya.Completion] = []
        lock.withLock { _ in ended = entries.removeValue(forKey: endpoint) ?? [] }
        return ended
    }
}
