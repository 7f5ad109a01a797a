// expect: mixed values need a type: 'as QueryItems', for a list 'as JSONValue', for a variable QueryItems(_:)
import Talyn

func route(parameters: [String: Any]) -> Route {
    .get("issues").query(parameters)
}
