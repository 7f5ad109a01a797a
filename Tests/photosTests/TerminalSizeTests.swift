import Testing

@testable import photos

struct TerminalSizeTests {
    @Test(arguments: ["1", "132"])
    func columnsVariableWinsOverTheWindow(text: String) {
        #expect(TerminalSize.columns(environment: ["COLUMNS": text], window: { 100 }) == Int(text))
    }

    @Test(arguments: [nil, "", "0", "-5", "wide", "80.5", "99999999999999999999"])
    func windowCountsWhereTheVariableIsNoPositiveInteger(text: String?) {
        #expect(TerminalSize.columns(environment: text.map { ["COLUMNS": $0] } ?? [:], window: { 100 }) == 100)
    }

    @Test func eightyColumnsWhereThereIsNoWindow() {
        #expect(TerminalSize.columns(environment: [:], window: { nil }) == 80)
    }
}
