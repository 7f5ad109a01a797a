import Foundation
import Talyn
import TalynOpenCombine
import TalynTesting
import Testing

#if canImport(Combine)
import Combine
#else
import OpenCombineShim
#endif

enum GitHub: RoutedTarget {
    case zen
    case user(String)
    case events

    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route {
        switch self {
        case .zen: .get("zen")
        case .user(let login): .get("users/\(login)")
        case .events: .get("events")
        }
    }
}

extension Call where Target == GitHub, Value == User {
    static func user(_ login: String) -> Self { Self(.user(login)) }
}

@MainActor
final class ZenModel: ObservableObject {
    @Published var text = ""
    private var cancellables: Set<AnyCancellable> = []

    func load(_ github: Provider<GitHub>) {
        github.publisher(.zen, as: String.self)
            .receive(on: DispatchQueue.main)
            .sink { [weak self] completion in
                if case .failure(let error) = completion { self?.text = error.localizedDescription }
            } receiveValue: { [weak self] text in
                self?.text = text
            }
            .store(in: &cancellables)
    }
}

/// The samples of the documentation of TalynCombine, over stubs.
@Suite struct CombineSamplesTests {
    /// The lines that the samples show.
    private final class Log: @unchecked Sendable {
        // Unchecked: the lines are accessed under the lock.
        private let lock = NSLock()
        private var shown: [String] = []
        var lines: [String] { lock.withLock { shown } }
        func add(_ line: Any?) { lock.withLock { shown.append(line.map { "\($0)" } ?? "nil") } }
    }

    let stubs = StubTransport()
    private var github: Provider<GitHub> { Provider(transport: stubs, clock: TestClock()) }
    private var api: Provider<API> { Provider(transport: stubs, clock: TestClock()) }

    init() {
        stubs.on(GitHub.zen, .text("Keep it logically awesome."))
        stubs.on(GitHub.user("octocat"), .json(#"{"login": "octocat"}"#))
        stubs.on(GitHub.user("ghost"), .status(404))
        stubs.on(GitHub.events, .chunks(["{\"login\":\"a\"}\n{\"lo", "gin\":\"b\"}\n"]))
        stubs.on(API.export, .chunks(["{\"login\":\"a\"}\n{\"lo", "gin\":\"b\"}\n"]))
    }

    @Test func aModelOfTheMainActorGetsItsValueThere() async {
        let model = await ZenModel()
        await model.load(github)
        for _ in 0..<20_000 where await model.text.isEmpty { try? await Task.sleep(for: .milliseconds(1)) }
        #expect(await model.text == "Keep it logically awesome.")
    }

    @Test func theSamplesOfValues() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("zen.txt")

        let response = github.publisher(.zen)  // AnyPublisher<Response, MyAPIError>
        let user = github.publisher(.user("octocat"), as: User.self)  // decoded
        let login = github.publisher(.user("octocat"), as: String.self, atKeyPath: "login")  // a part of it
        let octocat = github.publisher(of: .user("octocat"))  // of a bound call: a User
        let file = github.publisher(.zen, downloadingTo: .file(url))  // a DownloadedFile

        let (first, second, third) = (response.recorded(), user.recorded(), login.recorded())
        #expect(await eventually { first.hasFinished && first.values.first?.statusCode == 200 })
        #expect(await eventually { second.hasFinished && second.values == [User(login: "octocat")] })
        #expect(await eventually { third.hasFinished && third.values == ["octocat"] })
        let (fourth, fifth) = (octocat.recorded(), file.recorded())
        #expect(await eventually { fourth.hasFinished && fourth.values == [User(login: "octocat")] })
        #expect(await eventually { fifth.hasFinished && fifth.values.first?.url == url })
    }

    @Test func theSampleOfInputs() async {
        let github = github
        let logins = PassthroughSubject<String, Never>()
        let users = logins.map { login in
            github.publisher(.user(login), as: User.self).map(Result.success).catch { Just(.failure($0)) }
        }.switchToLatest()
        let results = users.recorded()
        logins.send("ghost")
        #expect(await eventually { results.values.count == 1 })
        logins.send("octocat")
        #expect(await eventually { results.values.count == 2 })
        #expect(results.values.map { (try? $0.get())?.login } == [nil, "octocat"] && results.ends.isEmpty)
    }

    @Test func theSamplesOfProgress() async {
        let log = Log()
        func show(_ line: Any?) { log.add(line) }
        func end(_ completion: Subscribers.Completion<MyAPIError>) { log.add("end") }
        var cancellables: Set<AnyCancellable> = []

        github.progressPublisher(.zen)
            .sink(receiveCompletion: { end($0) }) { update in
                switch update {
                case .progress(let progress): show(progress.fraction)
                case .value(let response): show(response.data.count)
                }
            }
            .store(in: &cancellables)
        #expect(await eventually { log.lines.suffix(2) == ["26", "end"] })
    }

    @Test func theSamplesOfStreams() async {
        let log = Log()
        func show(_ line: Any?) { log.add(line) }
        func end(_ completion: Subscribers.Completion<MyAPIError>) { log.add("end") }
        var cancellables: Set<AnyCancellable> = []

        github.publisher(of: .lines(.events, as: User.self))
            .sink(receiveCompletion: { end($0) }, receiveValue: { show($0.login) })
            .store(in: &cancellables)
        #expect(await eventually { log.lines == ["a", "b", "end"] })
    }

    @Test func theSamplesOfDocComments() async {
        let log = Log()
        func show(_ line: Any?) { log.add(line) }
        func end(_ completion: Subscribers.Completion<MyAPIError>) { log.add("end") }
        var cancellables: Set<AnyCancellable> = []

        github.publisher(.zen)
            .sink(receiveCompletion: { end($0) }, receiveValue: { show($0.statusCode) })
            .store(in: &cancellables)
        #expect(await eventually { log.lines.suffix(2) == ["200", "end"] })

        github.publisher(.user("octocat"), as: User.self)
            .receive(on: DispatchQueue.main)
            .sink(receiveCompletion: { end($0) }, receiveValue: { show($0.login) })
            .store(in: &cancellables)
        #expect(await eventually { log.lines.suffix(2) == ["octocat", "end"] })

        api.progressPublisher(.export)
            .sink(receiveCompletion: { end($0) }) { update in
                switch update {
                case .progress(let progress): show(progress.fraction)
                case .value(let response): show(response.data.count)
                }
            }
            .store(in: &cancellables)
        #expect(await eventually { log.lines.suffix(2) == ["28", "end"] })

        api.publisher(of: .lines(.export, as: User.self))
            .sink(receiveCompletion: { end($0) }, receiveValue: { show($0.login) })
            .store(in: &cancellables)
        #expect(await eventually { log.lines.suffix(3) == ["a", "b", "end"] })
    }
}
