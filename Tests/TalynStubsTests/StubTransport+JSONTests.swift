import Foundation
import Testing

@testable import Talyn
@testable import TalynStubs

/// JSON bodies are matched by value.
@Suite struct StubTransportJSONTests {
    private let stubs = StubTransport()

    private func probe(_ text: String, _ type: String = "application/json") -> Probe {
        Probe(.post("notes").data(Data(text.utf8)).header("Content-Type", type))
    }

    private func send(_ text: String, to stub: String, _ type: String = "application/json") async -> RequestError? {
        stubs.on(probe(stub, type), .status(204))
        return await Provider<Probe>(transport: stubs).result(probe(text, type)).thrown
    }

    @Test(arguments: [
        (#"{"a":1,"b":{"c":[1,2],"d":null}}"#, #"{ "b" : {"d":null, "c":[1, 2]}, "a": 1 }"#),
        (#"{"a":1}"#, #"{"a":1.0}"#), ("1e3", "1000"), (#""\/\u00e9""#, #""/é""#), ("[0.1]", "[1e-1]"),
        (#"{"a":18446744073709551615}"#, #"{"a":18446744073709551615.0}"#), ("{}", " {\n}"),
    ])
    func equalValuesMatchWhateverTheirBytes(_ one: String, _ other: String) async {
        #expect(await send(one, to: other) == nil)
        #expect(await send(other, to: one) == nil)
    }

    @Test(arguments: [
        ("[1,2]", "[2,1]", "JSON key 0 differs, JSON key 1 differs"),
        (#"{"a":1}"#, #"{"a":"1"}"#, "JSON key a differs"),
        (#"{"a":1}"#, #"{"a":true}"#, "JSON key a differs"), (#"{"a":null}"#, "{}", "JSON key a is unexpected"),
        (#"["\u00e9"]"#, #"["e\u0301"]"#, "the same JSON in other bytes"),
        (#"{"a":0}"#, #"{"a":null}"#, "JSON key a differs"), ("[]", "{}", "the JSON value differs"),
        (#"{"a":9007199254740993}"#, #"{"a":9007199254740992}"#, "JSON key a differs"), ("{", "{ ", "the body differs"),
    ])
    func otherValuesDoNot(_ sent: String, _ stub: String, _ complaint: String) async throws {
        let error = try #require(await send(sent, to: stub))
        #expect(error.category == .unstubbed && error.reason.contains("the body differs"))
        #expect(error.reason.contains(complaint), "\(error.reason)")
    }

    @Test func anotherTypeIsMatchedByItsBytes() async {
        #expect(await send("[1]", to: "[ 1]", "text/plain") != nil)
        #expect(await send("[2]", to: "[ 2]", "application/merge-patch+json; charset=utf-8") == nil)
    }

    /// A target whose encoder leaves the order of keys to chance.
    private enum Unsorted: RoutedTarget {
        case create
        struct Draft: Encodable { var title = "t", text = "x", tag = "y", due = 1, isNew = true }
        var baseURL: URL { Probe.host }
        var route: Route { .post("notes").json(Draft()) }
        var encoder: any BodyEncoder { JSONEncoder() }
    }

    @Test func anEncoderWithoutSortedKeysMatchesEachTime() async {
        for _ in 0..<20 {
            let stubs = StubTransport()
            stubs.on(Unsorted.create, .status(204))
            #expect(await Provider<Unsorted>(transport: stubs).result(.create).thrown == nil)
        }
    }

    @Test func aStubOfAnEqualValueReplacesTheEarlierOne() async throws {
        stubs.on(probe(#"{"a":1,"b":2}"#), .status(201))
        stubs.on(probe(#"{"b":2,"a":1}"#), .status(202))
        #expect(try await Provider<Probe>(transport: stubs).request(probe(#"{"a":1,"b":2}"#)).statusCode == 202)
        #expect(stubs.findings.count == 1 && stubs.findings.first?.contains(" replaced it; ") == true)
        #expect(stubs.count(of: try Provider<Probe>(transport: stubs).endpoint(probe(#"{"b":2,"a":1}"#))) == 1)
    }
}
