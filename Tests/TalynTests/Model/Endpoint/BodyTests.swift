import Foundation
import Testing

@testable import Talyn

@Suite struct BodyTests {
    private static let file = URL(fileURLWithPath: "/a")
    private static let once = BodyStream(length: 3) { { nil } }
    private static let again = BodyStream(isRepeatable: true) { { nil } }

    @Test(arguments: [
        (Body.none, true, true, "no body"),
        (.data(Data()), true, true, "0 bytes"),
        (.data(Data("né".utf8)), false, true, "3 bytes"),
        (.file(file), false, true, "a file"),
        (.stream(once), false, false, "a stream of 3 bytes"),
        (.stream(again), false, true, "a stream"),
    ])
    func aBodyKnowsWhetherItIsEmptyAndCanBeSentAgain(body: Body, isEmpty: Bool, isRepeatable: Bool, text: String) {
        #expect(body.isEmpty == isEmpty)
        #expect(body.isRepeatable == isRepeatable)
        #expect("\(body)" == text)
        #expect(String(reflecting: body) == text)
        #expect(Mirror(reflecting: body).children.map { "\($0.value)" } == [text])
    }

    @Test func theChunksOfABodyAreReadAsOftenAsTheBody() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Data("abc".utf8))
        for (body, text) in [(Body.none, ""), (.data(Data("abc".utf8)), "abc"), (.file(file), "abc")] {
            for _ in 0..<2 { #expect(try await body.chunks.collect(upTo: 3) == Data(text.utf8)) }
        }
        let chunks = Body.file(file).chunks
        for _ in 0..<2 { #expect(try await chunks.collect(upTo: 3) == Data("abc".utf8)) }
    }

    @Test func bodiesAreEqualByBytesByURLAndByIdentity() {
        let different: [Body] = [
            .none, .data(Data()), .data(Data([1])), .file(Self.file), .file(URL(fileURLWithPath: "/b")),
            .stream(Self.once), .stream(Self.again), .stream(BodyStream(length: 3) { { nil } }),
        ]
        for (index, left) in different.enumerated() {
            for (other, right) in different.enumerated() { #expect((left == right) == (index == other)) }
        }
        #expect(Set(different).count == different.count)
        #expect(Body.data(Data([1, 2])) == .data(Data([0, 1, 2]).dropFirst()))
        #expect(Body.data(Data([1, 2])).hashValue == Body.data(Data([0, 1, 2]).dropFirst()).hashValue)
        let copy = Self.once
        #expect(Body.stream(copy) == .stream(Self.once))
    }
}
