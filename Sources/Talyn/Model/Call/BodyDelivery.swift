/// The form in which a response's body is delivered.
public enum BodyDelivery: Sendable, Hashable {
    /// Complete and in memory: `Body.data`.
    case data
    /// Written to this file for a status code of 200 to 299: `Body.file`. Otherwise in memory, so that errors keep
    /// their body.
    case file(URL)
    /// In chunks, as the reader requests them: `Body.stream`.
    case stream
}
