import Foundation
import RxSwift
import Talyn
import TalynTesting
import Testing

@testable import RxTalyn

/// The flows of the founding documents that have an envelope and errors of their own.
@Suite struct SeedFlowsTests {
    /// S3-01: an error type with a payload.
    enum MatchError: Error, Equatable {
        case path, server, userInfo, decoding
        case duplicatedUser([Int])
    }

    struct Duplicated: Decodable, Sendable { let userIDs: [Int] }

    struct ResponseObject<Payload: Decodable & Sendable>: Envelope {
        let data: Payload?
        var payload: Payload? { data }
        var rejection: Rejection? { nil }
    }

    enum MatchAPI: RoutedTarget {
        case match(Int)

        static let catchChain = CatchChain(cancelled: MatchError.path, otherwise: { _ in .path })
            .catch(status: 401) { _ in .userInfo }
            .catch(status: 409, as: Duplicated.self) { body, _ in .duplicatedUser(body.userIDs) }
            .catch(status: 500...599) { _ in .server }
            .catch(category: .decoding) { _ in .decoding }

        var baseURL: URL { Self.host }
        static let host = URL(string: "https://match.example")!
        var route: Route {
            switch self {
            case .match(let id): .get("matches/\(id)")
            }
        }
    }

    private let stubs = StubTransport()

    private func first<Element: Sendable>(of source: Observable<Element>) async -> Event<Element>? {
        let events: [Event<Element>] = await withCheckedContinuation { continuation in
            nonisolated(unsafe) var events: [Event<Element>] = []
            _ = source.materialize().subscribe(
                onNext: { events.append($0) }, onCompleted: { continuation.resume(returning: events) })
        }
        return events.first
    }

    /// S3-03 to S3-05: a service that opens an envelope; the use case routes by the type of the error.
    @Test func aServiceThrowsTheErrorsOfItsTarget() async {
        for (answer, error) in [
            (StubAnswer.json(#"{"userIDs": [1, 2]}"#, status: 409), MatchError.duplicatedUser([1, 2])),
            (.status(401), .userInfo), (.status(503), .server), (.text("<html>"), .decoding), (.status(418), .path),
        ] {
            let stubs = StubTransport()
            stubs.on(MatchAPI.match(7), answer)
            let provider = Provider<MatchAPI>(transport: stubs)
            let event = await first(of: provider.rx.request(of: Call(.match(7), as: Match.self)).asObservable())
            #expect(event?.error as? MatchError == error)
        }
    }

    struct Match: Decodable, Sendable, Equatable {
        let id: Int
        init(from decoder: any Decoder) throws {
            dispatchPrecondition(condition: .notOnQueue(.main))
            let body = try ResponseObject<[String: Int]>(from: decoder)
            guard let id = body.data?["id"] else {
                throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no id"))
            }
            self.id = id
        }
    }

    @Test func aServiceHasThePayloadOfTheEnvelope() async {
        stubs.on(MatchAPI.match(7), .json(#"{"data": {"id": 7}}"#))
        let provider = Provider<MatchAPI>(transport: stubs)
        let event = await first(of: provider.rx.request(of: Call(.match(7), as: Match.self)).asObservable())
        #expect(event?.element?.id == 7)
    }

    /// S1-03, S1-10, S1-11: a code in the body beside the status, and a value in place of an error.
    @Test func aListFallsBackToAnEmptyOne() async {
        struct Listing: Decodable, Sendable {
            let list: [String]
            let code: Int
        }
        for (answer, list) in [
            (StubAnswer.json(#"{"list": ["a"], "code": 200}"#), ["a"]), (.json(#"{"list": ["a"], "code": 9}"#), []),
            (.failure(.timedOut), []),
        ] {
            let stubs = StubTransport()
            stubs.on(MatchAPI.match(1), answer)
            let lists = Provider<MatchAPI>(transport: stubs).rx.request(of: Call(.match(1), as: Listing.self))
                .map { $0.code == 200 ? $0.list : [] }.catchAndReturn([]).asObservable()
            #expect(await first(of: lists)?.element == list)
        }
    }

    /// S0-10, S4-L18: the value is observed on the main thread; it was decoded elsewhere.
    @Test func aValueIsObservedOnTheMainThread() async {
        stubs.on(MatchAPI.match(7), .json(#"{"data": {"id": 7}}"#))
        let request = Provider<MatchAPI>(transport: stubs).rx.request(of: Call(.match(7), as: Match.self))
        let id = await withCheckedContinuation { continuation in
            _ = request.do(onSuccess: { _ in dispatchPrecondition(condition: .onQueue(.main)) })
                .observe(on: MainScheduler.instance).subscribe(onSuccess: { match in
                    dispatchPrecondition(condition: .onQueue(.main))
                    continuation.resume(returning: match.id)
                })
        }
        #expect(id == 7)
    }
}
