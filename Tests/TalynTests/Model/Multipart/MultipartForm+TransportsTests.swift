import Foundation
import Testing

@testable import Talyn

/// Forms over sockets: each live transport sends them to a ``LoopbackServer``, which takes them apart.
@Suite(.timeLimit(.minutes(5))) struct MultipartFormTransportsTests {
    private static let bytes = Data.pattern(1_500_000)

    private let folder: TemporaryFolder
    private let video: URL

    init() throws {
        folder = try TemporaryFolder()
        video = try folder.write(Self.bytes, as: "clip ü \"1\".mov")
    }

    private func upload(_ stream: BodyStream? = nil) -> Probe {
        Probe(
            .post("upload").multipart {
                Part("caption", "größe \"1\"\r\n")
                Part("file", data: Self.bytes.prefix(700_000), fileName: "me.png")
                Part("video", file: video)
                Part("s", stream: stream, fileName: "s.txt")
            }.timeout(.seconds(Int64.max)))
    }

    private func provider(
        _ server: LoopbackServer, over live: LiveTransport, _ plugins: [any Plugin] = []
    ) throws -> Provider<Probe> {
        Provider<Probe>(transport: try live.make(), plugins: plugins).withDefaults { $0.baseURL = server.url }
    }

    private func check(_ request: ReceivedRequest, hasStream: Bool = false) {
        let form = request.form
        #expect(form?.parts.map(\.name) == ["caption", "file", "video"] + (hasStream ? ["s"] : []))
        #expect(form?["caption"]?.text == "größe \"1\"\r\n" && form?["caption"]?.contentType == nil)
        #expect(form?["file"]?.data == Self.bytes.prefix(700_000))
        #expect(form?["file"]?.fileName == "me.png" && form?["file"]?.contentType == "image/png")
        #expect(form?["video"]?.data == Self.bytes)
        #expect(form?["video"]?.fileName == "clip ü %221%22.mov" && form?["video"]?.contentType == "video/quicktime")
        #expect(!hasStream || form?["s"]?.text == "onetwo")
    }

    @Test(arguments: LiveTransport.allCases) func aFormArrivesIntactWithItsLength(live: LiveTransport) async throws {
        let server = try LoopbackServer { request in [.response(204, to: request)] }
        let response = try await provider(server, over: live).request(upload())
        let request = try #require(server.requests.first)
        check(request)
        let length = response.endpoint.body.form?.length
        #expect(request.headers["Content-Length"] == "\(length ?? 0)" && request.body.count == Int(length ?? 0))
        #expect(request.headers["Content-Type"] == response.endpoint.body.form?.contentType)
        #expect(request.headers["Transfer-Encoding"] == nil)
    }

    @Test(arguments: LiveTransport.allCases) func aStreamOfKnownLengthKeepsTheLength(live: LiveTransport) async throws {
        let server = try LoopbackServer { request in [.response(204, to: request)] }
        try await provider(server, over: live).request(upload(BodyStream("one", "two", length: 6)))
        let request = try #require(server.requests.first)
        check(request, hasStream: true)
        #expect(request.headers["Content-Length"] == "\(request.body.count)")
    }

    @Test(arguments: LiveTransport.allCases) func aStreamOfUnknownLengthIsSent(live: LiveTransport) async throws {
        let server = try LoopbackServer { request in [.response(204, to: request)] }
        try await provider(server, over: live).request(upload(BodyStream("one", "two")))
        let request = try #require(server.requests.first)
        check(request, hasStream: true)
        // URLSession gathers a stream, and then knows its length.
        #expect((request.headers["Transfer-Encoding"] == "chunked") == (live != .urlSession))
    }

    @Test(arguments: LiveTransport.allCases) func aRetryAndARedirectSendTheFormAgain(live: LiveTransport) async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/upload" where request.headers["X-Attempt"] == "1": [.response(503, to: request)]
            case "/upload": [.response(307, headers: ["Location": "/there"], to: request)]
            default: [.response(204, to: request)]
            }
        }
        struct Numbering: Preparer {
            func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
                endpoint.headers["X-Attempt"] = "\(context.attempt)"
            }
        }
        let stream = BodyStream("one", "two", isRepeatable: true)
        var retry = RetryPlugin()
        retry.baseDelay = .zero
        retry.methods = [.post]
        let provider = try provider(server, over: live, [retry, Numbering()])
        try await provider.request(upload(stream))
        #expect(server.requests.map(\.path) == ["/upload", "/upload", "/there"])
        for request in server.requests { check(request, hasStream: true) }
    }

    @Test(arguments: LiveTransport.allCases) func aPartThatIsReadOnceFailsARedirect(live: LiveTransport) async throws {
        let server = try LoopbackServer { request in
            [.response(308, headers: ["Location": "/there"], to: request)]
        }
        let error = await (try provider(server, over: live)).result(upload(BodyStream("one", "two"))).thrown
        #expect(error?.urlError?.code == .requestBodyStreamExhausted)
        #expect(error.map { "\($0)".contains("part 4 ('s') of the form can be read once") } == true)
    }

    @Test(arguments: LiveTransport.allCases, [5, 7] as [Int64])
    func aStreamOfAnotherLengthFailsTheCall(live: LiveTransport, length: Int64) async throws {
        let server = try LoopbackServer { request in [.response(204, to: request)] }
        let stream = BodyStream("one", "two", length: length)
        let error = await (try provider(server, over: live)).result(upload(stream)).thrown
        #expect(error?.urlError?.code == .requestBodyStreamExhausted)
        #expect(error.map { "\($0)".contains("part 4 ('s') of the form is a stream that does not have") } == true)
    }

    @Test(arguments: LiveTransport.allCases) func aFileThatBecameShorterFailsTheCall(live: LiveTransport) async throws {
        let server = try LoopbackServer { request in [.response(204, to: request)] }
        let (video, bytes) = (video, Self.bytes)
        let shorten = Changing { _ in try? bytes.prefix(10).write(to: video) }
        let error = await (try provider(server, over: live, [shorten])).result(upload()).thrown
        #expect(error?.urlError?.code == .requestBodyStreamExhausted)
    }
}
