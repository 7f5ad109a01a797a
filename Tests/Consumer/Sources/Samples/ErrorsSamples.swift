import Talyn
import TalynTesting

private typealias MatchError = ErrorsSamples.MatchError

extension MatchError: LocalizedError {
    var errorDescription: String? {
        switch self {
        case .cancelled, .offline, .signedOut, .duplicated: nil  // words of the app
        case .server(let error): error.localizedDescription
        }
    }
}

enum ErrorsSamples {
    enum MatchError: Error {
        case cancelled, offline, signedOut
        case duplicated(userIDs: [Int])
        case server(RequestError)
    }

    nonisolated struct Duplicated: Decodable { let ids: [Int] }

    enum MatchAPI: RoutedTarget {
        case join

        static let catchChain: CatchChain<MatchError> = CatchChain(cancelled: .cancelled, otherwise: { .server($0) })
            .catch(urlError: .notConnectedToInternet, .dataNotAllowed) { _ in .offline }
            .catch(status: 401) { _ in .signedOut }
            .catch(status: 409, as: Duplicated.self) { body, _ in .duplicated(userIDs: body.ids) }

        var baseURL: URL { URL(string: "https://match.example")! }
        var route: Route { .post("players") }
    }

    enum RoomError: Error {
        case cancelled
        case noRoom(Int)
        case server(RequestError)
    }

    enum Rooms: RoutedTarget {
        case list
        case join(Int)

        static let catchChain: CatchChain<RoomError> = CatchChain(cancelled: .cancelled, otherwise: { .server($0) })
            .catch(target: Rooms.self) { target, error in
                if case .join(let id) = target, error.response?.statusCode == 404 { .noRoom(id) } else { nil }
            }

        var baseURL: URL { URL(string: "https://rooms.example")! }
        var route: Route {
            switch self {
            case .list: .get("rooms")
            case .join(let id): .post("rooms/\(id)/guests")
            }
        }
    }

    enum PayError: Error {
        case cancelled
        case outOfCredit(balance: JSONValue?)
        case server(RequestError)
    }

    enum Pay: RoutedTarget {
        case order

        static let catchChain: CatchChain<PayError> = CatchChain(cancelled: .cancelled, otherwise: { .server($0) })
            .catch(problem: "https://example.com/probs/out-of-credit") { problem, _ in
                .outOfCredit(balance: problem.members["balance"])
            }

        var baseURL: URL { URL(string: "https://pay.example")! }
        var route: Route { .post("orders") }
    }

    enum OtherCode: RoutedTarget {
        case any

        static let catchChain = CatchChain(
            cancelled: MyAPIError.cancelled, otherwise: MyAPIError.handleREST(errorCodeAt: "error.code")
        )
        .catch(MyAPIError.handleInternetConnection)
        .catch(MyAPIError.handleTimeOut)
        .catch(MyAPIError.handleBody)

        var baseURL: URL { URL(string: "https://other.example")! }
        var route: Route { .get("any") }
    }

    enum Charts: RoutedTarget {
        case pieChart(String)
        var baseURL: URL { URL(string: "https://charts.example")! }
        var route: Route {
            switch self {
            case .pieChart(let date): .get("pie/\(date)")
            }
        }
    }

    nonisolated struct Chart: Decodable {
        let parts: [Int]
    }

    nonisolated struct Message: Decodable {
        let text: String
    }

    static func run() async throws {
        let stubs = StubTransport()
        stubs.on(
            MatchAPI.join,
            .sequence([
                .failure(.notConnectedToInternet), .status(401), .json(#"{"ids": [1, 2]}"#, status: 409),
                .text("<html>", status: 409),
            ]))
        let matches = Provider<MatchAPI>(transport: stubs)
        guard case .failure(.offline) = await matches.result(.join),
            case .failure(.signedOut) = await matches.result(.join),
            case .failure(.duplicated([1, 2])) = await matches.result(.join),
            case .failure(.server(let error)) = await matches.result(.join), error.statusCode == 409
        else { fail("an API's own errors") }
        guard MatchError.server(error).localizedDescription == error.localizedDescription else { fail("its text") }

        stubs.on(Rooms.self) { _ in .status(404) }
        let rooms = Provider<Rooms>(transport: stubs)
        guard case .failure(.noRoom(7)) = await rooms.result(.join(7)),
            case .failure(.server) = await rooms.result(.list)
        else { fail("a link that knows the target") }

        let problem = #"{"type": "https://example.com/probs/out-of-credit", "title": "No credit", "balance": 30}"#
        let type: HTTPHeaders = ["Content-Type": "application/problem+json"]
        stubs.on(Pay.order, .json(problem, status: 403, headers: type))
        guard case .failure(.outOfCredit(.integer(30))) = await Provider<Pay>(transport: stubs).result(.order) else {
            fail("problem details")
        }

        stubs.on(OtherCode.any, .json(#"{"error": {"code": "E7"}}"#, status: 400))
        let other = await Provider<OtherCode>(transport: stubs).result(.any)
        guard case .failure(.restError(_, 400, "E7")) = other else { fail("the error code at another place") }

        stubs.on(GitHub.user("octocat"), .text("busy", status: 503))
        let github = Provider<GitHub>(transport: stubs, clock: TestClock())
        if case .failure(.restError(let raw, _, _)) = await github.result(.user("octocat"), as: User.self) {
            print(raw.category, raw.statusCode ?? 0, raw.response?.data.count ?? 0)  // status 503 4
            print(raw.timeline)  // stub · attempt 1: 503 in 0 µs
        }

        var advice: [String] = []
        func askAnAdministrator() { advice.append("ask") }
        func offerRetry() { advice.append("retry") }
        func reportBug(_ error: RequestError) { advice.append("bug") }
        stubs.on(GitHub.zen, .failure(.serverCertificateUntrusted))
        if case .failure(.restError(let raw, _, _)) = await github.result(.zen) {
            switch raw.category {
            case .tls, .authentication: askAnAdministrator()
            case .rejected, .decoding, .badResponse: reportBug(raw)
            default: offerRetry()
            }
        }
        guard advice == ["ask"] else { fail("a category") }

        guard case .failure(.restError(let raw, _, _)) = await github.result(.user("octocat")),
            raw.timeline.description == "stub · attempt 1: 503 in 0 µs", raw.response?.data.count == 4
        else { fail("the raw error") }
        await outcomes(date: "2025-01-01")
        try await texts()
        await Closures.run()
    }

    static func texts() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .failure(.timedOut))
        guard case .failure(let error) = await Provider<GitHub>(transport: stubs).result(.zen) else { return }
        print(error.localizedDescription)  // The server took too long to respond.
        print(error.recoverySuggestion ?? "")  // Please try again later.
        print(error)  // requestTimeout: GitHub.zen: timeout, URLError -1001: …
        guard error.localizedDescription == "The server took too long to respond.",
            error.recoverySuggestion == "Please try again later.",
            "\(error)".hasPrefix("requestTimeout: GitHub.zen: timeout, URLError -1001: ")
        else { fail("texts") }

        let errors: [MyAPIError] = [
            .requestTimeout(), .internetConnection(), .cancelled(), .empty(),
            .internetConnection(RequestError(.transport(URLError(.cannotFindHost)))),
            .restError(RequestError(.status(404)), statusCode: 404, errorCode: nil),
        ]
        guard errors[0] == error, errors.map(\.isNoNetwork) == [false, true, false, false, false, false] else {
            fail("errors made by hand")
        }
    }

    /// The same call in closures, whose `do` needs the type.
    enum Closures {
        static var seen: [String] = []
        static func show(_ user: User) { seen.append(user.login) }
        static func offerRetry() { seen.append("retry") }
        static func reportBug(_ error: MyAPIError) { seen.append("bug") }

        static func run() async {
            let stubs = StubTransport()
            stubs.on(
                GitHub.user("octocat"),
                .sequence([.failure(.notConnectedToInternet), .json(#"{"login": "octocat", "id": 1}"#), .status(500)]))
            let github = Provider<GitHub>(transport: stubs)
            for _ in 1...3 { await typed(github).value }
            for _ in 1...3 { await result(github).value }
            guard seen == ["retry", "octocat", "bug", "bug", "bug", "bug"] else { fail("closures: \(seen)") }
        }

        static func typed(_ github: Provider<GitHub>) -> Task<Void, Never> {
            Task {
                do throws(MyAPIError) {
                    show(try await github.request(.user("octocat"), as: User.self))
                } catch {
                    if case .internetConnection = error { offerRetry() } else { reportBug(error) }
                }
            }
        }

        static func result(_ github: Provider<GitHub>) -> Task<Void, Never> {
            Task {
                switch await github.result(.user("octocat"), as: User.self) {
                case .success(let user): show(user)
                case .failure(.internetConnection): offerRetry()
                case .failure(let error): reportBug(error)
                }
            }
        }
    }

    static func outcomes(date: String) async {
        var seen: [String] = []
        func show(_ chart: Chart) { seen.append("\(chart.parts)") }
        func showAlert(_ text: String?) { seen.append(text ?? "nil") }
        func showPlaceholder() { seen.append("placeholder") }
        let stubs = StubTransport()
        stubs.on(
            Charts.pieChart(date),
            .sequence([
                .json(#"{"parts": [1]}"#), .json(#"{"text": "no such day"}"#, status: 404),
                .text("<html>", status: 502),
            ]))
        let charts = Provider<Charts>(transport: stubs)
        for _ in 1...3 {
            switch await charts.networkResult(.pieChart(date), as: Chart.self, rejection: Message.self) {
            case .success(let chart): show(chart)
            case .requestErr(let message): showAlert(message?.text)
            case .pathErr, .serverErr, .networkFail: showPlaceholder()
            }
        }
        guard seen == ["[1]", "no such day", "placeholder"] else { fail("five outcomes: \(seen)") }
    }
}
