import Foundation
import SharedFixtures
import Testing

@testable import Talyn

#if os(macOS) || os(Linux)
@Suite struct EndpointCURLTests {
    static let url = URL(string: "https://api.example.com/a?q=$HOME&r=`id`&s=!!&t=%27;ls%27")

    /// Returns the arguments that a shell passes to cURL, and the input of cURL.
    private func arguments(of command: String) async throws -> (words: [String], input: Data) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let input = folder.appendingPathComponent("input")
        let script = """
            curl() { case "$*" in *'@-'*) cat > '\(input.path)';; esac; printf '%s\\0' "$@"; }
            \(command)
            """
        let run = try await ProgramRun("/bin/sh", ["-c", script], in: folder)
        #expect(run.status == 0)
        let words = run.output.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
            String(decoding: $0, as: UTF8.self)
        }
        return (words, (try? Data(contentsOf: input)) ?? Data())
    }

    @Test(arguments: [
        "plain", "it's", "$HOME `id` \\ ! \" * ?", "'; rm -rf /; '", "@file", "ä€𝄞", "a=1&b=2", #"{"a": "b\n'c'"}"#,
    ])
    func aShellHandsTheBodyOnAsItIs(_ text: String) async throws {
        let url = try #require(Self.url)
        let endpoint = Endpoint(.post, url: url, headers: ["Content-Type": "text/plain"], body: .data(Data(text.utf8)))
        let words = try await arguments(of: endpoint.curlCommand()).words
        #expect(
            words == [
                "-X", "POST", url.absoluteString, "-H", "Content-Type: text/plain", "--data-raw", text,
            ])
    }

    @Test(arguments: [Data([0, 1, 2, 0xFF]), Data("two\nlines\r\n".utf8), Data([0x1B, 0x5B])])
    func bytesThatAreNoLineOfTextGoThroughBase64(_ data: Data) async throws {
        let endpoint = Endpoint(.put, url: try #require(Self.url), headers: ["Content-Type": "x/y"], body: .data(data))
        let command = endpoint.curlCommand(redacting: nil)
        let (words, input) = try await arguments(of: command)
        #expect(words.suffix(2) == ["--data-binary", "@-"])
        #expect(input == data)
        #expect(command.split(separator: "\n").count == 3)
    }

    @Test(arguments: ["\u{301}", "\u{200D}", "\u{FE0F}"])
    func aMarkBehindAQuoteRunsNoCommand(_ mark: String) async throws {
        let flag = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: flag) }
        let text = "it'\(mark); touch \(flag.path); echo '\(mark)s"
        var endpoint = Endpoint(
            .post, url: try #require(Self.url), headers: ["Content-Type": text, "X-A": text],
            body: .data(Data(text.utf8)))
        let command = endpoint.curlCommand(redacting: nil)
        let (words, input) = try await arguments(of: command)
        #expect(Array(words.dropFirst(4).prefix(3)) == ["Content-Type: \(text)", "-H", "X-A: \(text)"])
        // A zero width joiner is not printable and is sent as base64.
        #expect(input == Data(text.utf8) || words.last.map { Array($0.utf8) } == Array(text.utf8))
        endpoint.body = .file(URL(fileURLWithPath: "/\(text)"))
        endpoint.method = HTTPMethod(rawValue: text)
        let other = try await arguments(of: endpoint.curlCommand(redacting: nil)).words
        #expect(other.count == words.count && other.dropFirst().first == text)
        #expect(other.last?.hasPrefix(bytes: "@/it'") == true)
        #expect(!FileManager.default.fileExists(atPath: flag.path))
    }

    @Test func headersAreSortedAndEachIsAWord() async throws {
        let headers: HTTPHeaders = ["X-B": "2 'two'", "accept": "*/*", "X-Empty": "", "X-Blank": " \t ", "X-A": "$1"]
        let endpoint = Endpoint(url: try #require(Self.url), headers: headers)
        let words = try await arguments(of: endpoint.curlCommand()).words
        #expect(
            words == [
                endpoint.url.absoluteString, "-H", "accept: */*", "-H", "X-A: $1", "-H", "X-B: 2 'two'", "-H",
                "X-Blank;", "-H", "X-Empty;",
            ])
    }

    @Test func aBodyWithoutATypeIsNotCalledAForm() async throws {
        let endpoint = Endpoint(.post, url: try #require(Self.url), body: .data(Data("a".utf8)))
        #expect(
            try await arguments(of: endpoint.curlCommand()).words.contains("Content-Type: application/octet-stream"))
    }

    @Test(arguments: [HTTPMethod.post, .put, .patch])
    func anEmptyBodyHasALengthAsTheTransportSendsIt(_ method: HTTPMethod) async throws {
        let endpoint = Endpoint(method, url: try #require(Self.url))
        let words = try await arguments(of: endpoint.curlCommand()).words
        #expect(words == ["-X", method.rawValue, endpoint.url.absoluteString, "-H", "Content-Length: 0"])
        let large = Endpoint(method, url: try #require(Self.url), body: .data(Data(repeating: 0, count: 1 << 21)))
        #expect(!large.curlCommand().contains("Content-Length"))
    }

    @Test func headAsksForTheHead() async throws {
        let words = try await arguments(of: Endpoint(.head, url: try #require(Self.url)).curlCommand()).words
        #expect(words.first == "--head" && !words.contains("-X"))
    }

    @Test func aMethodOfOnesOwnIsAWordToo() async throws {
        let endpoint = Endpoint(HTTPMethod(rawValue: "A`B|C"), url: try #require(Self.url))
        #expect(try await arguments(of: endpoint.curlCommand()).words.prefix(2) == ["-X", "A`B|C"])
    }

    @Test func bracketsOfAURLAreNoPattern() async throws {
        let url = try #require(URL(string: "http://[::1]:80/a"))
        #expect(try await arguments(of: Endpoint(url: url).curlCommand()).words == ["--globoff", "http://[::1]:80/a"])
    }

    @Test func theCommandStatesABodyThatItDoesNotShow() async throws {
        let url = try #require(Self.url)
        let stream = Endpoint(.post, url: url, body: .stream(BodyStream(length: 5) { { nil } }))
        #expect(stream.curlCommand().hasSuffix(" # not shown: a stream of 5 bytes"))
        let large = Endpoint(.post, url: url, body: .data(Data(count: (1 << 20) + 1)))
        #expect(large.curlCommand().hasSuffix(" # not shown: 1048577 bytes"))
        let image = Endpoint(.post, url: url, headers: ["Content-Type": "image/png"], body: .data(Data(count: 3)))
        #expect(
            image.curlCommand().hasSuffix("'Content-Type: image/png' # not shown: 3 bytes of image/png"))
        _ = try await arguments(of: stream.curlCommand())
        let file = Endpoint(.post, url: url, body: .file(URL(fileURLWithPath: "/a b/it's")))
        #expect(try await arguments(of: file.curlCommand()).words.suffix(2) == ["--data-binary", "@/a b/it's"])
    }

    @Test func secretsAreLeftOutUnlessAskedFor() throws {
        let url = try #require(URL(string: "https://u:CANARY-1@example.com/CANARY-2?access_token=CANARY-2"))
        let endpoint = Endpoint(
            .post, url: url, headers: ["Authorization": "Bearer CANARY-3", "Cookie": "a=CANARY-4"],
            body: .data(Data(#"{"password": "CANARY-5"}"#.utf8)))
        #expect(!endpoint.curlCommand().contains("CANARY"))
        #expect(endpoint.curlCommand(redacting: nil).contains("CANARY-5"))
    }

    @Test func fieldsOfOneNameKeepTheirOrder() async throws {
        let headers: HTTPHeaders = ["X-A": "1", "Via": "a", "via": "b", "VIA": "c"]
        let words = try await arguments(of: Endpoint(url: try #require(Self.url), headers: headers).curlCommand()).words
        #expect(words.dropFirst() == ["-H", "Via: a", "-H", "via: b", "-H", "VIA: c", "-H", "X-A: 1"])
    }
}
#endif
