#if os(Linux)
import Foundation
import Testing

@testable import Talyn

/// Over the resolver of `.ci/with slow-resolver`, which looks a name up for as long as a test likes.
@Suite(.timeLimit(.minutes(5)))
struct CURLTransportResolverTests {
    private static let folder = ProcessInfo.processInfo.environment["TALYN_SLOW_RESOLVER"]

    // libcurl waits for its resolver before 7.87.
    @Test(.enabled(if: folder != nil && CURLLibrary.version >= 0x07_57_00), arguments: [false, true])
    func aCallThatEndsWhileItsNameIsLookedUpStopsNoOtherOne(isTimeout: Bool) async throws {
        let name = "\(UUID().uuidString.lowercased()).slow.invalid"
        let state = URL(fileURLWithPath: try #require(Self.folder)).appendingPathComponent(name)
        func exists(_ ending: String) -> Bool {
            FileManager.default.fileExists(atPath: state.appendingPathExtension(ending).path)
        }
        defer { try? Data().write(to: state.appendingPathExtension("end")) }
        let server = try LoopbackServer { [.response(text: "fine", to: $0)] }
        var network = NetworkConfiguration()
        if isTimeout { network.connectTimeout = .seconds(2) }
        let transport = try CURLTransport(network)
        let slow = Endpoint(url: try #require(URL(string: "http://\(name)/")))
        let call = Task { try await transport.send(slow, context: CallContext()).statusCode }
        while !exists("begun"), !Task.isCancelled { await Task.yield() }
        if !isTimeout { call.cancel() }
        let result = await call.result
        #expect(throws: (any Error).self) { try result.get() }
        #expect(try await transport.send(server.endpoint(), context: CallContext()).statusCode == 200)
        #expect(!exists("over"), "the resolver gave up before")
    }
}
#endif
