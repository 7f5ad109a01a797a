import Foundation
import Testing

@testable import Talyn

@Suite("A streamed request body, gathered")
struct OutgoingBodyTests {
    private struct Broken: Error {}

    private func stream(pieces: Int, of size: Int, failing: Bool = false) -> BodyStream {
        BodyStream {
            var given = 0
            return {
                given += 1
                if given <= pieces { return Data(repeating: UInt8(truncatingIfNeeded: given), count: size) }
                if failing { throw Broken() }
                return nil
            }
        }
    }

    @Test("A short body stays in memory")
    func aShortOneStaysInMemory() async throws {
        var heard = 0
        let body = try await OutgoingBody.gather(stream(pieces: 3, of: 10)) { heard += 1 }
        guard case .data(let data) = body else { throw Broken() }
        #expect(data == Data([1, 2, 3].flatMap { Array(repeating: UInt8($0), count: 10) }))
        #expect(heard == 3)
    }

    @Test("A long body goes completely to a file that only its owner may read, until it is removed")
    func aLongOneGoesIntoAFile() async throws {
        let body = try await OutgoingBody.gather(stream(pieces: 30, of: 100_001)) {}
        guard case .file(let file, isTemporary: true) = body else { throw Broken() }
        let place = file.url
        let data = try Data(contentsOf: place)
        #expect(data == Data((1...30).flatMap { Array(repeating: UInt8($0), count: 100_001) }))
        let attributes = try FileManager.default.attributesOfItem(atPath: place.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        body.remove()
        #expect(!FileManager.default.fileExists(atPath: place.path))
    }

    @Test("The error of a stream is passed on, and its file is removed")
    func theErrorOfAStreamPasses() async throws {
        await #expect(throws: Broken.self) {
            try await OutgoingBody.gather(stream(pieces: 30, of: 100_001, failing: true)) {}
        }
    }

    @Test("A body of exactly 1 MiB stays in memory, and one byte more goes into a file", arguments: [0, 1])
    func theLimitItselfStaysInMemory(more: Int) async throws {
        let body = try await OutgoingBody.gather(stream(pieces: 1, of: 1 << 20 + more)) {}
        defer { body.remove() }
        #expect(body.length == Int64(1 << 20 + more))
        if case .data = body { #expect(more == 0) } else { #expect(more == 1) }
    }

    @Test("A cancelled task gathers no more")
    func aCancelledTaskGathersNoMore() async throws {
        let pieces = stream(pieces: 3, of: 10)
        let gathering = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await OutgoingBody.gather(pieces) {}.length
        }
        await #expect(throws: CancellationError.self) { try await gathering.value }
    }

    /// Returns the temporary file of a body that begins with some bytes; nil if there is none.
    private static func file(beginningWith marker: Data) throws -> URL? {
        let folder = FileManager.default.temporaryDirectory
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let bodies = names.filter { $0.hasPrefix("talyn-") && $0.hasSuffix(".body") }
        return bodies.map { folder.appendingPathComponent($0) }.first { place in
            // Another test may have removed its own.
            guard let handle = try? FileHandle(forReadingFrom: place) else { return false }
            return (try? handle.read(upToCount: marker.count)) == marker
        }
    }

    @Test("The file of a stream that fails is removed")
    func aFailureLeavesNoFile() async throws {
        let marker = Data(UUID().uuidString.utf8)
        let place = Locked<URL?>(nil)
        let broken = BodyStream {
            var pieces = [marker + Data(count: 2_000_000)].makeIterator()
            return {
                if let piece = pieces.next() { return piece }
                let file = try Self.file(beginningWith: marker)
                place.withLock { $0 = file }
                throw Broken()
            }
        }
        await #expect(throws: Broken.self) { try await OutgoingBody.gather(broken) {} }
        let file = try #require(place.withLock { $0 })
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    #if canImport(FoundationNetworking)
    @Test("A file that became shorter ends its stream with an error")
    func aShorterFileIsTold() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Data([7, 8]))
        let errors = Locked<[URLError]>([])
        let stream = OutgoingStream(.file(try RegularFile(file))) { error in errors.withLock { $0.append(error) } }
        try Data().write(to: file)
        var byte: UInt8 = 0
        #expect(stream.read(&byte, maxLength: 1) == -1)
        #expect(errors.withLock { $0.map(\.code) } == [.requestBodyStreamExhausted])
    }

    @Test("Its stream yields every byte, however little is asked for, and none at the end")
    func aStreamIsReadInAnyPieces() {
        let stream = OutgoingStream(.data(Data([7, 8]))) { _ in Issue.record("it can be read") }
        var byte: UInt8 = 0
        #expect(stream.read(&byte, maxLength: 0) == 0)
        for expected: UInt8 in [7, 8] {
            #expect(stream.read(&byte, maxLength: 1) == 1)
            #expect(byte == expected)
        }
        #expect(stream.read(&byte, maxLength: 1) == 0 && !stream.hasBytesAvailable)
    }
    #endif
}
