// expect: value of optional type 'Int?' must be unwrapped
import Talyn

func path(of id: Int?) -> URLPath {
    "users/\(id, name: "id")/repos"
}
