// expect: mixed values need a type: 'as QueryItems', for a list 'as JSONValue', for a variable QueryItems(_:)
import Talyn

func task(title: String) -> HTTPTask {
    .json(["a": title, "b": ["x", nil, ["c": true]]])
}
