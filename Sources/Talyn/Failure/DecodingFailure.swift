public import Foundation

/// The reason that a body could not be decoded: where, what was expected, what was found.
///
/// ```text
/// items[3].author_id: expected String, found null
/// ```
/// A body may hold secrets, so descriptions, `dump` and ``reason`` carry keys and kinds of values but no values. A key that is
/// data is not shown either: one of a dictionary, or one that looks like an address or a number. Only ``excerpt`` has
/// them, for whoever asks for it.
public struct DecodingFailure: Error, Sendable {
    /// The path in the document where decoding failed, such as `items[3].author_id`; empty at the root.
    ///
    /// A key stands here as the model names it, which a key decoding strategy may make differ from the document. It is `[…]`
    /// where no case of an enum names it, as in a dictionary: such keys are data.
    public let path: String

    /// The expected type: the name of a type such as `Int`, or `object` or `array`; nil when not known.
    public let expected: String?

    /// The kind of JSON value that is there: `null`, `boolean`, `integer`, `number`, `string`, `array`, or
    /// `object with keys id, name` with ten keys at most; `nothing` when the key or element is missing; nil when it
    /// cannot be told.
    public let found: String?

    /// A sentence that says what went wrong, without values from the body.
    public let reason: String

    /// The `Content-Type` of the body; nil when it came without one or the failure was made by hand.
    public let contentType: String?

    /// The part of the body where it failed, at most 120 characters of it; nil when there is none.
    ///
    /// It may hold secrets and is in no description: log it only where the body may be logged.
    public let excerpt: String?

    /// Makes a failure by hand, with no excerpt and no content type.
    /// - Parameters:
    ///   - reason: What went wrong; it is logged, so it should quote nothing from the body.
    ///   - path: Where in the document, such as `items[3].id`; the root by default.
    ///   - expected: What was wanted there; nil, when that says nothing, by default.
    ///   - found: What is there instead; nil by default.
    public init(reason: String, path: String = "", expected: String? = nil, found: String? = nil) {
        (self.path, self.expected, self.found, self.reason) = (path, expected, found, reason)
        (contentType, excerpt) = (nil, nil)
    }

    /// Explains the error that decoding a body threw.
    ///
    /// The text of a `DecodingError` is not taken over, as it may quote the body ("invalid String value hunter2").
    /// What is not in the error is looked up in the body, which is read once more as JSON for that.
    /// - Parameters:
    ///   - error: A `DecodingError`; a failure to read the body's charset; a `DecodingFailure`, which is taken over; or
    ///     any other error, of which only the type is told.
    ///   - data: The body that was decoded.
    ///   - contentType: Its `Content-Type`, if it had one.
    public init(_ error: any Error, data: Data, contentType: String?) {
        if let failure = error as? DecodingFailure {
            self = failure
            return
        }
        let body = InspectedBody(data, contentType: contentType)
        let finding =
            switch error {
            case let error as DecodingError: DecodingFinding(error, in: body)
            case let error as TextDecoding.Failure: DecodingFinding(error, excerpt: body.excerpt(nil))
            default:
                DecodingFinding(
                    reason: "decoding threw an error of the type \(type(of: error))", excerpt: body.excerpt(nil))
            }
        (path, expected, found) = (finding.path, finding.expected, finding.found)
        (reason, excerpt, self.contentType) = (finding.reason, finding.excerpt, contentType)
    }
}

extension DecodingFailure: Equatable {
    /// Whether path, expectation, finding and reason are the same; the body they came from is left out of account.
    public static func == (left: DecodingFailure, right: DecodingFailure) -> Bool {
        (left.path, left.expected, left.found, left.reason) == (right.path, right.expected, right.found, right.reason)
    }
}

extension DecodingFailure: RedactedStringConvertible {
    /// The failure in one line, such as `items[3].author_id: expected String, found null`, without values.
    public var description: String {
        var text = path.isEmpty ? "" : "\(path): "
        if let expected {
            let summary = Self.summary(expected: expected, found: found)
            text += reason.hasPrefix(bytes: summary) ? reason : "\(summary) (\(reason))"
        } else {
            text += reason
        }
        return text
    }

    /// A mirror without the excerpt, so that `dump` does not show it.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "path": path, "expected": expected as Any, "found": found as Any, "reason": reason,
                "contentType": contentType as Any,
            ])
    }

    static func summary(expected: String, found: String?) -> String {
        "expected \(expected)" + (found.map { ", found \($0)" } ?? "")
    }
}
