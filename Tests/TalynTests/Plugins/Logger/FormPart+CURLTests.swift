import Foundation
import Testing

@testable import Talyn

struct FormPartCURLTests {
    private static func command(_ route: Route, redacting redaction: Redaction? = .standard) throws -> String {
        try route.resolved().curlCommand(redacting: redaction)
    }

    /// Returns the command's lines behind the first one.
    private static func options(_ route: Route, redacting redaction: Redaction? = .standard) throws -> [String] {
        let lines = try command(route, redacting: redaction).split(separator: "\n").map {
            $0.trimmingCharacters(in: [" ", "\\"])
        }
        #expect(lines.first?.hasSuffix("curl -X POST 'https://api.example.com/form'") == true)
        return Array(lines.dropFirst())
    }

    @Test func eachPartIsAnOption() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Data(count: 2), as: #"a "b"\;c.mov"#)
        let path = file.path.replacingOccurrences(of: #"a "b"\;c.mov"#, with: #"a \"b\"\\;c.mov"#)
        let options = try Self.options(
            .form {
                Part("caption", "it's me")
                Part("file", data: Data("a,b".utf8), fileName: "me;you.txt")
                Part("meta", json: ["a": 1]).header("X-A", "b;c")
                Part("video", file: file)
                Part("typed", "x", contentType: "text/plain; charset=utf-8")
            }.header("X-B", "1"))
        #expect(
            options == [
                "-H 'X-B: 1'", #"-F 'caption=it'\''s me'"#,
                #"-F 'file=a,b;type=text/plain;filename="me;you.txt"'"#,
                #"-F 'meta="{\"a\":1}";type=application/json;headers="X-A: b;c"'"#,
                #"-F 'video=@"\#(path)";type=video/quicktime;filename="a \"b\"\\;c.mov"'"#,
                "-F 'typed=x;type=text/plain; charset=utf-8'",
            ])
    }

    @Test(arguments: [
        ("plain", "plain"), ("", ""), ("@file", #""@file""#), ("<file", #""<file""#), ("(a", #""(a""#),
        ("a;type=b", #""a;type=b""#), ("a\"b", #""a\"b""#), (#"a\b"#, #""a\\b""#), (" a", #"" a""#), ("a ", #""a ""#),
        ("a@<(,=b", "a@<(,=b"), ("é😀", "é😀"), (";\u{301}", "\";\u{301}\""), ("\"\u{301}", "\"\\\"\u{301}\""),
    ])
    func aTextIsQuotedWhereCURLWouldReadItOtherwise(text: String, quoted: String) throws {
        #expect(try Self.options(.form { Part("a", text) }) == ["-F 'a=\(quoted)'"])
    }

    @Test func bytesThatAreNoLineOfTextComeFromTheInput() throws {
        let bytes = Data([0, 1, 0xFF])
        let route = Route.form { Part("a", data: bytes, fileName: "a.bin") }
        let command = try Self.command(route, redacting: nil)
        #expect(command.hasPrefix("printf %s '\(bytes.base64EncodedString())' | base64 --decode | curl "))
        #expect(command.hasSuffix(#"-F 'a=@-;type=application/octet-stream;filename="a.bin"'"#))
        let two = Route.form {
            Part("a", "two\nlines")
            Part("b", "two\nlines")
        }
        let text = try Self.command(two)
        #expect(text.contains("-F 'a=<-' # not shown: part 2 of the form (9 bytes)"))
    }

    @Test func theCommandStatesPartsThatItDoesNotShow() throws {
        let route = Route.form {
            Part("image", data: Data([0, 1, 0xFF]), fileName: "\(canary).png")
            Part("s", stream: BodyStream("abc", length: 3))
            Part("a=b", 1)
            Part("large", data: Data(count: (1 << 20) + 1), fileName: "a.txt")
        }
        let command = try Self.command(route)
        #expect(
            command.hasSuffix(
                "# not shown: part 1 of the form (3 bytes of image/png), part 2 of the form (a stream of 3 bytes),"
                    + " part 3 of the form (1 bytes), part 4 of the form (1048577 bytes of text/plain)"))
        #expect(!command.contains("CANARY"))
    }

    @Test func secretsAreHidden() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Data(count: 2), as: "\(canary)-0123456789.txt")
        let route = Route.form {
            Part("password", "\(canary)-0123456789")
            Part("secret", data: Data(canary.utf8), fileName: "key.txt")
            Part("meta", json: ["token": canary])
            Part("file", file: file)
            Part("a", 1).header("Authorization", "Bearer \(canary)")
        }
        let command = try Self.command(route)
        #expect(!command.contains("CANARY"), "\(command)")
        #expect(command.contains("-F 'password=REDACTED'") && command.contains("REDACTED.txt"))
        #expect(try Self.command(route, redacting: nil).contains("password=CANARY"))
    }

    @Test func partsBeyondTheBoundsAreCounted() throws {
        let many = Route.form { for index in 0..<257 { Part("n\(index)", index) } }
        #expect(try Self.command(many).hasSuffix(" # not shown: 1 parts of the form"))
        #expect(try Self.options(many, redacting: nil).count == 257)
        let large = Route.form {
            Part("a", String(repeating: "a", count: 1 << 20))
            Part("b", "x")
        }
        let command = try Self.command(large)
        #expect(command.contains("-F 'a=aaa") && command.hasSuffix(" # not shown: part 2 of the form (1 bytes)"))
    }

    @Test func aSecretThatAHeaderOfAPartRepeatsIsHidden() throws {
        let command = try Self.command(
            .form {
                Part("password", "\(canary)-0123456789")
                Part("a", 1).header("X-Echo", "as \(canary)-0123456789")
            })
        #expect(!command.contains("CANARY") && command.contains("X-Echo: as REDACTED"))
    }
}
