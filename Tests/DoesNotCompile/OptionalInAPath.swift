// expect: value of optional type 'String?' must be unwrapped
import Talyn

func path(of login: String?) -> URLPath {
    "users/\(login)/repos"
}
