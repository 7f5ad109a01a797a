import Talyn
import TalynStubs

enum MainActorModulesSamples {
    nonisolated enum Users {
        case get(String)

        var route: Route {
            switch self {
            case .get(let login): .get("users/\(login)")
            }
        }
    }

    enum Hub: RoutedTarget {
        case users(Users)
        var baseURL: URL { GitHub.host }
        var route: Route {
            switch self {
            case .users(let users): users.route
            }
        }
    }

    final class Profile {
        let github = Provider<GitHub>()
        var user: User?
        var message = ""

        func load() async {
            do throws(MyAPIError) {
                user = try await github.request(.user("octocat"), as: User.self)
            } catch {
                message = error.isNoNetwork ? "No network" : "\(error)"
            }
        }
    }

    static func run() async throws {
        guard try Provider<Hub>().endpoint(.users(.get("x"))).url.path == "/users/x" else { fail("helpers") }
        let stubs = StubTransport()
        stubs.on(
            GitHub.user("octocat"),
            .sequence([.json(#"{"login": "octocat", "id": 1}"#), .failure(.notConnectedToInternet)]))
        let profile = Profile()
        await withStubs(stubs) {
            await profile.load()
            await profile.load()
        }
        guard profile.user?.login == "octocat", profile.message == "No network" else { fail("models of views") }
    }
}
