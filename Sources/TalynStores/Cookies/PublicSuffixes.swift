internal import Foundation
internal import Talyn

/// The domains in which anybody registers names, such as `co.uk`: a response from `a.co.uk` must not set a cookie for
/// all of them.
///
/// The library carries no list, because it ages with the app. Without one, a jar refuses domains of a single label,
/// such as `com`; a list refuses the others as well.
///
/// ```swift
/// let suffixes = PublicSuffixes(try String(contentsOf: listURL, encoding: .utf8))  // publicsuffix.org
/// let jar = CookieJar(publicSuffixes: suffixes)
/// ```
public struct PublicSuffixes: Sendable {
    private var rules: Set<String> = []
    /// The rules that begin with `*.`, without that.
    private var wildcards: Set<String> = []
    /// The rules that begin with `!`, without that.
    private var exceptions: Set<String> = []

    /// Reads a list in the format of publicsuffix.org: a rule a line, comments after `//`. Rules in another script
    /// count in the form in which hosts are sent, such as `xn--p1ai`.
    public init(_ list: String) {
        for line in list.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let word = String(decoding: line.prefix { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self)
            if word.isEmpty || word.hasPrefix(bytes: "//") { continue }
            if word.hasPrefix(bytes: "!") {
                exceptions.insert(Self.ascii(String(word.dropFirst())))
            } else if word.hasPrefix(bytes: "*.") {
                wildcards.insert(Self.ascii(String(word.dropFirst(2))))
            } else {
                rules.insert(Self.ascii(word))
            }
        }
    }

    /// Returns whether a domain is a public suffix. One that no rule names is if it has a single label: the rule `*`.
    public func contains(_ domain: String) -> Bool {
        let domain = Self.ascii(domain)
        if exceptions.contains(domain) { return false }
        guard let rest = domain.cut(atBytes: ".")?.tail else { return true }
        return rules.contains(domain) || wildcards.contains(String(rest))
    }

    /// Returns the name in ASCII: its labels in Punycode (RFC 3492), if they are not.
    private static func ascii(_ name: String) -> String {
        if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.asciiLowercased }
        let name = name.lowercased()
        return name.split(atBytes: ".").map { label in
            label.utf8.allSatisfy { $0 < 0x80 } ? String(label) : "xn--" + punycode(Array(label.unicodeScalars))
        }.joined(separator: ".")
    }

    private static func punycode(_ scalars: [Unicode.Scalar]) -> String {
        var output = scalars.filter(\.isASCII).map { UInt8(ascii: $0) }
        let basic = output.count
        if basic > 0 { output.append(UInt8(ascii: "-")) }
        var (code, delta, bias, handled): (UInt64, UInt64, UInt64, UInt64) = (128, 0, 72, UInt64(basic))
        while handled < UInt64(scalars.count) {
            let next = scalars.reduce(UInt64.max) { $1.value >= code ? min($0, UInt64($1.value)) : $0 }
            delta += (next - code) * (handled + 1)
            code = next
            for scalar in scalars {
                if scalar.value < code { delta += 1 }
                if scalar.value != code { continue }
                var (rest, k): (UInt64, UInt64) = (delta, 36)
                while true {
                    let threshold = k <= bias ? 1 : min(k - bias, 26)
                    if rest < threshold { break }
                    output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
                    rest = (rest - threshold) / (36 - threshold)
                    k += 36
                }
                output.append(digit(rest))
                bias = adapted(delta, handled + 1, isFirst: handled == UInt64(basic))
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func digit(_ value: UInt64) -> UInt8 { UInt8(value < 26 ? value + 97 : value + 22) }

    private static func adapted(_ delta: UInt64, _ points: UInt64, isFirst: Bool) -> UInt64 {
        var (delta, k): (UInt64, UInt64) = (isFirst ? delta / 700 : delta / 2, 0)
        delta += delta / points
        while delta > 455 {
            delta /= 35
            k += 36
        }
        return k + 36 * delta / (delta + 38)
    }
}
