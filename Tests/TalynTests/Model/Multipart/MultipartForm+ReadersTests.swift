#if os(macOS) || os(Linux)
import Foundation
import SharedFixtures
import Testing

@testable import Talyn

/// Programs that share no code with Talyn read its forms, and cURL writes the same bytes. `.ci/with form-readers`
/// installs the readers; it needs cURL 7.81 or later.
@Suite(.enabled(if: python != nil, "no readers: run .ci/with form-readers -- swift test"), .timeLimit(.minutes(5)))
struct MultipartFormReadersTests {
    private static let names = [
        "plain", "a \"quoted\" name", "line\r\nbreaks\n\r", "größe 😀", "e\u{301}", "50%22 %0D %", "semi; name=x, y",
        "[0].a", "tab\tname",
    ]
    private static let contents: [Data] = [
        Data(), Data("text\r\nwith -- lines\n\r\n".utf8), Data((0...255).map { UInt8($0) }),
        Data("\r\n--bound\r\n".utf8),
        Data("--".utf8), Data("größe 😀 e\u{301}".utf8), Data(count: 300_001),
    ]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A part as a reader tells it.
    struct Read: Decodable, Equatable {
        var name: String
        var fileName: String?
        var type: String?
        var sum: String

        init(_ name: String, _ fileName: String?, _ type: String?, _ sum: String) {
            (self.name, self.fileName, self.type, self.sum) = (name, fileName, type, sum)
        }

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            name = try list.decode(String.self)
            fileName = try list.decodeIfPresent(String.self)
            type = try list.decodeIfPresent(String.self)
            sum = try list.decode(String.self)
        }
    }

    private func read(_ form: MultipartForm) async throws -> [String: [Read]] {
        let file = try folder.write(try await BodyStream(form).collect(upTo: .max))
        let script = DocumentationTests.root.appendingPathComponent(".ci/read-form.py").path
        let run = try await ProgramRun(python ?? "", [script, file.path, form.contentType], in: folder.url)
        #expect(run.status == 0)
        return try JSONDecoder().decode([String: [Read]].self, from: run.output)
    }

    /// The texts that a reader makes of a name: none escapes a percent sign, so that no reader can tell `%22` from `"`.
    private static func read(_ name: String, by reader: String) -> String {
        let sent = name.replacing(bytes: "\"", with: "%22").replacing(bytes: "\r", with: "%0D")
            .replacing(bytes: "\n", with: "%0A")
        return switch reader {
        // Reads the parameters of mail, where nothing is percent-encoded.
        case "email": sent
        case "werkzeug": sent.replacing(bytes: "%22", with: "\"")
        default:
            sent.replacing(bytes: "%22", with: "\"").replacing(bytes: "%0D", with: "\r")
                .replacing(bytes: "%0A", with: "\n")
        }
    }

    @Test(arguments: [nil, "bound", "a b'()+_,-./:=?"])
    func othersReadEveryFileAsItWasSent(boundary: String?) async throws {
        let pairs = Self.names.flatMap { name in Self.contents.map { (name, $0) } }
            .filter { boundary != "bound" || $0.1 != Self.contents[3] }
        let files = try pairs.enumerated().map { try $0.offset % 2 == 0 ? nil : folder.write($0.element.1) }
        let sums = Dictionary(uniqueKeysWithValues: Self.contents.map { ($0, $0.sum) })
        let form = try Route.post("a").multipart(boundary: boundary) {
            for (file, (name, content)) in zip(files, pairs) {
                if let file {
                    Part(name, file: file, fileName: "\(name).png")
                } else {
                    Part(name, data: content, fileName: "\(name).png")
                }
            }
        }.form()
        let result = try await read(form)
        #expect(result.keys.sorted() == ["email", "multipart", "werkzeug"])
        for (reader, parts) in result {
            let expected = pairs.map { name, content in
                Read(
                    Self.read(name, by: reader), Self.read("\(name).png", by: reader), "image/png", sums[content] ?? "")
            }
            // werkzeug groups the parts of a name.
            #expect(
                parts.count == expected.count && Set(parts.map(\.description)) == Set(expected.map(\.description)),
                "\(reader)")
        }
    }

    @Test func othersReadTextAsFieldsWithoutAType() async throws {
        let texts = ["", "me", "größe 😀", "two\r\nlines\n", "--x--", "%22\""]
        let form = try Route.post("a").multipart { for (index, text) in texts.enumerated() { Part("n\(index)", text) } }
            .form()
        for (reader, parts) in try await read(form) {
            let expected = texts.enumerated().map { Read("n\($0)", nil, nil, Data($1.utf8).sum) }
            #expect(parts == expected, "\(reader)")
        }
    }

    // lighttpd needs the length before it runs the program: it gathers a form that arrives in chunks.
    @Test(.enabled(if: Servers.haveCGI, "no CGI"), arguments: LiveTransport.allCases, [true, false])
    func aProgramBehindAWebServerReadsTheForm(live: LiveTransport, hasLength: Bool) async throws {
        let big = Data.pattern(3_000_001)
        let pieces = BodyStream(length: hasLength ? Int64(big.count) : nil) {
            var rest = big
            return {
                if rest.isEmpty { return nil }
                defer { rest = rest.dropFirst(70_000) }
                return Data(rest.prefix(70_000))
            }
        }
        let file = try folder.write(Self.contents[2])
        let endpoint = try Endpoint(
            .post, url: Servers.Web.lighttpd.url("cgi/read-form.py"),
            task: .multipart {
                for (index, name) in Self.names.enumerated() { Part(name, "\(index)") }
                Part("file", file: file, fileName: "50%.png")
                Part("stream", stream: pieces, fileName: "big \"1\" 😀.bin")
            })
        // In a busy suite the stream may rest for a minute.
        let provider = Provider<RawAPI>(transport: try live.make()).withDefaults { $0.timeout = .seconds(600) }
        let response = try await provider.send(endpoint)
        let result = try response.decode([String: [Read]].self)
        #expect(result.keys.sorted() == ["email", "multipart", "werkzeug"])
        for (reader, parts) in result {
            let texts = Self.names.enumerated().map {
                Read(Self.read($0.element, by: reader), nil, nil, Data("\($0.offset)".utf8).sum)
            }
            let files = [
                Read("file", "50%.png", "image/png", Self.contents[2].sum),
                Read(
                    "stream", Self.read("big \"1\" 😀.bin", by: reader), "application/octet-stream", big.sum),
            ]
            #expect(parts == texts + files, "\(reader)")
        }
    }

    // MARK: cURL

    /// Returns the request of a cURL command with these arguments.
    private func sent(byCURL arguments: [String]) async throws -> ReceivedRequest {
        let server = try LoopbackServer { request in
            [.response(204, headers: ["Connection": "close"], to: request)]
        }
        let run = try await ProgramRun(
            "/usr/bin/env", ["curl", "-sS", "-H", "Expect:"] + arguments + ["\(server.url)"], in: folder.url)
        #expect(run.status == 0)
        return try #require(server.requests.first)
    }

    /// Returns Talyn's bytes for parts, with the boundary that cURL chose.
    private func bytes(_ parts: [Part], as request: ReceivedRequest) async throws -> Data {
        let boundary = try #require(request.form?.boundary)
        let form = try Route.post("a").multipart(parts, boundary: boundary).form()
        return try await BodyStream(form).collect(upTo: .max)
    }

    // cURL 7.81 and later escape names as browsers do, unless `--form-escape` asks for backslashes. The differences: cURL
    // takes no name with an equals sign, chooses the type of a file from a table of its own unless `type=` says it, and
    // its boundary, which is given to Talyn here.
    @Test func curlWritesTheSameBytes() async throws {
        let file = try folder.write(Self.contents[2], as: "a;b.bin")
        for name in Self.names where !name.contains("=") {
            let request = try await sent(byCURL: [
                "--form-string", "\(name)=größe 😀;type=x\r\n", "--form-string", "\(name)=",
                "-F", "\(name)=@\"\(file.path)\";type=application/octet-stream", "-F",
                "\(name)=<\"\(file.path)\"", "-F", "\(name)=x;type=text/html; charset=utf-8;headers=\"X-A: 1\"",
            ])
            let parts = [
                Part(name, "größe 😀;type=x\r\n"), Part(name, ""), Part(name, file: file),
                Part(name, data: Self.contents[2]),
                Part(name, "x", contentType: "text/html; charset=utf-8").header("X-A", "1"),
            ]
            #expect(try await bytes(parts, as: request) == request.body, "\(name)")
        }
        for name in Self.names where !name.utf8.contains(where: \.isLineEnd) {
            let quoted = name.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "\"", with: "\\\"")
            let request = try await sent(byCURL: ["-F", "a=@\"\(file.path)\";type=a/b;filename=\"\(quoted)\""])
            let part = Part("a", file: file, fileName: name, contentType: "a/b")
            #expect(try await bytes([part], as: request) == request.body, "\(name)")
        }
    }

    @Test func thePrintedCommandSendsTheSameForm() async throws {
        let server = try LoopbackServer { request in
            [.response(204, headers: ["Connection": "close"], to: request)]
        }
        let file = try folder.write(Self.contents[2], as: "o'clock \"\\; 😀,.bin")
        let texts = [
            "me", "", "@file", "<x", "(a,b", "a;type=b", "\"q\" \\ \\\" '", " spaces ", "größe 😀", "{\"a\":\"b;c\"}",
        ]
        let parts =
            texts.map { Part("text", $0) } + texts.map { Part("typed", $0, contentType: "text/plain; charset=utf-8") }
            + texts.map { Part("file", data: Data($0.utf8), fileName: "a\($0)", contentType: "a/b") }
            + [
                Part("bytes", data: Self.contents[2], fileName: "ü.bin").header("X-A", "1; \"2\", 3"),
                Part("file 'x'", file: file), Part("meta", json: ["a": ["b;c", "\"d\""]]),
            ]
        let url = server.url.appendingPathComponent("a")
        let endpoint = try Endpoint(.post, url: url, headers: ["X-B": "1"], task: .multipart(parts))
        let command = endpoint.curlCommand(redacting: nil)
        let run = try await ProgramRun("/bin/sh", ["-c", command], in: folder.url)
        #expect(run.status == 0 && !command.contains("not shown"))
        let request = try #require(server.requests.first)
        #expect(request.method == "POST" && request.headers["X-B"] == "1")
        #expect(try await bytes(parts, as: request) == request.body)
    }
}

/// The python of the readers; nil without them.
private let python = ProcessInfo.processInfo.environment["TALYN_FORM_READERS"]

extension MultipartFormReadersTests.Read: CustomStringConvertible {
    var description: String { "\(name)|\(fileName ?? "-")|\(type ?? "-")|\(sum)" }
}
#endif
