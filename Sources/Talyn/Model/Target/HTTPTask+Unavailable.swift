// Declarations that never compile. They say what to write for values whose type is lost: a literal of mixed values
// within another is a `[String: Any]`.
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
}
