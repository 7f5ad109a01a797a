/// The builder of a multipart form's parts: each expression is a part, an optional part or a list of parts.
///
/// ```swift
/// .post("reports").multipart {
///     Part("title", title)
///     if let note { Part("note", note) }
///     for photo in photos { Part("photos", file: photo) }
///     moreParts
/// }
/// ```
@resultBuilder public enum PartBuilder {
    /// Returns one part.
    public static func buildExpression(_ part: Part) -> [Part] { [part] }
    /// Returns one part, or none for nil.
    public static func buildExpression(_ part: Part?) -> [Part] { part.map { [$0] } ?? [] }
    /// Returns the parts of a list.
    public static func buildExpression(_ parts: [Part]) -> [Part] { parts }
    /// Returns the parts of all statements, in order.
    public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap { $0 } }
    /// Returns the parts of an `if` without `else`.
    public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }
    /// Returns the parts of an `if`, or of a case of a `switch`.
    public static func buildEither(first parts: [Part]) -> [Part] { parts }
    /// Returns the parts of an `else`, or of a later case of a `switch`.
    public static func buildEither(second parts: [Part]) -> [Part] { parts }
    /// Returns the parts of a `for` loop.
    public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap { $0 } }
    /// Returns the parts of an `if #available`.
    public static func buildLimitedAvailability(_ parts: [Part]) -> [Part] { parts }
}
