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
        github.publisher(of: Call(.zen, as: String.self))
            .sink { [weak self] completion in
                if case .failure(let error) = completion { self?.text = error.localizedDescription }
            } receiveValue: { [weak self] text in
                self?.text = text
            }
            .store(in: &cancellables)
    }
}

/// The samples of the documentation of TalynCombine, over stubs, in a class of the main actor: in Swift 6 mode, a closure
/// of it that runs on another thread ends the process. Two more targets compile this file in language mode 5, and in a
/// module that is isolated to the main actor.
@MainActor @Suite final class CombineSamplesTests {
    nonisolated enum End: CaseIterable, Sendable { case success, failure, cancellation }

    private let stubs = StubTransport()
    private let ends = Ends()
    private var lines: [String] = []

    /// A provider whose calls end so.
    private func github(_ end: End) -> Provider<GitHub> {
        for (target, answer) in [
            (.zen, .text("Keep it logically awesome.")), (.user("octocat"), .json(#"{"login": "octocat"}"#)),
            (.user("ghost"), .status(404)), (.events, .chunks(["{\"login\":\"a\"}\n{\"lo", "gin\":\"b\"}\n"])),
        ] as [(GitHub, StubAnswer)] {
            switch end {
            case .success: stubs.on(target, answer)
            case .failure: stubs.on(target, .status(503))
            case .cancellation: stubs.on(target, .noResponse)
            }
        }
        return Provider(transport: stubs, plugins: [ends], clock: TestClock(isManual: end == .cancellation))
    }

    private func add(_ line: Any?) {
        #expect(currentQueue() == "main")
        lines.append(line.map { "\($0)" } ?? "nil")
    }

    private func add(_ completion: Subscribers.Completion<MyAPIError>) {
        switch completion {
        case .finished: add("end")
        case .failure(let error): add("failure \(error.statusCode ?? 0)")
        }
    }

    private func until(_ condition: () -> Bool) async {
        for _ in 0..<20_000 where !condition() { try? await Task.sleep(for: .milliseconds(1)) }
        #expect(condition())
    }

    /// Waits for the lines of a success or the failure, or cancels when the calls are made, after which nothing arrives.
    private func expect(_ end: End, _ success: [String], calls: Int = 1, cancel: () -> Void) async {
        switch end {
        case .success: await until { lines == success }
        case .failure: await until { lines == [String](repeating: "failure 503", count: calls) }
        case .cancellation:
            await until { stubs.requests.count == calls }
            cancel()
            await until { ends.cancelled == calls }
            await settle()
            #expect(lines == [])
        }
    }

    @Test(arguments: End.allCases) func theModel(end: End) async {
        var model: ZenModel? = ZenModel()
        model?.load(github(end))
        weak var released: ZenModel?
        released = model
        switch end {
        case .success: await until { model?.text == "Keep it logically awesome." }
        case .failure: await until { model?.text.isEmpty == false }
        case .cancellation:
            await until { stubs.requests.count == 1 }
            model = nil
            await until { ends.cancelled == 1 }
            #expect(released == nil)
        }
    }

    @Test(arguments: End.allCases) func theSamplesOfValues(end: End) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (url, github) = (folder.appendingPathComponent("zen.txt"), github(end))

        let response = github.publisher(.zen)  // AnyPublisher<Response, MyAPIError>
        let user = github.publisher(of: Call(.user("octocat"), as: User.self))  // decoded
        let login = github.publisher(of: Call(.user("octocat"), as: String.self, atKeyPath: "login"))  // a part of it
        let octocat = github.publisher(of: .user("octocat"))  // of a bound call: a User
        let file = github.publisher(of: Call(.zen, downloadingTo: .file(url)))  // a DownloadedFile

        var cancellables: Set<AnyCancellable> = []
        for lines in [
            response.map { "\($0.statusCode)" }.eraseToAnyPublisher(), user.map { $0.login }.eraseToAnyPublisher(),
            login, octocat.map { $0.login }.eraseToAnyPublisher(),
            file.map { $0.url.lastPathComponent }.eraseToAnyPublisher(),
        ] {
            // One after the other, so that the lines are in order.
            let count = self.lines.count
            lines.sink {
                self.add($0)
            } receiveValue: {
                self.add($0)
            }.store(in: &cancellables)
            if end != .cancellation { await until { self.lines.count == count + (end == .success ? 2 : 1) } }
        }
        await expect(
            end, ["200", "end", "octocat", "end", "octocat", "end", "octocat", "end", "zen.txt", "end"], calls: 5
        ) { cancellables = [] }
    }

    @Test(arguments: End.allCases) func theSampleOfInputs(end: End) async {
        let github = github(end)
        let logins = PassthroughSubject<String, Never>()
        let users = logins.map { login in
            github.publisher(of: Call(.user(login), as: User.self)).map(Result.success).catch { Just(.failure($0)) }
        }.switchToLatest()

        var cancellables: Set<AnyCancellable> = []
        users.map { result in
            switch result {
            case .success(let user): user.login
            case .failure(let error): "failure \(error.statusCode ?? 0)"
            }
        }.sink { self.add($0) }.store(in: &cancellables)
        logins.send("ghost")
        await until { end == .cancellation ? stubs.requests.count == 1 : self.lines.count == 1 }
        logins.send("octocat")
        // The second input cancels the call of the first.
        await expect(end, ["failure 404", "octocat"], calls: 2) { cancellables = [] }
    }

    @Test(arguments: End.allCases) func theSampleOfProgress(ending: End) async {
        let github = github(ending)
        func show(_ fraction: Double?) { #expect(currentQueue() == "main") }
        func show(_ count: Int) { add(count) }
        func end(_ completion: Subscribers.Completion<MyAPIError>) { add(completion) }
        var cancellables: Set<AnyCancellable> = []

        github.progressPublisher(.zen)
            .sink(receiveCompletion: { end($0) }) { update in
                switch update {
                case .progress(let progress): show(progress.fraction)
                case .value(let response): show(response.data.count)
                }
            }
            .store(in: &cancellables)
        await expect(ending, ["26", "end"]) { cancellables = [] }
    }

    @Test(arguments: End.allCases) func theSampleOfStreams(ending: End) async {
        let github = github(ending)
        func show(_ line: Any?) { add(line) }
        func end(_ completion: Subscribers.Completion<MyAPIError>) { add(completion) }
        var cancellables: Set<AnyCancellable> = []

        github.publisher(of: .lines(.events, as: User.self))
            .sink(receiveCompletion: { end($0) }, receiveValue: { show($0.login) })
            .store(in: &cancellables)
        await expect(ending, ["a", "b", "end"]) { cancellables = [] }
    }

    @Test(arguments: End.allCases) func theSamplesOfDocComments(ending: End) async {
        let github = github(ending)
        func show(_ line: Any?) { add(line) }
        func end(_ completion: Subscribers.Completion<MyAPIError>) { add(completion) }
        var cancellables: Set<AnyCancellable> = []

        github.publisher(.zen)
            .sink(receiveCompletion: { end($0) }, receiveValue: { show($0.statusCode) })
            .store(in: &cancellables)
        if ending != .cancellation { await until { lines.count == (ending == .success ? 2 : 1) } }
        github.publisher(of: Call(.user("octocat"), as: User.self))
            .sink(receiveCompletion: { end($0) }, receiveValue: { show($0.login) })
            .store(in: &cancellables)
        await expect(ending, ["200", "end", "octocat", "end"], calls: 2) { cancellables = [] }
    }
}
