import Testing

@testable import Talyn

/// The messages of the system's log, which cuts off what is longer than a kilobyte.
@Suite struct LoggerPluginOSTests {
    @Test(arguments: [0, 1, 998, 999])
    func aShortTextIsOneMessage(length: Int) {
        let text = String(repeating: "a", count: length)
        #expect(LoggerPlugin.messages(of: text) == [text])
        let lines = String(repeating: "\n", count: length)
        #expect(LoggerPlugin.messages(of: lines) == [lines])
    }

    @Test(arguments: [
        [String(repeating: "a", count: 999), "b"], ["a", String(repeating: "b", count: 999)],
        [String(repeating: "a", count: 999), String(repeating: "b", count: 999), ""],
        [String(repeating: "a", count: 500) + "\r", String(repeating: "é", count: 499)],
        ["", String(repeating: "a", count: 999)],
    ])
    func aLongTextIsDividedAtLineEnds(lines: [String]) {
        #expect(LoggerPlugin.messages(of: lines.joined(separator: "\n")) == lines)
    }

    @Test func linesShareAMessage() {
        let lines = (0..<300).map { "line \($0) " + String(repeating: "x", count: $0 % 70) }
        let text = lines.joined(separator: "\n")
        let messages = LoggerPlugin.messages(of: text)
        #expect(messages.joined(separator: "\n") == text)
        #expect(messages.dropLast().allSatisfy { 900..<1_000 ~= $0.utf8.count })
    }

    @Test(arguments: ["a", "é", "€", "😀", "a\u{301}", "👨‍👩‍👧", "é€"])
    func aLongLineIsDividedBetweenScalars(character: String) {
        for prefix in ["", "x", "xy", "xyz"] {
            let text = prefix + String(repeating: character, count: 2_000)
            let messages = LoggerPlugin.messages(of: text)
            #expect(messages.joined() == text)
            #expect(messages.dropLast().allSatisfy { 996..<1_000 ~= $0.utf8.count })
            #expect(!messages.contains { $0.unicodeScalars.contains("\u{FFFD}") })
        }
    }
}
