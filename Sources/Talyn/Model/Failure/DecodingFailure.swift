public import Foundation

/// The reason that a body could not be decoded: where, what was expected, what was found.
///
/// ```text
/// items[3].author_id: expected String, found null
/// ```
/// A body may contain secrets, so descriptions, `dump` and ``reason`` contain keys of the path and kinds of values, but
/// no values. Keys that are data are hidden as well: those of dictionaries, and those that look like an address or a
/// number. Only ``excerpt`` contains them, on request.
public struct DecodingFailure: Error, Sendable {
    /// The path in the document where decoding failed, such as `items[3].author_id`; empty at the root.
    ///
    /// Keys are named as in the model, which a key decoding strategy may name differently from the document. A key is
    /// `[…]` if no enum case declares it, as in a dictionary, because such keys are data.
    public internal(set) var path: String
    /// The expected type: the name of a type such as `Int`, or `object` or `array`; nil when not known.
    public internal(set) var expected: String?

    /// The kind of JSON value found: `null`, `boolean`, `integer`, `number`, `string`, `array` or `object`; `nothing`
    /// if the key or element is missing; nil if unknown.
    public internal(set) var found: String?
    /// A sentence that says what went wrong, without values from the body.
    public internal(set) var reason: String

    /// The part of the body that failed, at most 120 characters; nil if there is none.
    ///
    /// It may contain secrets and is in no description: log it only if the body may be logged.
    public internal(set) var excerpt: String?

    /// Makes a failure by hand, without an excerpt. `reason` is logged, so it must not quote the body;
    /// `path` is the position in the document, such as `items[3].id`, and empty for the root. `expected` and `found`
    /// are the type and the kind of value; default: nil.
    public init(reason: String, path: String = "", expected: String? = nil, found: String? = nil) {
        (self.path, self.expected, self.found, self.reason) = (path, expected, found, reason)
    }

    /// Makes a failure of the error that decoding a body threw.
    ///
    /// The text of a `DecodingError` is not used, because it may quote the body ("invalid String value hunter2").
    /// The body, `data`, is parsed once more as JSON for what was found; `contentType` names its charset. A
    /// `DecodingFailure` is returned unchanged; of errors of other types only the type is used.
    public init(_ error: any Error, data: Data, contentType: String?) {
        if let failure = error as? DecodingFailure {
            self = failure
            return
        }
        let body = InspectedBody(data, contentType: contentType)
        switch error {
        case let error as DecodingError: self.init(error, in: body)
        case TextDecoding.Failure.unknownCharset(let name):
            self.init(reason: "the charset \"\(JSONValue.label(name))\" is not known", in: body)
        case TextDecoding.Failure.notText(let name):
            self.init(reason: "the body is not text in the charset \"\(JSONValue.label(name))\"", in: body)
        default: self.init(reason: "decoding threw an error of the type \(type(of: error))", in: body)
        }
    }

    /// Makes a failure at the root.
    init(reason: String, in body: InspectedBody) {
        self.init(reason: reason)
        excerpt = body.excerpt(nil)
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
        let prefix = path.isEmpty ? "" : "\(path): "
        guard let summary, !reason.hasPrefix(bytes: summary) else { return prefix + reason }
        return "\(prefix)\(summary) (\(reason))"
    }

    /// The expectation and the finding; nil without an expectation.
    var summary: String? { expected.map { "expected \($0)" + (found.map { ", found \($0)" } ?? "") } }
}
