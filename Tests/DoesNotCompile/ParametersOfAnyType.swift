// expect: a value is not QueryConvertible; mixed ones need 'as QueryItems', 'as JSONValue' or QueryItems(_:)
import Talyn

func route(parameters: [String: Any]) -> Route {
    .get("issues").query(parameters)
}
