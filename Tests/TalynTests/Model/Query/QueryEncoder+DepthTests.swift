import Foundation
import Testing

@testable import Talyn

/// Values that nest too deeply, or without end.
@Suite struct QueryEncoderDepthTests {
    /// A query value within a number of lists or objects, made lazily.
    struct Deep: QueryConvertible {
        let levels: Int
        var named = false
        var separated = false

        var queryValue: QueryValue {
            (0..<levels).reduce(.integer(1)) { value, _ in
                if separated { return .separated([value]) }
                return named ? .object([.init(name: "a", value: value)]) : .array([value])
            }
        }
    }

    /// Encodable values that encode themselves, each in a different way.
    enum Endless: Encodable, Sendable, CaseIterable {
        case keyed, listed, single, nested, supers

        private enum Key: String, CodingKey { case a }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .keyed:
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(self, forKey: .a)
            case .listed:
                var container = encoder.unkeyedContainer()
                try container.encode(self)
            case .single:
                var container = encoder.singleValueContainer()
                try container.encode(self)
            case .nested:
                var container = encoder.container(keyedBy: Key.self)
                var inner = container.nestedUnkeyedContainer(forKey: .a)
                try inner.encode(self)
            case .supers:
                var container = encoder.unkeyedContainer()
                var inner = container.superEncoder().unkeyedContainer()
                try inner.encode(self)
            }
        }
    }

    /// Nested containers, made by a loop instead of recursion.
    struct Containers: Encodable, Sendable {
        let levels: Int

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: JSONValue.Step.self).nestedUnkeyed()
            for _ in 0..<levels { container = container.nestedUnkeyedContainer() }
            try container.encode(1)
        }
    }

    private let reason = "a query value is nested more than \(QueryEncoder.maximumDepth) levels deep"

    @Test func aSeparatedListIsALevel() throws {
        func deep(_ levels: Int) -> QueryValue {
            (1..<levels).reduce(.separated([.integer(1)])) { value, _ in .array([value]) }
        }
        let limit = QueryEncoder.maximumDepth
        #expect(try QueryEncoder.standard.encode(["q": deep(limit)]).hasSuffix("=1"))
        #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode(["q": deep(limit + 1)]) }
        #expect(try JSONEncoder().encode(deep(limit)).count == limit * 2 + 1)
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(deep(limit + 1)) }
        let lists = Deep(levels: 100_000, separated: true)
        #expect(throws: RequestError.self) { try Route.get("x").query(["q": lists]).resolved() }
    }

    @Test(arguments: [100_000, QueryEncoder.maximumDepth + 1], [false, true])
    func deepQueryValuesAreRefused(levels: Int, named: Bool) {
        for route in [
            Route.get("x").query(["q": Deep(levels: levels, named: named)]),
            Route.post("x").form(["q": Deep(levels: levels, named: named)]),
        ] {
            #expect(throws: RequestError(.invalidRequest(reason))) { try route.resolved() }
        }
    }

    // By index, because the testing library encodes its arguments.
    @Test(arguments: Endless.allCases.indices)
    func valuesThatEncodeThemselvesAreRefused(index: Int) {
        let value = Endless.allCases[index]
        for route in [Route.get("x").query(encoding: ["q": value]), Route.post("x").form(encoding: ["q": value])] {
            #expect(throws: RequestError(.invalidRequest(reason))) { try route.resolved() }
        }
    }

    @Test func containersWithoutEndAreRefused() {
        let route = Route.get("x").query(encoding: Containers(levels: 100_000))
        #expect(throws: RequestError(.invalidRequest(reason))) { try route.resolved() }
    }

    /// Secondary threads on Apple platforms have 512 KiB, and debug builds have the largest frames.
    @Test func theLimitFitsTheStackOfASecondaryThread() async {
        let outcomes = await withCheckedContinuation { continuation in
            let thread = Thread {
                continuation.resume(
                    returning: Endless.allCases.map { value in
                        Result { try QueryEncoder.standard.encode(["q": value]) }.map { _ in }
                    } + [
                        Result { try QueryEncoder.standard.encode(["q": Deep(levels: 100_000)] as QueryItems) }
                            .map { _ in }
                    ])
            }
            thread.stackSize = 512 << 10
            thread.start()
        }
        for outcome in outcomes { #expect(throws: EncodingError.self) { try outcome.get() } }
    }

    @Test func aValueAsDeepAsTheLimitIsWritten() throws {
        let text = try QueryEncoder.standard.encode(["q": Deep(levels: QueryEncoder.maximumDepth)] as QueryItems)
        #expect(text.hasPrefix("q%5B%5D") && text.hasSuffix("=1"))
        let named = Deep(levels: QueryEncoder.maximumDepth, named: true)
        #expect(try QueryEncoder.standard.encode(["q": named]).hasSuffix("=1"))
    }

    /// A list within lists, each encoded by itself.
    private struct Nest: Encodable, Sendable {
        let levels: Int

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            if levels > 1 { try container.encode(Nest(levels: levels - 1)) } else { try container.encode(1) }
        }
    }

    @Test func encodableValuesHaveTheSameLimit() throws {
        let limit = QueryEncoder.maximumDepth
        let expected = "q\(String(repeating: "%5B%5D", count: limit))=1"
        #expect(try QueryEncoder.standard.encode(["q": Nest(levels: limit)] as [String: Nest]) == expected)
        #expect(throws: EncodingError.self) {
            try QueryEncoder.standard.encode(["q": Nest(levels: limit + 1)] as [String: Nest])
        }
        // Its first list is in an object.
        let text = try QueryEncoder.standard.encode(Containers(levels: limit - 1))
        #expect(text == "a\(String(repeating: "%5B%5D", count: limit))=1")
        #expect(throws: EncodingError.self) { try QueryEncoder.standard.encode(Containers(levels: limit)) }
    }

    @Test(arguments: [false, true])
    func aJSONBodyHasALimitOfItsOwnLevels(named: Bool) throws {
        let limit = QueryEncoder.maximumDepth
        let text = try JSONEncoder().encode(Deep(levels: limit, named: named).queryValue)
        #expect(text.count == limit * (named ? 6 : 2) + 1)
        #expect(throws: EncodingError.self) {
            try JSONEncoder().encode(Deep(levels: limit + 1, named: named).queryValue)
        }
    }
}

extension KeyedEncodingContainer<JSONValue.Step> {
    fileprivate func nestedUnkeyed() -> any UnkeyedEncodingContainer {
        var container = self
        return container.nestedUnkeyedContainer(forKey: JSONValue.Step.key("a"))
    }
}
