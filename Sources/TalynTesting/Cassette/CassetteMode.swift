internal import Talyn

extension Cassette {
    /// When a cassette answers from its file, and when it asks the network and records.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// Answers from the file and never asks the network. What has no entry fails.
        case replay
        /// Records when there is no file; from then on as ``replay``.
        case once
        /// Asks the network for everything and records it anew.
        case all
        /// Answers from the file; asks the network for what has no entry, and adds that.
        case newEpisodes
        /// What the environment variable `TALYN_CASSETTES` says: the name of another mode. Default: ``replay``, so that
        /// no test touches the network by surprise.
        case fromEnvironment

        /// The mode that is meant.
        /// - Throws: ``CassetteError/unknownMode(_:)``.
        func resolved(
            in environment: [String: String] = ProcessInfo.processInfo.environment
        ) throws(CassetteError) -> Mode {
            guard self == .fromEnvironment else { return self }
            guard let name = environment["TALYN_CASSETTES"], !name.isEmpty else { return .replay }
            guard let mode = Mode(rawValue: name), mode != .fromEnvironment else { throw .unknownMode(name) }
            return mode
        }
    }
}
