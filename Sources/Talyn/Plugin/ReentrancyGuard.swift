/// A mark on a task, and on the tasks it starts, that they work for an owner: a plugin that holds a permit, shares an
/// exchange or refreshes a token. The plugin then lets their calls pass, which would otherwise wait for themselves.
///
/// This is the only task-local of the plugins. A mark may carry a value of its owner. Unstructured tasks inherit the mark and
/// may outlive the work, so the mark ends with the work.
final class ReentrancyGuard: Sendable {
    @TaskLocal private static var marks: [ReentrancyGuard] = []

    private let owner: ObjectIdentifier
    private let value: (any Sendable)?
    private let isOver = Locked(false)

    private var hasEnded: Bool { isOver.withLock { $0 } }

    private init(_ owner: ObjectIdentifier, _ value: (any Sendable)?) {
        self.owner = owner
        self.value = value
    }

    /// Whether the current task works for an owner.
    static func isActive(for owner: AnyObject) -> Bool { mark(of: owner) != nil }

    /// The value that the innermost mark of an owner carries; nil without one.
    static func value(of owner: AnyObject) -> (any Sendable)? { mark(of: owner)?.value }

    private static func mark(of owner: AnyObject) -> ReentrancyGuard? {
        let owner = ObjectIdentifier(owner)
        return marks.last { $0.owner == owner && !$0.hasEnded }
    }

    /// Runs work for an owner.
    static func run<Output, Failure: Error>(
        for owner: AnyObject, carrying value: (any Sendable)? = nil, _ work: () async throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        let mark = ReentrancyGuard(ObjectIdentifier(owner), value)
        defer { mark.isOver.withLock { $0 = true } }
        let result: Result<Output, Failure> = await $marks.withValue(marks.filter { !$0.hasEnded } + [mark]) {
            do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
