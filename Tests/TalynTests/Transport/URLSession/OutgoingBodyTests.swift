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
        guard case .file(let file, _?) = body else { throw Broken() }
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

    #if canImport(FoundationNetworking)
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
