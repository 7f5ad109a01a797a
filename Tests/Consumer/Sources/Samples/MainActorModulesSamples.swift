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

    /// A text that arrives with progress, and can be cancelled.
    final class ZenScreen {
        private(set) var fraction: Double?
        private(set) var zen: String?
        private(set) var message: String?
        private(set) var task: Task<Void, Never>?

        func start(_ github: Provider<GitHub>) {
            task?.cancel()
            task = Task { await load(github) }
        }

        func cancel() { task?.cancel() }

        func load(_ github: Provider<GitHub>) async {
            let transfer = Transfer(of: Call(.zen, as: String.self), by: github)
            for await progress in transfer.progress { fraction = progress.fraction }
            do throws(MyAPIError) {
                let text = try await transfer.value
                // The call may have ended before it was cancelled.
                if !Task.isCancelled { zen = text }
            } catch {
                if !Task.isCancelled { message = Self.message(for: error) }
            }
        }

        private static func message(for error: MyAPIError) -> String? {
            switch error {
            case .internetConnection where error.isNoNetwork: "No network"
            case .internetConnection, .requestTimeout: "The server does not answer"
            case .restError(_, statusCode: 401, _): "Log in first"
            case .restError, .decoding, .empty: "Something went wrong"
            case .cancelled: nil
            }
        }
    }

    /// Progress, an error, and a call that is cancelled when its response is there.
    static func progress() async {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .sequence([.text("Design for failure."), .failure(.timedOut), .text("late")]))
        let github = Provider<GitHub>(transport: stubs)
        let screen = ZenScreen()
        screen.start(github)
        await screen.task?.value
        guard screen.zen == "Design for failure.", screen.fraction == 1, screen.message == nil else {
            fail("a text with progress: \(screen.zen ?? "none"), \(screen.fraction ?? -1)")
        }
        screen.start(github)
        await screen.task?.value
        guard screen.message == "The server does not answer" else { fail("a message: \(screen.message ?? "none")") }
        screen.start(github)
        screen.cancel()
        await screen.task?.value
        guard screen.zen == "Design for failure.", screen.message == "The server does not answer" else {
            fail("a cancelled call changed the screen")
        }
    }

    static func run() async throws {
        await progress()
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
