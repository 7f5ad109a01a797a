package import Talyn

/// The API of most tests.
package enum GitHub: RoutedTarget, Equatable {
    case zen
    case user(String)
    case repositories(of: String, page: Int)
    case createIssue(owner: String, repo: String, NewIssue)

    package var baseURL: URL { Self.host }
    package static let host = URL(string: "https://api.github.com")!

    package var route: Route {
        switch self {
        case .zen: .get("zen")
        case .user(let login): .get("users/\(login)")
        case .repositories(let login, let page): .get("users/\(login)/repos").query(["page": page, "per_page": 50])
        case .createIssue(let owner, let repo, let issue): .post("repos/\(owner)/\(repo)/issues").json(issue)
        }
    }
}

package struct NewIssue: Codable, Sendable, Equatable {
    package var title: String

    package init(title: String) { self.title = title }
}

package struct User: Codable, Sendable, Equatable {
    package var login: String
    package var id: Int

    package init(login: String, id: Int) {
        self.login = login
        self.id = id
    }

    package static let octocat = User(login: "octocat", id: 1)
}

extension Call where Target == GitHub, Value == User {
    package static func user(_ login: String) -> Self { Self(.user(login)) }
}
