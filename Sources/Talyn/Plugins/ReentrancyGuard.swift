/// A mark on a task, and on the tasks it starts, that they work for an owner: a plugin that holds a permit, shares an
/// exchange or refreshes a token. The plugin then lets their calls pass, which would otherwise wait for themselves.
///
/// This is the only task-local of the plugins. A mark may carry a value of its owner. Unstructured tasks inherit the
/// mark and may outlive the work, so the mark ends with the work.
final class ReentrancyGuard: Sendable {
    @TaskLocal private static var marks: [ReentrancyGuard] = []

    private let owner: ObjectIdentifier
    private let value: (any Sendable)?
    private let isOver = Locked(false)

    private init(_ owner: AnyObject, _ value: (any Sendable)?) {
        self.owner = ObjectIdentifier(owner)
        self.value = value
    }

    /// Returns whether the current task works for an owner.
    static func isActive(for owner: AnyObject) -> Bool { mark(of: owner) != nil }

    /// Returns the value that the innermost mark of an owner carries; nil without one.
    static func value(of owner: AnyObject) -> (any Sendable)? { mark(of: owner)?.value }

    private static func mark(of owner: AnyObject) -> ReentrancyGuard? {
        let owner = ObjectIdentifier(owner)
        return marks.last { $0.owner == owner && !$0.isOver.withLock { $0 } }
    }

    // Two functions instead of a generic one, which would be compiled anew for each type.

    /// Runs an exchange or call for an owner.
    static func run(
        for owner: AnyObject, carrying value: (any Sendable)? = nil,
        _ work: () async throws(RequestError) -> Response
    ) async throws(RequestError) -> Response {
        let mark = ReentrancyGuard(owner, value)
        defer { mark.isOver.withLock { $0 = true } }
        // Not throwing inside: withValue has no typed throws.
        let result: Result<Response, RequestError> = await $marks.withValue(marks(adding: [mark])) {
            do throws(RequestError) { return .success(try await work()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Reads or refreshes a credential for several owners.
    static func run(
        for owners: [AnyObject], carrying value: (any Sendable)? = nil, _ work: () async throws -> AccessCredential?
    ) async throws -> AccessCredential? {
        let new = owners.map { ReentrancyGuard($0, value) }
        defer { for mark in new { mark.isOver.withLock { $0 = true } } }
        return try await $marks.withValue(marks(adding: new), operation: work)
    }

    private static func marks(adding new: [ReentrancyGuard]) -> [ReentrancyGuard] {
        marks.filter { !$0.isOver.withLock { $0 } } + new
    }
}
