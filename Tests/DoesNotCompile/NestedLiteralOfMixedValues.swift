// expect: a value is not QueryConvertible; mixed ones need 'as QueryItems', 'as JSONValue' or QueryItems(_:)
import Talyn

func task(title: String) -> HTTPTask {
    .json(["a": title, "b": ["x", nil, ["c": true]]])
}
