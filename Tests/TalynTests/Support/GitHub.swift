import Foundation

@testable import Talyn

/// The API that most tests call.
enum GitHub: RoutedTarget, Equatable {
    case zen
    case user(String)
    case repositories(of: String, page: Int)
    case createIssue(owner: String, repo: String, NewIssue)

    var baseURL: URL { Self.host }
    static let host = URL(string: "https://api.github.com")!

    var route: Route {
        switch self {
        case .zen: .get("zen")
        case .user(let login): .get("users/\(login)")
        case .repositories(let login, let page): .get("users/\(login)/repos").query(["page": page, "per_page": 50])
        case .createIssue(let owner, let repo, let issue): .post("repos/\(owner)/\(repo)/issues").json(issue)
        }
    }
}

struct NewIssue: Codable, Sendable, Equatable {
    var title: String
}

struct User: Codable, Sendable, Equatable {
    var login: String
    var id: Int

    static let octocat = User(login: "octocat", id: 1)
}

extension Call where Target == GitHub, Value == User {
    static func user(_ login: String) -> Self { Self(.user(login)) }
}
