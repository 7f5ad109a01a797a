import Foundation
import Talyn
import TalynStubs
import Testing

@testable import WithMoya
@testable import WithOwnNames
@testable import WithTalyn
@testable import WithTalynMoya

@Suite struct MovingTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Runs a command in a folder, and returns what it prints.
    private func run(_ command: String, in folder: URL) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = folder
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }

    /// Returns a source with its imports in order.
    private func sortingImports(_ source: String) -> String {
        let lines = source.components(separatedBy: "\n")
        let isImport = { (line: String) in line.hasPrefix("import ") }
        return (lines.prefix(while: isImport).sorted() + lines.drop(while: isImport)).joined(separator: "\n")
    }

    /// The commands for a shell in the article, and their effects on the app as people write it.
    @Test func theCommandsOfTheArticleChangeTheImportsAndFindTheTraps() throws {
        let article = try String(
            contentsOf: Self.package.appendingPathComponent("../../Sources/TalynMoya/TalynMoya.docc/MovingAnApp.md"),
            encoding: .utf8)
        let commands = article.components(separatedBy: "```sh\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
        try #require(commands.count == 6)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (app, moved) = (folder.appendingPathComponent("Sources"), Self.package.appendingPathComponent("Sources"))
        try FileManager.default.copyItem(at: moved.appendingPathComponent("WithMoya"), to: app)
        let other = app.appendingPathComponent("Other.swift")
        try """
        import Moya
        @testable import CombineMoya
            public import Alamofire
        import class Moya.MoyaProvider
        import Moya.Something
        import MoyaKit
        import RxMoya
        #if canImport(Moya) && canImport(MoyaKit)
        // import Moya
        #endif
        let headers = ["Content-Type": "application/json"]
        let joined = "/books/" + String(id)
        let before = id + "/cover"
        let formatted = String(format: "/books/%@", id)
        let segments = ["books", id].joined(separator: "/")
        let plain = "books"
        AF.request(url)
        func decoded(_ request: DataRequest) {}
        let book = request.serializingDecodable(Book.self)
        """.write(to: other, atomically: true, encoding: .utf8)

        #expect(
            try run(commands[0], in: folder).split(separator: "\n").map { $0.split(separator: ":", maxSplits: 2).last }
                == [
                    "AF.request(url)", "func decoded(_ request: DataRequest) {}",
                    "let book = request.serializingDecodable(Book.self)",
                ])
        #expect(try run(commands[1], in: folder).isEmpty)
        for name in ["BookAPI.swift", "BookService.swift"] {
            let changed = try String(contentsOf: app.appendingPathComponent(name), encoding: .utf8)
            let expected = try String(
                contentsOf: moved.appendingPathComponent("WithTalynMoya/\(name)"), encoding: .utf8)
            #expect(sortingImports(changed) == expected)
        }
        #expect(
            try String(contentsOf: other, encoding: .utf8) == """
                import TalynMoya
                @testable import TalynCombineMoya
                    public import TalynAlamofire
                import class Moya.MoyaProvider
                import Moya.Something
                import MoyaKit
                import RxMoya
                #if canImport(TalynMoya) && canImport(MoyaKit)
                // import Moya
                #endif
                let headers = ["Content-Type": "application/json"]
                let joined = "/books/" + String(id)
                let before = id + "/cover"
                let formatted = String(format: "/books/%@", id)
                let segments = ["books", id].joined(separator: "/")
                let plain = "books"
                AF.request(url)
                func decoded(_ request: DataRequest) {}
                let book = request.serializingDecodable(Book.self)
                """)
        let slashes = try run(commands[2], in: folder)
        #expect(slashes.contains(#"return "/books/\(id)""#) && !slashes.contains("let plain"))
        for name in ["joined", "before", "formatted", "segments"] { #expect(slashes.contains("let \(name) = ")) }
        #expect(try run(commands[3], in: folder).contains(#"["Content-Type": "#))
        #expect(try run(commands[4], in: folder).contains("URLEncoding.default"))
        #expect(commands[5] == "TALYN_MOYA_DEPRECATIONS=1 swift build")
    }

    @Test func onlyTheImportsChangeOnTheWayToTalynMoya() throws {
        let sources = Self.package.appendingPathComponent("Sources")
        for name in ["BookAPI.swift", "BookService.swift"] {
            let (before, after) = try (
                String(contentsOf: sources.appendingPathComponent("WithMoya/\(name)"), encoding: .utf8),
                String(contentsOf: sources.appendingPathComponent("WithTalynMoya/\(name)"), encoding: .utf8)
            )
            let changed = before.replacingOccurrences(of: "import Alamofire\n", with: "import TalynAlamofire\n")
                .replacingOccurrences(of: "import Moya\n", with: "import TalynMoya\n")
            #expect(sortingImports(changed) == after)
        }
    }

    @Test func namesOfAnAppsOwnModuleStandBesideMoyas() throws {
        let calls = Catalog.search(.init(["q": "tea"]), by: Catalog.provider(nil))
        #expect(calls.map(\.path) == ["search"] && calls.first?.headers == ["Accept-Language": "en"])
    }

    /// The requests of the three states, and what the app makes of the responses.
    @Test func allThreeStatesDoTheSameOverTheSameStubs() async throws {
        let moya = WithMoya.BookService(stubbed: true)
        var lines: [String] = []
        moya.books(page: 2, author: "Austen") { lines.append(titles(try? $0.get().map(\.title))) }
        moya.book("1") { lines.append(titles((try? $0.get().title).map { [$0] })) }
        moya.review("1", text: "Fine.", stars: 5) { lines.append("\($0 == nil)") }
        moya.rename("1", to: "Emma") { lines.append("\($0 == nil)") }
        moya.upload(Data("png".utf8), of: "1") { lines.append("\($0 == nil)") }

        let moved = WithTalynMoya.BookService(stubbed: true)
        var movedLines: [String] = []
        moved.books(page: 2, author: "Austen") { movedLines.append(titles(try? $0.get().map(\.title))) }
        moved.book("1") { movedLines.append(titles((try? $0.get().title).map { [$0] })) }
        moved.review("1", text: "Fine.", stars: 5) { movedLines.append("\($0 == nil)") }
        moved.rename("1", to: "Emma") { movedLines.append("\($0 == nil)") }
        moved.upload(Data("png".utf8), of: "1") { movedLines.append("\($0 == nil)") }

        let stubs = StubTransport()
        let rest: @Sendable (WithTalyn.BookAPI) -> StubAnswer? = { _ in .status(200) }
        stubs.on(WithTalyn.BookAPI.self, rest)
        stubs.on(
            WithTalyn.BookAPI.books(page: 2, author: "Austen"),
            .json(#"{"data": [{"id": "1", "title": "Emma"}, {"id": "2", "title": "Ulysses"}]}"#))
        stubs.on(WithTalyn.BookAPI.book(id: "1"), .json(#"{"data": {"id": "1", "title": "Emma"}}"#))
        let books = Provider.books(over: stubs)
        let list = try await books.call(.books(page: 2, author: "Austen"))
        let book = try await books.call(.book("1"))
        try await books.request(.review(bookID: "1", Review(text: "Fine.", stars: 5)))
        try await books.request(.rename(bookID: "1", title: "Emma"))
        try await books.request(.cover(bookID: "1", image: Data("png".utf8)))

        #expect(lines == ["Emma, Ulysses", "Emma", "true", "true", "true"])
        #expect(movedLines == lines)
        #expect(list.map(\.title) == ["Emma", "Ulysses"] && book.title == "Emma")
        let requests = [
            "GET https://books.example/api/books?author=Austen&page=2 Bearer secret",
            "GET https://books.example/api/books/1 Bearer secret",
            "POST https://books.example/api/books/1/reviews Bearer secret",
            "PUT https://books.example/api/books/1 Bearer secret",
            "POST https://books.example/api/books/1/cover Bearer secret",
        ]
        #expect(moya.log.lines == requests && moved.log.lines == requests)
        let contents = ["parameters of 2", "plain", "parameters of 2", "parameters of 1", "form of cover, api_key"]
        #expect(moya.log.contents == contents && moved.log.contents == contents)
        let sent = stubs.requests.map {
            "\($0.method) \($0.url.absoluteString) \($0.headers["Authorization"] ?? "no token")"
        }
        // Alamofire sorts the query, Talyn keeps the order of the source.
        #expect(sent.dropFirst() == requests.dropFirst())
        #expect(sent.first == "GET https://books.example/api/books?page=2&author=Austen Bearer secret")
    }

    @Test func allThreeStatesKnowTheErrorsOfTheApp() async throws {
        for (status, name) in [(401, "signedOut"), (404, "notFound"), (500, "unknown")] {
            var names: [String] = []
            WithMoya.BookService(stubbed: true, status: status).book("1") { names.append(failure($0)) }
            WithTalynMoya.BookService(stubbed: true, status: status).book("1") { names.append(failure($0)) }
            let stubs = StubTransport()
            stubs.on(WithTalyn.BookAPI.book(id: "1"), .status(status))
            do throws(WithTalyn.BookError) { _ = try await Provider.books(over: stubs).call(.book("1")) } catch {
                names.append("\(error)")
            }
            #expect(names == [name, name, name])
        }
    }

    /// The requests that a URLSession is given, after a refusal that a retrier reads from the task.
    @Test func aURLSessionHasTheCachePolicyOfThePluginAndTheTokenOfTheRetrier() async {
        let before = WithMoya.BookService(stubbed: false, token: "expired", protocols: [Library.self])
        let after = WithTalynMoya.BookService(stubbed: false, token: "expired", protocols: [Library.self])
        let list = await withCheckedContinuation { done in before.books(page: 1) { done.resume(returning: $0) } }
        let movedList = await withCheckedContinuation { done in after.books(page: 1) { done.resume(returning: $0) } }
        let cached = "policy \(URLRequest.CachePolicy.returnCacheDataElseLoad.rawValue)"
        #expect(titles(try? list.get().map(\.title)) == cached && titles(try? movedList.get().map(\.title)) == cached)
        let book = await withCheckedContinuation { done in before.book("1") { done.resume(returning: $0) } }
        let movedBook = await withCheckedContinuation { done in after.book("1") { done.resume(returning: $0) } }
        let fresh = "policy \(URLRequest.CachePolicy.reloadIgnoringLocalCacheData.rawValue)"
        #expect((try? book.get().title) == fresh && (try? movedBook.get().title) == fresh)
        let url = "https://books.example/api/books"
        let lines = [
            "GET \(url)?page=1 Bearer expired", "GET \(url)?page=1 Bearer secret", "GET \(url)/1 Bearer secret",
        ]
        #expect(before.log.lines == lines && after.log.lines == lines)
    }

    private func titles(_ titles: [String]?) -> String { titles?.joined(separator: ", ") ?? "failed" }

    private func failure<Value, Failure: Error>(_ result: Result<Value, Failure>) -> String {
        if case .failure(let error) = result { "\(error)" } else { "a value" }
    }
}

/// Answers as the server of the app: 401 for an expired token, else books whose title is the request's cache policy.
private final class Library: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "books.example" }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        let isExpired = request.value(forHTTPHeaderField: "Authorization") == "Bearer expired"
        guard let url = request.url,
            let head = HTTPURLResponse(
                url: url, statusCode: isExpired ? 401 : 200, httpVersion: "HTTP/1.1", headerFields: [:])
        else { return }
        let book = #"{"id": "1", "title": "policy \#(request.cachePolicy.rawValue)"}"#
        let value = url.lastPathComponent == "books" ? "[\(book)]" : book
        client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data((isExpired ? "" : #"{"data": \#(value)}"#).utf8))
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}
