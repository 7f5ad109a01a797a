// expect: for other text write URLPath(text)
import Talyn

func route(of login: String) -> Route {
    let path = "users/" + login
    return .get(path)
}
