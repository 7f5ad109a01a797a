import Testing

@testable import photos

struct TerminalTextTests {
    @Test(arguments: [
        ("", 0),
        ("a", 1),
        ("Mosel, 1974", 11),
        ("é", 1),  // one scalar
        ("e\u{301}", 1),  // two
        ("x\u{335}\u{336}\u{489}", 1),
        ("…", 1),  // ambiguous in UAX #11
        ("a\u{200B}b", 2),  // zero width space
        ("ضباب", 4),
    ])
    func narrowTextTakesAColumnACharacter(text: String, columns: Int) {
        #expect(text.displayWidth == columns)
    }

    @Test(arguments: [
        ("갈대밭", 6),
        ("\u{1100}\u{1161}\u{11A8}", 2),  // 각 as three letters
        ("夕焼け", 6),
        ("か\u{3099}", 2),  // combining voiced sound mark
        ("ＡＢ", 4),  // fullwidth
        ("ｱ", 1),  // halfwidth
        ("𠮷", 2),
        ("「」", 4),
    ])
    func eastAsianWideTextTakesTwoColumnsACharacter(text: String, columns: Int) {
        #expect(text.displayWidth == columns)
    }

    @Test(arguments: [
        "🌅", "☕", "☕\u{FE0F}", "👍🏽", "☝🏽", "🇰🇷", "👨‍👩‍👧‍👦", "👩🏽‍🎨", "🏳️‍🌈", "❤️", "❤️‍🔥", "❤\u{200D}🔥", "1️⃣",
        "👩🏽‍❤️‍💋‍👨🏿", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
    ])
    func oneEmojiTakesTwoColumnsHoweverLongItsSequence(emoji: String) {
        #expect(emoji.count == 1)
        #expect(emoji.displayWidth == 2)
    }

    @Test(arguments: ["❤", "☺", "©", "↔", "7"])
    func aSymbolInTextPresentationTakesOneColumn(symbol: String) {
        #expect(symbol.displayWidth == 1)
    }

    @Test(arguments: [("a\u{FE0F}", 1), ("🇰🇷🇫🇮", 4), ("\u{301}", 0), ("\u{7}", 0)])
    func whatDoesNotJoinAnEmojiCountsForItself(text: String, columns: Int) {
        #expect(text.displayWidth == columns)
    }

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
    func whatATerminalWouldObeyBecomesASpace(text: String, safe: String) {
        #expect(text.terminalSafe == safe)
    }
}
