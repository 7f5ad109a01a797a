#if os(Linux)
import Foundation
import Testing

@testable import Talyn

/// Requests as libcurl sends them.
@Suite(.timeLimit(.minutes(5))) struct EndpointCURLHandleTests {
    private let transport = CURLTransport()
    private let clock = TestClock(isManual: true)

    /// The settings of one request are not those of the next one, over the same handle of libcurl.
    @Test func eachRequestHasItsOwnMethodHeadersAndBody() async throws {
        let server = try LoopbackServer { [.response(text: "answer", to: $0)] }
        let large = Data(count: CURLUpload.copiedLimit + 1)
        let requests: [(HTTPMethod, Body, Data)] = [
            (.head, .none, Data()), ("PURGE", .none, Data()), (.put, .none, Data()), (.post, .none, Data()),
            (.get, .data(Data("get".utf8)), Data("get".utf8)), (.patch, .data(Data("patch".utf8)), Data("patch".utf8)),
            (.delete, .data(large), large), (.post, .data(Data([0, 1, 0])), Data([0, 1, 0])),
        ]
        for (index, (method, body, bytes)) in requests.enumerated() {
            // Before and behind each one is the plainest request.
            for isPlain in [true, false, true] {
                var endpoint = try server.endpoint(
                    "/\(index)", method: isPlain ? .get : method, body: isPlain ? .none : body)
                endpoint.headers = isPlain ? [:] : ["X-Index": "\(index)", "Authorization": "Bearer \(index)"]
                let response = try await transport.send(endpoint, context: CallContext(clock: clock))
                #expect(response.data == Data((!isPlain && method == .head ? "" : "answer").utf8))
                let request = try #require(server.requests.last)
                #expect(request.method == endpoint.method.rawValue && request.target == "/\(index)")
                #expect(request.body == (isPlain ? Data() : bytes))
                #expect(request.headers.values(for: "X-Index") == (isPlain ? [] : ["\(index)"]))
                #expect(request.headers.contains("Authorization") == !isPlain)
                #expect(request.headers.values(for: "User-Agent") == ["Talyn \(CURLLibrary.name)"])
                let hasBody = !isPlain && !bytes.isEmpty
                let length = !isPlain && (hasBody || method == .put || method == .post) ? ["\(bytes.count)"] : []
                #expect(request.headers.values(for: "Content-Length") == length)
                #expect(
                    request.headers.values(for: "Content-Type") == (hasBody ? ["application/octet-stream"] : []))
            }
        }
        #expect(server.record.connections.count == 1)
    }

    @Test(arguments: [Body.none, .data(Data("hello".utf8)), .stream(BodyStream("hello", isRepeatable: true))])
    func theTypeAndTheAgentOfTheCallAreTheOnlyOnes(body: Body) async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        var endpoint = try server.endpoint(method: .post, body: body)
        endpoint.headers = ["content-type": "text/plain", "user-agent": "mine"]
        _ = try await transport.send(endpoint, context: CallContext(clock: clock))
        let request = try #require(server.requests.first)
        #expect(request.headers.values(for: "Content-Type") == ["text/plain"])
        #expect(request.headers.values(for: "User-Agent") == ["mine"])
    }

    /// libcurl would wait for leave to send more than a megabyte.
    @Test func noBodyWaitsForLeaveToBeSentUnlessItsEndpointSaysSo() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        let bytes = Data(count: 1 << 21)
        for body in [Body.data(bytes), .stream(BodyStream(pieces: [bytes], length: Int64(bytes.count)))] {
            var endpoint = try server.endpoint(method: .put, body: body)
            for headers in [[:], ["EXPECT": "100-continue"]] as [HTTPHeaders] {
                endpoint.headers = headers
                _ = try await transport.send(endpoint, context: CallContext(clock: clock))
                let request = try #require(server.requests.last)
                #expect(request.body == bytes && request.headers.contains("Expect") == !headers.isEmpty)
                if case .stream(let stream) = body, !stream.isRepeatable { break }
            }
        }
    }

    @Test(arguments: ["GET /b HTTP/1.1\r\nX-A:", "G T", "G\tT", "GET\u{7F}", " ", "G\u{0}T"])
    func aMethodWithASpaceOrAControlCharacterSendsNothing(name: String) async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        for body in [Body.none, .data(Data("hello".utf8))] {
            let endpoint = try server.endpoint(method: HTTPMethod(rawValue: name), body: body)
            let error = await #expect(throws: URLError.self) {
                try await transport.send(endpoint, context: CallContext(clock: clock))
            }
            #expect(error?.code == .unsupportedURL)
        }
        #expect(server.requests.isEmpty)
    }
}
#endif
