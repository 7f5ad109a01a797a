import Foundation

/// A property of Talyn that holds for every input.
struct FuzzTarget: Sendable {
    /// The value of `TALYN_FUZZ_TARGET` that chooses it.
    let name: String
    /// Initial inputs: those that byte mutations hardly find.
    let seeds: [[UInt8]]
    /// Checks one input. A failed property ends the process.
    let check: @Sendable (FuzzInput) -> Void

    init(_ name: String, seeds: [[UInt8]], _ check: @escaping @Sendable (FuzzInput) -> Void) {
        self.name = name
        self.seeds = seeds
        self.check = check
    }

    init(_ name: String, seeds: [String], _ check: @escaping @Sendable (FuzzInput) -> Void) {
        self.init(name, seeds: seeds.map { Array($0.utf8) }, check)
    }

    static let all: [FuzzTarget] = [
        .json, .text, .challenge, .retryAfter, .cookies, .links, .redirect, .redaction, .curl, .har, .query, .path,
        .cassette, .yaml,
    ]
}

/// One input: bytes, or fields separated by the byte 0xFF, which does not occur in UTF-8.
struct FuzzInput {
    let bytes: [UInt8]

    /// The bytes as UTF-8; invalid bytes become U+FFFD.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns the fields as texts, padded with empty ones.
    func fields(_ count: Int) -> [String] {
        let parts = bytes.split(separator: 0xFF, maxSplits: count - 1, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        return parts + [String](repeating: "", count: max(0, count - parts.count))
    }

    /// All fields as texts.
    var fields: [String] {
        bytes.split(separator: 0xFF, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A number derived from the bytes, for a reproducible choice.
    var number: Int { Int(bytes.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 } >> 1) }
}

/// Returns a seed with several fields.
func fields(_ fields: String...) -> [UInt8] { Array(fields.map { Array($0.utf8) }.joined(separator: [0xFF])) }

/// Ends the process if a property fails, after printing the property and the input.
func require(
    _ holds: Bool, _ property: @autoclosure () -> String, _ detail: @autoclosure () -> Any = "",
    file: StaticString = #file, line: UInt = #line
) {
    if holds { return }
    fatalError("property: \(property())\n\(String(reflecting: detail()))", file: file, line: line)
}
