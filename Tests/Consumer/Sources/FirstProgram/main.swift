import Talyn

enum GitHub: RoutedTarget, Equatable {
    case zen
    case user(String)

    var baseURL: URL { Self.host }
    static let host = URL(string: "https://api.github.com")!

    var route: Route {
        switch self {
        case .zen: .get("zen")
        case .user(let login): .get("users/\(login)")  // escaped as one path segment
        }
    }
}

nonisolated struct User: Decodable {
    let login: String
    let id: Int
}

let github = Provider<GitHub>()
do {
    let user = try await github.request(.user("octocat"), as: User.self)
    print(user.login, user.id)
} catch {
    print(error)  // a MyAPIError, the default error type
}
