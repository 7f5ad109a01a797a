// Declarations that never compile, and say what to write: for values whose type is lost, as a literal of mixed values
// within another is a `[String: Any]`, and for other libraries' names.
extension HTTPTask {
    @available(
        *, unavailable,
        message: "a value is not QueryConvertible; mixed ones need 'as QueryItems', 'as JSONValue' or QueryItems(_:)"
    )
    @_disfavoredOverload
    public static func query(_ parameters: [String: Any]) -> HTTPTask { HTTPTask() }

    @available(
        *, unavailable,
        message: "a value is not QueryConvertible; mixed ones need 'as QueryItems', 'as JSONValue' or QueryItems(_:)"
    )
    @_disfavoredOverload
    public static func json(_ parameters: [String: Any]) -> HTTPTask { HTTPTask() }

    @available(
        *, unavailable,
        message: "a value is not QueryConvertible; mixed ones need 'as QueryItems', 'as JSONValue' or QueryItems(_:)"
    )
    @_disfavoredOverload
    public static func form(_ parameters: [String: Any]) -> HTTPTask { HTTPTask() }
}

extension Route {
    @available(
        *, unavailable,
        message: "a value is not QueryConvertible; mixed ones need 'as QueryItems', 'as JSONValue' or QueryItems(_:)"
    )
    @_disfavoredOverload
    public consuming func query(_ parameters: [String: Any]) -> Route { self }

    @available(
        *, unavailable,
        message: "a value is not QueryConvertible; mixed ones need 'as QueryItems', 'as JSONValue' or QueryItems(_:)"
    )
    @_disfavoredOverload
    public consuming func json(_ parameters: [String: Any]) -> Route { self }

    @available(
        *, unavailable,
        message: "a value is not QueryConvertible; mixed ones need 'as QueryItems', 'as JSONValue' or QueryItems(_:)"
    )
    @_disfavoredOverload
    public consuming func form(_ parameters: [String: Any]) -> Route { self }

    /// Not available: a body says its format.
    @available(*, unavailable, message: "write '.json(value)', '.form(…)', '.text(…)' or '.data(…)'")
    @_disfavoredOverload
    public consuming func body(_ value: Any) -> Route { self }

    /// Not available: codes are a validation.
    @available(*, unavailable, message: "write '.validate(.codes(200...299))' or '.validate(.customCodes([200, 404]))'")
    public consuming func validate(_ codes: some Sequence<Int>) -> Route { self }

    /// Not available: codes are a validation.
    @available(*, unavailable, message: "write '.validate(.codes(200...299))' or '.validate(.customCodes([200, 404]))'")
    public consuming func validate(statusCode: some Sequence<Int>) -> Route { self }
}
