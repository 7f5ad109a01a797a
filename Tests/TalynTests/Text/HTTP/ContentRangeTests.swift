import Testing

@testable import Talyn

@Suite struct ContentRangeTests {
    @Test(
        arguments: [
            ("bytes 0-0/1", 0...0, 1), ("bytes 5-9/10", 5...9, 10), ("BYTES  5-9 / 10", nil, nil),
            ("bytes 5-9/*", 5...9, nil),
            ("bytes */10", nil, 10), ("bytes 0-9223372036854775806/*", 0...9_223_372_036_854_775_806, nil),
        ] as [(String, ClosedRange<Int64>?, Int64?)])
    func aRangeIsRead(value: String, bytes: ClosedRange<Int64>?, length: Int64?) {
        let range = ContentRange(["Content-Range": value])
        #expect(range?.bytes == bytes && range?.length == length)
    }

    @Test(arguments: [
        "", "bytes", "bytes 5-9", "items 5-9/10", "bytes 9-5/10", "bytes 5-10/10", "bytes */*", "bytes -5/10",
        "bytes 5-/10", "bytes +5-9/10", "bytes 5-9/-1", "bytes 5-9223372036854775807/*",
        "bytes 5-99999999999999999999/*", "bytes 5\u{301}-9/10",
    ])
    func anInvalidOneIsNone(value: String) { #expect(ContentRange(["Content-Range": value]) == nil) }

    @Test func thereIsNoneWithoutTheField() { #expect(ContentRange(HTTPHeaders()) == nil) }
}
