import Foundation
import Talyn
import Testing

@testable import WithMoya
@testable import WithTalyn
@testable import WithTalynMoya

@Suite struct MovingTests {
    @Test func onlyTheImportsChangeOnTheWayToTalynMoya() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources")
        for name in ["BookAPI.swift", "BookService.swift"] {
            let (before, after) = try (
                String(contentsOf: sources.appendingPathComponent("WithMoya/\(name)"), encoding: .utf8),
                String(contentsOf: sources.appendingPathComponent("WithTalynMoya/\(name)"), encoding: .utf8)
            )
            #expect(
                before.replacingOccurrences(of: "import Alamofire\n", with: "")
                    .replacingOccurrences(of: "import Moya\n", with: "import TalynMoya\n") == after)
        }
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
        stubs.on(
            WithTalyn.BookAPI.books(page: 2, author: "Austen"),
            .json(#"{"data": [{"id": "1", "title": "Emma"}, {"id": "2", "title": "Ulysses"}]}"#))
        stubs.on(WithTalyn.BookAPI.book(id: "1"), .json(#"{"data": {"id": "1", "title": "Emma"}}"#))
        let rest: @Sendable (WithTalyn.BookAPI) -> StubAnswer? = { _ in .status(200) }
        stubs.on(WithTalyn.BookAPI.self, rest)
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

    private func titles(_ titles: [String]?) -> String { titles?.joined(separator: ", ") ?? "failed" }

    private func failure<Value, Failure: Error>(_ result: Result<Value, Failure>) -> String {
        if case .failure(let error) = result { "\(error)" } else { "a value" }
    }
}
