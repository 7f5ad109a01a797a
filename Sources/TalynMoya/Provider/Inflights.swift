internal import Talyn

/// The transfers in flight of a provider that tracks them, with the completions of the calls that share each.
///
/// Unchecked: `entries` is used under the lock only.
final class Inflights: @unchecked Sendable {
    private let lock = Locked(0)
    private var entries: [Transfer: [Moya.Completion]] = [:]

    /// An endpoint with its hash, which is computed once: an encoding may write another body each time.
    struct Transfer: Hashable {
        fileprivate let endpoint: Endpoint
        private let hash: Int

        fileprivate init(_ endpoint: Endpoint) {
            self.endpoint = endpoint
            hash = endpoint.hashValue
        }

        static func == (left: Transfer, right: Transfer) -> Bool { left.endpoint == right.endpoint }
        func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    }

    var completions: [Endpoint: [Moya.Completion]] {
        var all: [(Endpoint, [Moya.Completion])] = []
        lock.withLock { _ in all = entries.map { ($0.endpoint, $1) } }
        return Dictionary(all, uniquingKeysWith: +)
    }

    /// Adds a completion to the transfer of an equal endpoint. Returns the transfer if the completion is its first.
    func join(_ endpoint: Endpoint, _ completion: @escaping Moya.Completion) -> Transfer? {
        let transfer = Transfer(endpoint)
        return lock.withLock { _ in
            entries[transfer, default: []].append(completion)
            return entries[transfer]?.count == 1 ? transfer : nil
        }
    }

    /// Ends a transfer, and returns its completions.
    func end(_ transfer: Transfer) -> [Moya.Completion] {
        var ended: [Moya.Completion] = []
        lock.withLock { _ in ended = entries.removeValue(forKey: transfer) ?? [] }
        return ended
    }
}
