import Foundation

@testable import Talyn

extension FuzzTarget {
    /// A shell parses the command into the intended words, and expands nothing.
    static let curl = FuzzTarget(
        "curl",
        seeds: [
            fields("GET", "a", "b", "X-A", "it's", ""),
            fields("POST", "$(id)", "`id`", "X-B", "\\", "{\"a\":\"it's\"}"),
            fields("P!T", "a'b", "c;d", "X-C", "", "a\nb"),
            fields("PUT", "[a]", "{b}", "X", "'\u{301}", "'\u{301}'\u{200D}'\u{FE0F}"),
            fields("A*", "~", "#", "Content-Type", "$HOME", "\0\u{1}"),
            fields("DELETE", "", "", "x'y", "a\u{301}'", "'"),
            fields("HEAD", "a", "b", "Authorization", "Bearer secret'", ""),
            fields("$X", "%27", "!!", "!$&'*", "\"", "\u{2028}"),
            [0x50, 0xFF, 0xFF, 0xFF, 0x58, 0xFF, 0xFF, 0xC3, 0x28],
        ]
    ) { input in
        let parts = input.fields(6)
        guard let url = URL(string: "https://h.example/\(parts[1])?\(parts[2])") else { return }
        var endpoint = Endpoint(HTTPMethod(rawValue: parts[0]), url: url)
        endpoint.headers = [parts[3]: parts[4], "Accept": "*/*"]
        if !parts[5].isEmpty {
            endpoint.body = .data(
                Data(input.bytes.split(separator: 0xFF, maxSplits: 5, omittingEmptySubsequences: false)[5]))
        }
        guard endpoint.problem == nil else { return }
        let command = endpoint.curlCommand(redacting: nil)
        let words = CURLProperties.words(of: command)
        require(words != nil, "a command has only words, and nothing that a shell expands", command)
        if let words { CURLProperties.check(words, endpoint, command) }
        let redacted = endpoint.curlCommand()
        // A body that redaction does not read is replaced by a comment at the end.
        let comment = redacted.range(of: " # not shown: ", options: .backwards)
        let shown =
            CURLProperties.words(of: redacted)
            ?? comment.flatMap { CURLProperties.words(of: String(redacted[..<$0.lowerBound])) }
        require(shown != nil, "a redacted command has only words, and perhaps a comment", redacted)
        if input.number % 256 == 0 { CURLProperties.checkShell(command) }
    }
}

private enum CURLProperties {
    static func check(_ words: [String], _ endpoint: Endpoint, _ command: String) {
        var words = words
        var body = Data()
        if case .data(let data) = endpoint.body { body = data }
        if words.first == "printf" {
            let sent = words.count > 6 ? Data(base64Encoded: words[2]) : nil
            require(
                sent == body && words[1] == "%s" && Array(words[3...6]) == ["|", "base64", "--decode", "|"],
                "base64 is the body", command)
            words.removeFirst(7)
            require(words.suffix(2) == ["--data-binary", "@-"], "curl reads base64", command)
            words.removeLast(2)
        } else if !body.isEmpty {
            let sent = words.suffix(2)
            require(
                sent.first == "--data-raw" && sent.last.map { Data($0.utf8) } == body, "the word is the body",
                (command, words))
            words.removeLast(2)
        }
        require(words.first == "curl", "the command is curl", command)
        words.removeFirst()
        if endpoint.method == .head {
            require(words.first == "--head", "HEAD is --head", command)
            words.removeFirst()
        } else if endpoint.method != .get || !endpoint.body.isEmpty {
            require(
                words.first == "-X" && Texts.isSame(words[1], endpoint.method.rawValue), "-X is the method",
                (command, words))
            words.removeFirst(2)
        }
        let globs = endpoint.url.absoluteString.utf8.contains { "[]{}".utf8.contains($0) }
        if globs { require(words.removeFirst() == "--globoff", "brackets are no globs", command) }
        require(Texts.isSame(words.removeFirst(), endpoint.url.absoluteString), "the word is the URL", (command, words))
        // A value of blanks is sent as an empty one.
        var expected = endpoint.headers.map { field in
            let isEmpty = field.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
            return isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
        }
        if !endpoint.body.isEmpty, !endpoint.headers.contains("Content-Type") {
            expected.append(endpoint.method == .post ? "Content-Type: application/octet-stream" : "Content-Type:")
        }
        let wantsLength = endpoint.body.isEmpty && [.post, .put, .patch].contains(endpoint.method)
        if wantsLength, !endpoint.headers.contains("Content-Length") { expected.append("Content-Length: 0") }
        let options = stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }
        require(
            words.count == expected.count * 2 && options.allSatisfy { $0.0 == "-H" }, "the rest are headers",
            (command, words))
        let isSame = Set(options.map { Data($0.1.utf8) }) == Set(expected.map { Data($0.utf8) })
        require(isSame, "the words are the headers", (command, expected))
    }

    /// Returns the words of a POSIX shell, with pipes as words; nil if the command contains an expansion or a line end.
    static func words(of command: String) -> [String]? {
        var words: [[UInt8]] = []
        var word: [UInt8]?
        var rest = Array(command.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "'"):
                guard let end = rest.firstIndex(of: byte) else { return nil }
                word = (word ?? []) + rest[..<end]
                rest = rest[(end + 1)...]
            case UInt8(ascii: "\\"):
                guard let next = rest.popFirst() else { return nil }
                if next != 0x0A { word = (word ?? []) + [next] }
            case 0x20, UInt8(ascii: "|"):
                if let word { words.append(word) }
                word = nil
                if byte != 0x20 { words.append([byte]) }
            case _ where Texts.isAlphanumeric(byte) || "-_./@%=+,:".utf8.contains(byte): word = (word ?? []) + [byte]
            default: return nil
            }
        }
        if let word { words.append(word) }
        return words.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Compares with the words that `sh` itself finds, with a function instead of curl.
    static func checkShell(_ command: String) {
        let pieces = (words(of: command) ?? []).split(separator: "curl", maxSplits: 1, omittingEmptySubsequences: false)
        guard let expected = pieces.last, let pipe = popen("curl() { printf '%s\\n' \"$@\"; }; " + command, "r") else {
            return
        }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while feof(pipe) == 0 {
            // libFuzzer's timer interrupts it.
            clearerr(pipe)
            output += buffer[..<fread(&buffer, 1, buffer.count, pipe)]
        }
        pclose(pipe)
        let lines = Array((expected.joined(separator: "\n") + "\n").utf8)
        require(output == lines, "sh reads the same words", (command, String(decoding: output, as: UTF8.self)))
    }
}
