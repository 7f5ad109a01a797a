import Foundation
import Talyn
import TalynOpenCombine
import TalynTesting
import Testing

#if canImport(Combine)
import Combine
#else
import OpenCombineShim
#endif

@Suite struct CallStreamPublisherTests {
    let stubs = StubTransport()
    let ends = Ends()
    private var api: Provider<API> { Provider(transport: stubs, plugins: [ends], clock: TestClock()) }

    @Test func allLinesArriveAndThenTheEnd() async {
        stubs.on(API.export, .chunks(["one\ntw", "o\nthree"]))
        let recorder = api.publisher(of: .lines(.export)).recorded()
        #expect(await eventually { recorder.hasFinished } && recorder.values == ["one", "two", "three"])
    }

    @Test func eachSubscriptionIsACallOfItsOwnAlsoWithoutDemand() async {
        stubs.on(API.export, .chunks(["one\n", "two\n"]))
        let publisher = api.publisher(of: .lines(.export))
        await settle()
        #expect(stubs.requests.isEmpty)
        let recorders = (0..<2).map { _ in publisher.recorded(.none) }
        #expect(await eventually { stubs.requests.count == 2 })
        for recorder in recorders { recorder.request(.unlimited) }
        for recorder in recorders {
            #expect(await eventually { recorder.hasFinished } && recorder.values == ["one", "two"])
        }
        #expect(stubs.requests.count == 2)
    }

    @Test func linesArriveOneAtATimeAsTheyAreRequested() async {
        stubs.on(API.export, .chunks(["one\ntwo\n", "three\n"]))
        let recorder = api.publisher(of: .lines(.export)).recorded(.none)
        for (count, line) in ["one", "two", "three"].enumerated() {
            await settle()
            #expect(recorder.values.count == count)
            recorder.request(.max(1))
            #expect(await eventually { recorder.values.count == count + 1 } && recorder.values.last == line)
        }
        #expect(recorder.ends.isEmpty)
        recorder.request(.max(1))
        #expect(await eventually { recorder.hasFinished } && recorder.values.count == 3)
    }

    @Test func demandFromWithinAValueCounts() async {
        stubs.on(API.export, .chunks(["1\n2\n3\n4\n5\n6\n7\n"]))
        // One by its result, one by a request, in turn.
        let recorder = api.publisher(of: .lines(.export)).recorded(.max(1)) { recorder, line in
            if line.utf8.last.map({ $0.isMultiple(of: 2) }) == true { return .max(1) }
            recorder.request(.max(1))
            return .none
        }
        #expect(await eventually { recorder.hasFinished } && recorder.values.count == 7 && recorder.overlapCount == 0)
    }

    @Test func aBodyIsNotReadOnWithoutDemand() async {
        let body = Chunks()
        let api = Provider<API>(transport: body)
        let recorder = api.publisher(of: .lines(.export)).recorded(.max(2))
        #expect(await eventually { recorder.values.count == 2 })
        await settle()
        // Each chunk is a line. A line ends with the chunk that has its end.
        #expect(body.count <= 3)
        recorder.request(.max(5))
        #expect(await eventually { recorder.values.count == 7 })
        await settle()
        #expect(body.count <= 8)
        recorder.cancel()
    }

    @Test func aPageIsCalledWhenItIsRequested() async {
        stubs.on(API.pages, .json("[1]", headers: ["Link": #"</pages?page=2>; rel="next""#]))
        stubs.on(where: { endpoint, _ in endpoint.url.query == "page=2" }, .json("[2]"))
        let recorder = api.publisher(of: .pages(.pages, as: [Int].self)).recorded(.max(1))
        #expect(await eventually { recorder.values == [[1]] })
        await settle()
        #expect(stubs.requests.count == 1)
        recorder.request(.unlimited)
        #expect(await eventually { recorder.hasFinished } && recorder.values == [[1], [2]])
        #expect(stubs.requests.count == 2)
    }

    @Test func eventsAreDecodedUpToTheLast() async {
        stubs.on(API.export, .events([.init(#"{"login":"a"}"#), .init(#"{"login":"b"}"#), .init("[DONE]")]))
        let users = api.publisher(of: .events(.export, as: User.self, until: { $0.data == "[DONE]" }))
            .recorded(.max(1)) { _, _ in .max(1) }
        #expect(await eventually { users.hasFinished } && users.values.map(\.login) == ["a", "b"])
    }

    @Test func aRefusedStatusIsAFailureWithoutDemand() async {
        stubs.on(API.export, .status(404))
        let recorder = api.publisher(of: .lines(.export)).recorded(.none)
        #expect(await eventually { recorder.failure?.statusCode == 404 })
    }

    @Test func aFailureInTheBodyFollowsTheLinesBeforeIt() async {
        stubs.on(API.export, .chunks(["one\n", "two\n", "three\n"]).truncated(after: 9))
        let recorder = api.publisher(of: .lines(.export)).recorded()
        #expect(await eventually { recorder.failure != nil } && recorder.values == ["one", "two"])
    }

    @Test func cancellingEndsTheCallAndNothingArrives() async {
        stubs.on(API.export, .chunks(["one\n", "two\n", "three\n"]).stalling(after: 6))
        let waiting = Provider<API>(transport: stubs, plugins: [ends], clock: TestClock(isManual: true))
        let recorder = waiting.publisher(of: .lines(.export)).recorded()
        #expect(await eventually { recorder.values == ["one"] })
        recorder.cancel()
        #expect(await eventually { ends.all == 1 })
        await settle()
        #expect(recorder.values == ["one"] && recorder.ends.isEmpty)
    }

    @Test func anOperatorThatHasEnoughEndsTheCall() async {
        stubs.on(API.export, .chunks((1...9).map { "\($0)\n" }))
        let recorder = api.publisher(of: .lines(.export)).prefix(2).recorded()
        #expect(await eventually { recorder.hasFinished } && recorder.values == ["1", "2"])
        #expect(await eventually { ends.all == 1 })
    }

    @Test func linesArriveOneAtATimeAndInOrderOnAConcurrentQueue() async {
        let lines = (1...500).map { "\($0)" }
        stubs.on(API.export, .chunks(lines.map { "\($0)\n" }))
        let recorder = api.publisher(of: .lines(.export), on: .global()).recorded()
        #expect(await eventually { recorder.hasFinished } && recorder.values == lines && recorder.overlapCount == 0)
        #expect(recorder.threadNames == ["pool"])
    }

    @Test func linesAndTheEndArriveOnTheMainThreadByDefault() async {
        stubs.on(API.export, .chunks(["one\n", "two\n"]))
        let recorder = api.publisher(of: .lines(.export)).recorded()
        #expect(await eventually { recorder.hasFinished } && recorder.threadNames == ["main"])
    }

    @Test func theLinesOfAResponseThatIsOpenCanBeReadOnce() async throws {
        stubs.on(API.export, .chunks(["one\n", "two\n"]))
        let stream = try await api.stream(.export)
        let publisher = stream.lines().publisher()
        let (first, second) = (publisher.recorded(), publisher.recorded())
        #expect(await eventually { first.ends.count == 1 && second.ends.count == 1 })
        #expect([first, second].filter(\.hasFinished).map(\.values) == [["one", "two"]])
        #expect([first, second].compactMap(\.failure).count == 1)
    }
}

/// A transport whose body has a line a chunk, without end, and counts the chunks that were read.
private final class Chunks: Transport, @unchecked Sendable {
    // Unchecked: the count is accessed under the lock.
    private let lock = NSLock()
    private var read = 0
    var count: Int { lock.withLock { read } }

    func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        let body = BodyStream { [self] in
            { [self] in
                lock.withLock { read += 1 }
                return Data("line\n".utf8)
            }
        }
        return Response(statusCode: 200, body: .stream(body), endpoint: endpoint)
    }
}
