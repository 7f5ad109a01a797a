// Declarations that say what to write for values whose type is lost: they never compile.
extension HTTPTask {
    @available(
        *, unavailable,
        message: "mixed values need a type: 'as QueryItems', for a list 'as JSONValue', for a variable QueryItems(_:)"
    )
    @_disfavoredOverload
    public static func query(_ parameters: [String: Any]) -> HTTPTask { HTTPTask() }

    @available(
        *, unavailable,
        message: "mixed values need a type: 'as QueryItems', for a list 'as JSONValue', for a variable QueryItems(_:)"
    )
    @_disfavoredOverload
    public static func json(_ parameters: [String: Any]) -> HTTPTask { HTTPTask() }

    @available(
        *, unavailable,
        message: "mixed values need a type: 'as QueryItems', for a list 'as JSONValue', for a variable QueryItems(_:)"
    )
    @_disfavoredOverload
    public static func json(_ parameters: [Any]) -> HTTPTask { HTTPTask() }

    @available(
        *, unavailable,
        message: "mixed values need a type: 'as QueryItems', for a list 'as JSONValue', for a variable QueryItems(_:)"
    )
    @_disfavoredOverload
    public static func form(_ parameters: [String: Any]) -> HTTPTask { HTTPTask() }
}

extension Route {
    @available(
        *, unavailable,
        message: "mixed values need a type: 'as QueryItems', for a list 'as JSONValue', for a variable QueryItems(_:)"
    )
    @_disfavoredOverload
    public consuming func query(_ parameters: [String: Any]) -> Route { self }

    @available(
        *, unavailable,
        message: "mixed values need a type: 'as QueryItems', for a list 'as JSONValue', for a variable QueryItems(_:)"
    )
    @_disfavoredOverload
    public consuming func json(_ parameters: [String: Any]) -> Route { self }

    @available(
        *, unavailable,
        message: "mixed values need a type: 'as QueryItems', for a list 'as JSONValue', for a variable QueryItems(_:)"
    )
    @_disfavoredOverload
    public consuming func json(_ parameters: [Any]) -> Route { self }

    @available(
        *, unavailable,
        message: "mixed values need a type: 'as QueryItems', for a list 'as JSONValue', for a variable QueryItems(_:)"
    )
    @_disfavoredOverload
    public consuming func form(_ parameters: [String: Any]) -> Route { self }
}
