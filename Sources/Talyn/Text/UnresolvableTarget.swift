/// An error for a target that cannot become a request. Its reason is a sentence without values.
package struct UnresolvableTarget: Error {
    let reason: String
    /// The code of a file that cannot be read; nil for another reason.
    var file: URLError.Code?

    /// Returns a reason without values for any error of the first step.
    package static func reason(of error: any Error) -> String {
        switch error {
        case let error as UnresolvableTarget: return error.reason
        case EncodingError.invalidValue(_, let context):
            if let known = context.underlyingError as? UnresolvableTarget { return known.reason }
            let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
            let place = path.isEmpty ? "" : " at \(path.joined(separator: "."))"
            return "a value cannot be encoded\(place)"
        default: return "the body or query cannot be encoded: \(type(of: error))"
        }
    }
}

extension EncodingError {
    /// The error of a value that cannot be sent, with a reason without values. It holds the type in place of the value.
    static func unresolvable(_ type: Any.Type, _ reason: String) -> EncodingError {
        .invalidValue(
            type, .init(codingPath: [], debugDescription: reason, underlyingError: UnresolvableTarget(reason: reason)))
    }
}
