// expect: unwrap an Optional
import Talyn

func path(of id: Int?) -> URLPath {
    "users/\(id, name: "id")/repos"
}
