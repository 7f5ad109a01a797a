/// A task-local mark that a task works on behalf of an owner, for example while it holds a permit or runs a shared
/// exchange. The owner lets requests of such tasks pass, because they could wait for themselves.
///
/// Unstructured tasks inherit the mark and may outlive the work, so the mark ends with the work.
final class ReentrancyGuard: Sendable {
    @TaskLocal private static var marks: [ReentrancyGuard] = []

    private let owner: ObjectIdentifier
    private let isOver = Locked(false)

    private var hasEnded: Bool { isOver.withLock { $0 } }

    private init(_ owner: ObjectIdentifier) { self.owner = owner }

    /// Returns whether the current task works on behalf of an owner.
    static func isActive(for owner: AnyObject) -> Bool {
        let owner = ObjectIdentifier(owner)
        return marks.contains { $0.owner == owner && !$0.hasEnded }
    }

    /// Runs work on behalf of an owner.
    static func run<Output, Failure: Error>(
        for owner: AnyObject, _ work: () async throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        let mark = ReentrancyGuard(ObjectIdentifier(owner))
        defer { mark.isOver.withLock { $0 = true } }
        let result: Result<Output, Failure> = await $marks.withValue(marks.filter { !$0.hasEnded } + [mark]) {
            do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
