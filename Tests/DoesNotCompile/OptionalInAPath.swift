// expect: unwrap an Optional
import Talyn

func path(of login: String?) -> URLPath {
    "users/\(login)/repos"
}
