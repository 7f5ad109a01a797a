#if DEBUG
/// Writes the mistakes in lists of plugins, each once.
final class PluginNotice: Sendable {
    /// The notice of the process. A test replaces it.
    @TaskLocal static var current = PluginNotice(write: LoggerPlugin.standardError)

    private let write: @Sendable (String) -> Void
    private let written = Locked(Set<String>())

    init(write: @escaping @Sendable (String) -> Void) { self.write = write }

    /// Writes a line for each mistake that has not been written before.
    func check(_ plugins: [any Plugin]) {
        for mistake in Self.mistakes(in: plugins) where written.withLock({ $0.insert(mistake).inserted }) {
            write("Talyn: \(mistake). Shown once.")
        }
    }

    /// Returns a sentence for each plugin that adopts no hook, and for each pair in the wrong order.
    static func mistakes(in plugins: [any Plugin]) -> [String] {
        var mistakes: [String] = []
        for (index, later) in plugins.enumerated() {
            if !later.adoptsAHook {
                mistakes.append(
                    "\(later.name) adopts no hook (CallInterceptor, Preparer, ExchangeInterceptor, CallObserver, "
                        + "Processor) and is ignored")
            }
            for earlier in plugins[..<index] {
                guard let problem = later.problem(behind: earlier) else { continue }
                mistakes.append("\(earlier.name) precedes \(later.name): \(problem)")
            }
        }
        return mistakes
    }
}

extension Plugin {
    /// Whether the plugin takes part in calls; one that adopts `Plugin` alone does not.
    fileprivate var adoptsAHook: Bool {
        self is any CallInterceptor || self is any Preparer || self is any ExchangeInterceptor
            || self is any CallObserver || self is any Processor
    }
}
#endif

extension Engine {
    /// Writes the mistakes in a list of plugins to standard error. Release builds do not look for them.
    static func checkInDebugBuilds(_ plugins: [any Plugin]) {
        #if DEBUG
        if !plugins.isEmpty { PluginNotice.current.check(plugins) }
        #endif
    }
}
