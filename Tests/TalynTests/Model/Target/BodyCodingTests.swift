import Foundation
import Testing

@testable import Talyn

@Suite struct BodyCodingTests {
    /// An encoder of another format than JSON.
    private struct Lines: BodyEncoder {
        let contentType = "text/x-lines"
        func encode<Value: Encodable>(_ value: Value) throws -> Data { Data("<\(value)>".utf8) }
    }

    private struct Refusal: Error {}

    private struct Throwing: BodyEncoder {
        let contentType = "text/x-none"
        let error: any Error
        func encode<Value: Encodable>(_ value: Value) throws -> Data { throw error }
    }

    private struct Reading: Encodable, Sendable {
        var sensors = ["a": [1.0, .nan]]
    }

    private func refusal(of target: Probe) -> String? {
        let thrown = Result { () throws(RequestError) in try target.resolved() }.thrown
        return if case .invalidRequest(let reason) = thrown?.kind { reason } else { nil }
    }

    @Test func jsonEncodersNameTheirContentType() {
        #expect(JSONEncoder().contentType == "application/json")
        #expect(JSONEncoder.talyn.contentType == "application/json")
    }

    @Test func theDefaultEncoderSortsKeysAndLeavesSlashes() throws {
        let body = try JSONEncoder.talyn.encode(["z": "https://h/", "a": "é", "M": "\"\\\n"])
        #expect(String(data: body, encoding: .utf8) == #"{"M":"\"\\\n","a":"é","z":"https://h/"}"#)
    }

    @Test func equalValuesMakeEqualEndpoints() throws {
        let pairs = (0..<50).map { ("key\($0)", $0) }
        let one = try Route.post("x").json(Dictionary(uniqueKeysWithValues: pairs)).resolved()
        let other = try Route.post("x").json(Dictionary(uniqueKeysWithValues: pairs.reversed())).resolved()
        #expect(one == other)
    }

    @Test func aTargetsEncoderEncodesItsBodiesAndNamesTheirType() throws {
        var target = Probe(.post("x").json(7))
        target.encoder = Lines()
        let endpoint = try target.resolved()
        #expect(endpoint.bodyText == "<7>")
        #expect(endpoint.headers.fields == [.init("Content-Type", "text/x-lines")])
    }

    @Test func aTargetsEncoderSetsTheDatesOfEveryJSONBody() throws {
        let iso = JSONEncoder()
        iso.dateEncodingStrategy = .iso8601
        let date = Date(timeIntervalSince1970: 0)
        for route in [Route.post("x").json(["at": date]), .post("x").json(["at": date] as QueryItems)] {
            var target = Probe(route)
            #expect(try target.resolved().bodyText == #"{"at":-978307200}"#)
            target.encoder = iso
            #expect(try target.resolved().bodyText == #"{"at":"1970-01-01T00:00:00Z"}"#)
        }
    }

    @Test func aTargetsEncoderDoesNotTouchFormsAndQueries() throws {
        var target = Probe(.post("x").form(["a": 1]).query(encoding: ["b": 2]))
        target.encoder = Throwing(error: Refusal())
        let endpoint = try target.resolved()
        #expect(endpoint.bodyText == "a=1")
        #expect(endpoint.url.query == "b=2")
    }

    @Test func aTargetsQueryEncoderWritesItsQueriesAndForms() throws {
        var encoder = QueryEncoder()
        encoder.arrays = .repeated
        encoder.bools = .literal
        encoder.spaces = .plus
        encoder.nils = .emptyValue
        var target = Probe(.post("x").form(["f": [1, 2], "n": nil]).query(["q": ["a b", "c"], "on": true]))
        target.queryEncoder = encoder
        let endpoint = try target.resolved()
        #expect(endpoint.url.absoluteString == "https://api.example.com/x?q=a+b&q=c&on=true")
        #expect(endpoint.bodyText == "f=1&f=2&n=")
    }

    @Test func aTargetsDecoderDecodesItsAnswers() async throws {
        struct Doubling: BodyDecoder {
            func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
                try JSONDecoder().decode(type, from: Data("[".utf8) + data + Data(",".utf8) + data + Data("]".utf8))
            }
        }
        var target = Probe(.get("x"))
        target.decoder = Doubling()
        let stubs = StubTransport()
        stubs.on(target, .json("7"))
        #expect(try await Provider<Probe>(transport: stubs).request(target, as: [Int].self) == [7, 7])
    }

    @Test func anEncoderThatThrowsFailsTheCallByTheTypeOfItsErrorAndNothingIsSent() async {
        var target = Probe(.post("x").json(7))
        target.encoder = Throwing(error: Refusal())
        #expect(refusal(of: target) == "the body or query cannot be encoded: Refusal")
        let stubs = StubTransport()
        await #expect(throws: RequestError(.invalidRequest("the body or query cannot be encoded: Refusal"))) {
            try await Provider<Probe>(transport: stubs).request(target)
        }
        #expect(stubs.requests.isEmpty)
    }

    @Test func aValueThatJSONDoesNotHaveIsRefusedByItsPlace() {
        #expect(refusal(of: Probe(.post("x").json(Reading()))) == "a value cannot be encoded at sensors.a.[1]")
        #expect(refusal(of: Probe(.post("x").json([1, Double.infinity]))) == "a value cannot be encoded at [1]")
        #expect(refusal(of: Probe(.post("x").json(Double.nan))) == "a value cannot be encoded")
    }

    @Test func aValueThatAQueryDoesNotHaveIsRefusedByItsPlace() {
        #expect(refusal(of: Probe(.get("x").query(["ratio": Double.nan]))) == "a value cannot be encoded at ratio")
        #expect(refusal(of: Probe(.get("x").query(["r": [1, Double.infinity]]))) == "a value cannot be encoded at r[]")
        #expect(
            refusal(of: Probe(.get("x").query(encoding: Reading()))) == "a value cannot be encoded at sensors[a][]")
        #expect(refusal(of: Probe(.post("x").form(["ratio": Float.nan]))) == "a value cannot be encoded at ratio")
    }

    @Test func theBodyIsEncodedOnceACallHoweverManyAttempts() async throws {
        final class Counting: BodyEncoder {
            let contentType = "application/json"
            let count = Locked(0)
            func encode<Value: Encodable>(_ value: Value) throws -> Data {
                count.withLock { $0 += 1 }
                return try JSONEncoder.talyn.encode(value)
            }
        }
        let encoder = Counting()
        var target = Probe(.post("x").json(7))
        target.encoder = encoder
        let stubs = StubTransport()
        let url = try #require(URL(string: "https://api.example.com/x"))
        stubs.on(Endpoint(.post, url: url, body: .data(Data("7".utf8))), .sequence([.status(503), .status(204)]))
        let provider = Provider<Probe>(transport: stubs, plugins: [OnceMore()], clock: TestClock())
        try await provider.request(target)
        #expect(stubs.requests.count == 2)
        #expect(encoder.count.withLock { $0 } == 1)
    }
}
