/// A type whose every textual form is its `description`, which shows no secret.
///
/// `print`, string interpolation, `debugPrint` and `dump` show the same text. Adopt it for a type of yours that holds a
/// credential or a payload.
///
/// `Sendable`, so that no conformance is isolated to an actor (SE-0470): `print` would not see that elsewhere, and show
/// everything. In a module that is isolated to the main actor, adopt it where the type is declared.
public protocol RedactedStringConvertible: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{}

extension RedactedStringConvertible {
    /// Equal to `description`.
    public var debugDescription: String { description }

    /// A mirror whose only child is `description`, so that `dump` shows no stored property.
    public var customMirror: Mirror { redactedMirror(of: self) }
}

/// One function for all types: as a generic one it would be compiled for each of them.
private func redactedMirror(of subject: any RedactedStringConvertible) -> Mirror {
    Mirror(subject, children: ["description": subject.description])
}
