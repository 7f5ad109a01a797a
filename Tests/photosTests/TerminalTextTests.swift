import Testing

@testable import photos

struct TerminalTextTests {
    @Test(arguments: [
        ("plain 갈대밭 👨‍👩‍👧‍👦", "plain 갈대밭 👨‍👩‍👧‍👦"),
        ("two\nlines", "two lines"),
        ("two\r\nlines", "two  lines"),
        ("a\u{1B}[31mred\u{1B}[0m", "a [31mred [0m"),
        ("\u{1B}]0;owned\u{7}title", " ]0;owned title"),
        ("a\u{9B}2Jb", "a 2Jb"),  // the one-byte form of ESC [
        ("photo\u{202E}gpj.exe", "photo gpj.exe"),
        ("a\u{2028}b\u{2029}c\u{85}d\0e\u{7F}", "a b c d e "),
    ])
    func aControlCharacterBecomesASpace(text: String, safe: String) {
        #expect(text.terminalSafe == safe)
    }
}
