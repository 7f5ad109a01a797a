import Foundation
import Testing

@testable import Talyn

struct FormReadingTests {
    private struct Broken: Error {}

    private static func chunks(_ form: MultipartForm) async throws -> [Data] {
        var chunks: [Data] = []
        for try await chunk in BodyStream(form) { chunks.append(chunk) }
        return chunks
    }

    @Test func smallPartsShareAChunk() async throws {
        let form = try Route.form { for index in 0..<100 { Part("n\(index)", index) } }.form()
        #expect(try await Self.chunks(form).count == 1)
    }

    @Test func bytesAndFilesComeInChunks() async throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("a")
        let bytes = Data.pattern(1_000_000)
        try bytes.write(to: url)
        let form = try Route.form {
            Part("a", data: bytes)
            Part("b", file: url)
            Part("c", data: bytes.dropFirst(999_990))
            Part("d", data: Data())
        }.form()
        let chunks = try await Self.chunks(form)
        #expect(chunks.allSatisfy { $0.count <= FormReading.chunkLength } && chunks.count == 8)
        let whole = chunks.reduce(into: Data()) { $0.append($1) }
        #expect(whole.count == Int(try #require(form.length)))
        let head = form.parts[0].head("b").count
        #expect(whole[head..<(head + bytes.count)] == bytes)
        let second = head + bytes.count + 2 + form.parts[1].head("b").count
        #expect(whole[second..<(second + bytes.count)] == bytes)
        #expect(try await Self.chunks(form) == chunks)
    }

    @Test(arguments: [-1, 0, 1])
    func bytesThatJustFillAChunkAreWhole(more: Int) async throws {
        let folder = try TemporaryFolder()
        let empty = try Route.form { Part("a", data: Data(), fileName: "f", contentType: "a/b") }.form()
        let count = FormReading.chunkLength - empty.parts[0].head("b").count + more
        let file = try folder.write(Data.pattern(count))
        let forms = try [
            Route.form { Part("a", data: Data.pattern(count), fileName: "f", contentType: "a/b") }.form(),
            Route.form { Part("a", file: file, fileName: "f", contentType: "a/b") }.form(),
        ]
        for form in forms {
            let chunks = try await Self.chunks(form)
            #expect(chunks.first?.count ?? 0 >= FormReading.chunkLength - 1 && chunks.count == 2)
            let whole = chunks.reduce(into: Data()) { $0.append($1) }
            #expect(whole.count == Int(form.length ?? 0) && whole.suffix(9) == Data("\r\n--b--\r\n".utf8))
            #expect(whole.dropFirst(form.parts[0].head("b").count).prefix(count) == Data.pattern(count))
        }
    }

    @Test func aStreamPassesItsChunksOn() async throws {
        let form = try Route.form {
            Part("a", "1")
            Part("s", stream: BodyStream("one", "", "two", length: 6))
            Part("z", "2")
        }.form()
        let texts = try await Self.chunks(form).map { String(decoding: $0, as: UTF8.self) }
        #expect(texts.count == 4 && texts[1] == "one" && texts[2] == "two" && texts[3].hasPrefix("\r\n--b\r\n"))
    }

    @Test(arguments: [(["ab"], 3), (["ab", "cd"], 3), ([], 1), (["a"], 0)] as [([String], Int64)])
    func aStreamOfAnotherLengthFails(pieces: [String], length: Int64) async throws {
        let form = try Route.form {
            Part("a", "1")
            Part("s", stream: BodyStream(pieces: pieces.map { Data($0.utf8) }, length: length))
            Part("z", "1")
        }.form()
        let error = await #expect(throws: URLError.self) { try await Self.chunks(form) }
        #expect(error?.code == .requestBodyStreamExhausted)
        let text = "part 2 ('s') of the form is a stream that does not have the length that it declares"
        #expect(error?.localizedDescription == text)
    }

    @Test func theErrorOfAStreamIsTheFormsError() async throws {
        let form = try Route.form { Part("s", stream: BodyStream { { throw Broken() } }) }.form()
        await #expect(throws: Broken.self) { try await Self.chunks(form) }
    }

    @Test func aFileThatBecameShorterFails() async throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("a")
        try Data("12345".utf8).write(to: url)
        let form = try Route.form { Part("f", file: url) }.form()
        try Data("123456789".utf8).write(to: url)
        #expect(try await form.text().contains("\r\n\r\n12345\r\n--b"))
        try Data("123".utf8).write(to: url)
        let error = await #expect(throws: URLError.self) { try await form.text() }
        #expect(error?.code == .requestBodyStreamExhausted)
        try FileManager.default.removeItem(at: url)
        let missing = await #expect(throws: URLError.self) { try await form.text() }
        #expect(missing?.code == .fileDoesNotExist)
    }

    @Test func aPartThatIsReadOnceIsNamedByTheSecondReading() async throws {
        let body = try Route.form { Part("s", stream: BodyStream("abc")) }.resolved().body
        guard case .stream(let stream) = body else {
            Issue.record("no stream")
            return
        }
        _ = try await stream.collect(upTo: 1_000)
        let error = await #expect(throws: URLError.self) { try await stream.collect(upTo: 1_000) }
        #expect(error?.code == .requestBodyStreamExhausted)
        #expect(
            error?.localizedDescription == "part 1 ('s') of the form can be read once; make its stream repeatable")
    }
}
