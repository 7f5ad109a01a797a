/// Says of a task, and of the tasks it starts, that they work within something of an owner: a place that is held, an
/// exchange that is shared. A plugin then lets their calls pass, which would wait for themselves.
///
/// Unstructured tasks inherit the mark and may outlive the work, so it ends with the work.
final class ReentrancyGuard: Sendable {
    @TaskLocal private static var marks: [ReentrancyGuard] = []

    private let owner: ObjectIdentifier
    private let isOver = Locked(false)

    private var hasEnded: Bool { isOver.withLock { $0 } }

    private init(_ owner: ObjectIdentifier) { self.owner = owner }

    /// Whether the current task works within something of an owner.
    static func isWithin(_ owner: AnyObject) -> Bool {
        let owner = ObjectIdentifier(owner)
        return marks.contains { $0.owner == owner && !$0.hasEnded }
    }

    /// Runs work that is within something of an owner.
    static func within<Output, Failure: Error>(
        _ owner: AnyObject, _ work: () async throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        let mark = ReentrancyGuard(ObjectIdentifier(owner))
        defer { mark.isOver.withLock { $0 = true } }
        let result: Result<Output, Failure> = await $marks.withValue(marks.filter { !$0.hasEnded } + [mark]) {
            do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
