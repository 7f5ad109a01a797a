// expect: cannot convert value of type 'String' to expected argument type 'URLPath'
import Talyn

func route(of login: String) -> Route {
    let path = "users/" + login
    return .get(path)
}
