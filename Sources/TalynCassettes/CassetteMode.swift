internal import Talyn

extension Cassette {
    /// Whether a cassette replays its file or records.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// Replays the file and sends nothing. A request without an entry fails.
        case replay
        /// Records when there is no file; otherwise as ``replay``.
        case once
        /// Sends every request and records it anew.
        case all
        /// Replays the file; sends requests without an entry, and adds them.
        case newEpisodes
        /// The mode that the environment variable `TALYN_CASSETTES` names. Default: ``replay``, so that no test uses
        /// the network by surprise.
        case fromEnvironment

        /// The mode itself, or the one in the environment.
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
