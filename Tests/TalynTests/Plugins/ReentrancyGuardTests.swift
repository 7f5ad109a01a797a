import Foundation
import Testing

@testable import Talyn

@Suite struct ReentrancyGuardTests {
    private final class Owner: Sendable {}

    private let owner = Owner()
    private let other = Owner()
    private let response: Response

    init() throws {
        response = Response(statusCode: 200, endpoint: Endpoint(url: try #require(URL(string: "https://a.example/"))))
    }

    /// Begins a task that inherits the marks of this one. It returns whether it works for an owner, after a wait.
    private func heir(of owner: Owner, after wait: AsyncStream<Void>) -> Task<Bool, Never> {
        Task {
            for await _ in wait {}
            return ReentrancyGuard.isActive(for: owner)
        }
    }

    @Test func aTaskWorksForItsOwnersAlone() async throws {
        #expect(!ReentrancyGuard.isActive(for: owner))
        _ = try await ReentrancyGuard.run(for: owner, carrying: 1) { () async throws(RequestError) -> Response in
            #expect(ReentrancyGuard.isActive(for: owner) && !ReentrancyGuard.isActive(for: other))
            #expect(ReentrancyGuard.value(of: owner) as? Int == 1 && ReentrancyGuard.value(of: other) == nil)
            return response
        }
        _ = try await ReentrancyGuard.run(for: [owner, other]) {
            #expect(ReentrancyGuard.isActive(for: owner) && ReentrancyGuard.isActive(for: other))
            return nil
        }
        #expect(!ReentrancyGuard.isActive(for: owner))
    }

    @Test func aTaskThatOutlivesTheWorkIsNotMarked() async throws {
        let (wait, end) = AsyncStream<Void>.makeStream()
        let begun = Locked<[Task<Bool, Never>]>([])
        _ = try await ReentrancyGuard.run(for: owner) { () async throws(RequestError) -> Response in
            let task = heir(of: owner, after: wait)
            begun.withLock { $0.append(task) }
            return response
        }
        let (laterWait, laterEnd) = AsyncStream<Void>.makeStream()
        _ = try await ReentrancyGuard.run(for: [other]) {
            let task = heir(of: other, after: laterWait)
            begun.withLock { $0.append(task) }
            return nil
        }
        end.finish()
        laterEnd.finish()
        for task in begun.withLock({ $0 }) { #expect(await !task.value) }
    }

    @Test func theInnermostMarkHasTheValue() async throws {
        _ = try await ReentrancyGuard.run(for: owner, carrying: 1) { () async throws(RequestError) -> Response in
            _ = try await ReentrancyGuard.run(for: owner, carrying: 2) {
                () async throws(RequestError) -> Response in
                #expect(ReentrancyGuard.value(of: owner) as? Int == 2)
                return response
            }
            #expect(ReentrancyGuard.value(of: owner) as? Int == 1)
            return response
        }
    }
}
