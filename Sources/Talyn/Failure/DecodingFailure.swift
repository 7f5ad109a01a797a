public import Foundation

/// The reason that a body could not be decoded: where, what was expected, what was found.
///
/// ```text
/// items[3].author_id: expected String, found null
/// ```
/// A body may contain secrets, so descriptions, `dump` and ``reason`` contain keys and kinds of values, but no values.
/// Keys that are data are hidden as well: those of dictionaries, and those that look like an address or a number. Only
/// ``excerpt`` contains them, on request.
public struct DecodingFailure: Error, Sendable {
    /// The path in the document where decoding failed, such as `items[3].author_id`; empty at the root.
    ///
    /// Keys are named as in the model, which a key decoding strategy may name differently from the document. A key is
    /// `[…]` if no enum case declares it, as in a dictionary, because such keys are data.
    public let path: String

    /// The expected type: the name of a type such as `Int`, or `object` or `array`; nil when not known.
    public let expected: String?

    /// The kind of JSON value found: `null`, `boolean`, `integer`, `number`, `string`, `array`, or `object with keys
    /// id, name` with at most ten keys; `nothing` if the key or element is missing; nil if unknown.
    public let found: String?

    /// A sentence that says what went wrong, without values from the body.
    public let reason: String

    /// The `Content-Type` of the body; nil if it had none or the failure was made by hand.
    public let contentType: String?

    /// The part of the body that failed, at most 120 characters; nil if there is none.
    ///
    /// It may contain secrets and is in no description: log it only if the body may be logged.
    public let excerpt: String?

    /// Makes a failure by hand, without excerpt and content type.
    /// - Parameters:
    ///   - reason: The problem. It is logged, so it must not quote the body.
    ///   - path: The position in the document, such as `items[3].id`. Default: the root.
    ///   - expected: The expected type. Default: nil.
    ///   - found: The kind of value found. Default: nil.
    public init(reason: String, path: String = "", expected: String? = nil, found: String? = nil) {
        (self.path, self.expected, self.found, self.reason) = (path, expected, found, reason)
        (contentType, excerpt) = (nil, nil)
    }

    /// Makes a failure of the error that decoding a body threw.
    ///
    /// The text of a `DecodingError` is not used, because it may quote the body ("invalid String value hunter2").
    /// Missing information is looked up in the body, which is parsed once more as JSON.
    /// - Parameters:
    ///   - error: A `DecodingError`; a charset error; a `DecodingFailure`, which is returned unchanged; or any other
    ///     error, of which only the type is used.
    ///   - data: The body.
    ///   - contentType: Its `Content-Type`, if any.
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
    /// Equal if path, expectation, finding and reason are; the body is ignored.
    public static func == (left: DecodingFailure, right: DecodingFailure) -> Bool {
        (left.path, left.expected, left.found, left.reason) == (right.path, right.expected, right.found, right.reason)
    }
}

extension DecodingFailure: RedactedStringConvertible {
    /// The failure on one line, such as `items[3].author_id: expected String, found null`, without values.
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
