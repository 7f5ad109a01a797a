/// Secrets in the paths of services that many call.
extension Redactor {
    /// Whether a segment is the last of Slack's `/services/T…/B…/…` or of Discord's `/api/webhooks/<id>/…`.
    static func isWebhookSecret(
        _ segment: ArraySlice<UInt8>, after path: ArraySlice<ArraySlice<UInt8>>
    ) -> Bool {
        let before = Array(path.suffix(4).reversed())
        guard before.count >= 3 else { return false }
        if before[2].elementsEqual("services".utf8) {
            return isSlackID(before[1], UInt8(ascii: "T")) && isSlackID(before[0], UInt8(ascii: "B"))
        }
        // Others have webhooks with an identifier too, and what follows is the name of something.
        let looksRandom = segment.count >= 32 || segment.count >= 8 && segment.contains(where: \.isDigit)
        guard looksRandom, before[1].elementsEqual("webhooks".utf8), before[0].allSatisfy(\.isDigit) else {
            return false
        }
        let isVersioned = before.count == 4 && before[3].elementsEqual("api".utf8)
        return before[2].elementsEqual("api".utf8) || isVersioned && before[2].first == UInt8(ascii: "v")
    }

    private static func isSlackID(_ segment: ArraySlice<UInt8>, _ letter: UInt8) -> Bool {
        segment.count > 1 && segment.first == letter && segment.allSatisfy { $0.isUpper || $0.isDigit }
    }

    /// Hides the secret of a segment like Telegram's `bot<digits>:<secret>`.
    mutating func hideBotToken(_ segment: ArraySlice<UInt8>) {
        guard segment.hasPrefix(bytes: "bot", ignoringCase: true) else { return }
        let digits = segment.dropFirst(3).prefix(while: \.isDigit)
        let colon = digits.endIndex
        guard !digits.isEmpty, colon < segment.endIndex, segment[colon] == 0x3A else { return }
        hide(colon + 1..<segment.endIndex, in: segment)
    }
}
