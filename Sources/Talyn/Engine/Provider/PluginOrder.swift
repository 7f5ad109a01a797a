/// The pairs of plugins whose order in a list is a mistake: those of "Pairs whose order matters" in Plugins.md that the
/// list or a dry run shows.
enum PluginOrder {
    /// A plugin that moved the endpoint, after some others.
    struct Move: Sendable {
        let plugin: any Plugin
        /// The plugins of the same hook before it.
        let earlier: [any Plugin]
        let isOtherOrigin: Bool
    }

    private enum Kind {
        case refresh, retry, coalescing, limit, adapt, digest, activity, otherCallInterceptor

        /// The kind of a plugin; nil if no order matters.
        init?(_ plugin: any Plugin) {
            switch plugin {
            case is TokenRefreshPlugin: self = .refresh
            case is RetryPlugin: self = .retry
            case is CoalescingPlugin: self = .coalescing
            case is ConcurrencyLimitPlugin: self = .limit
            case is AdaptPlugin: self = .adapt
            case let plugin as CredentialsPlugin: if plugin.scheme == .digest { self = .digest } else { return nil }
            case is ActivityPlugin: self = .activity
            case is LoggerPlugin: return nil
            case is any CallInterceptor: self = .otherCallInterceptor
            default: return nil
            }
        }
    }

    /// Returns a sentence for each pair in the wrong order.
    static func mistakes(in plugins: [any Plugin], moves: [Move]) -> [String] {
        var mistakes: [String] = []
        let hasCoalescing = plugins.contains { $0 is CoalescingPlugin }
        for (index, later) in plugins.enumerated() {
            for earlier in plugins[..<index] {
                let known = problem(with: earlier, before: later, hasCoalescing)
                guard let problem = known ?? later.problem(behind: earlier) else { continue }
                mistakes.append("\(earlier.name) precedes \(later.name): \(problem)")
            }
        }
        for move in moves {
            for earlier in move.earlier {
                guard let problem = problem(with: earlier, before: move) else { continue }
                mistakes.append("\(earlier.name) precedes \(move.plugin.name): \(problem)")
            }
        }
        return mistakes
    }

    private static func problem(with earlier: any Plugin, before later: any Plugin, _ hasCoalescing: Bool) -> String? {
        guard let first = Kind(earlier), let second = Kind(later) else { return nil }
        return switch (first, second) {
        case (.retry, .refresh): "each retry may refresh once more"
        case (.limit, .coalescing): "each call uses a permit, and queued calls cannot share"
        case (.coalescing, .adapt): "callers that share a response have one signature, also those of another user"
        case (.coalescing, .digest): "no exchange is shared"
        case (.adapt, .limit) where !hasCoalescing: "a signature ages while the call waits"
        case (.otherCallInterceptor, .activity): "calls that the first one answers are not counted"
        default: nil
        }
    }

    private static func problem(with earlier: any Plugin, before move: Move) -> String? {
        switch earlier {
        case let plugin as CredentialsPlugin where plugin.scheme == .digest:
            move.plugin is CredentialsPlugin ? nil : "the first one signs another URL than the one that is sent"
        case is AccessTokenPlugin, is TokenRefreshPlugin, is CredentialsPlugin:
            move.isOtherOrigin ? "a token for the old origin is sent to the new one" : nil
        default: nil
        }
    }
}
