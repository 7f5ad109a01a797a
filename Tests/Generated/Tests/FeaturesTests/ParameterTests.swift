import Talyn
import TalynTesting
import Testing

@testable import Features

/// The places and texts of parameters (OpenAPI 3.1, "Parameter Object" and "Style Values"; RFC 6570 §3.2).
struct ParameterTests {
    @Test func aListIsRepeatedOrSeparatedAsItsParameterSays() async throws {
        let request = try await request(
            .lists(
                repeated: ["a", "b c"], commas: [1, -2], pipes: ["a", "b"], spaces: ["a", "b"], ids: [4_294_967_296],
                colors: [.darkBlue, .unknown("pink")]))
        #expect(request.method == "GET")
        #expect(request.path == "/lists")
        #expect(
            request.query == [
                "repeated=a", "repeated=b%20c", "commas=1,-2", "pipes=a%7Cb", "spaces=a%20b",
                "ids%5B%5D=4294967296", "colors=dark-blue,pink",
            ])
        #expect(request.body.isEmpty)
    }

    @Test func aSeparatorWithinAnElementIsEscaped() async throws {
        let request = try await request(.search(q: "", query: .init(labels: ["a,b", "c&d=e", "f"])))
        #expect(request.query == ["q=", "labels=a%2Cb,c%26d%3De,f"])
    }

    @Test func aListThatIsNilIsLeftOut() async throws {
        let request = try await request(.lists())
        #expect(request.target == "/lists")
    }

    @Test func anObjectExplodesOrHasTheNameOfItsParameter() async throws {
        let filter = Features.Filter(color: .red, minPrice: 1.5, isNew: true)
        let request = try await request(.objects(page: .init(size: 20, after: "x y"), filter: filter))
        #expect(
            request.query.sorted() == [
                "after=x%20y", "filter%5Bcolor%5D=red", "filter%5Bis_new%5D=true", "filter%5Bmin_price%5D=1.5",
                "size=20",
            ])
    }

    @Test func anObjectThatIsNilIsLeftOut() async throws {
        let request = try await request(.objects(page: .init(size: 20)))
        #expect(request.query == ["size=20"])
    }

    @Test func headersArriveAsText() async throws {
        let request = try await request(
            .headersOperation(
                xTrace: "t 1", xNumbers: [1, -2], xCount: 3, xTags: ["a", "b"], xFlag: false,
                xSince: Date(timeIntervalSince1970: 1_772_600_767), xColor: .darkBlue))
        #expect(request.path == "/headers")
        #expect(request.query == [])
        #expect(request.header("X-Trace") == "t 1")
        #expect(request.header("X-Numbers") == "1,-2")
        #expect(request.header("X-Count") == "3")
        #expect(request.header("X-Tags") == "a,b")
        #expect(request.header("X-Flag") == "false")
        #expect(request.header("X-Since") == "2026-03-04T05:06:07Z")
        #expect(request.header("X-Color") == "dark-blue")
        #expect(request.header("Accept") == "application/json")
        #expect(request.header("Authorization") == nil)
    }

    @Test func aHeaderThatIsNilIsLeftOut() async throws {
        let request = try await request(.headersOperation(xTrace: "t", xNumbers: []))
        #expect(request.header("X-Count") == nil)
        #expect(request.header("X-Tags") == nil)
        #expect(request.header("X-Flag") == nil)
        #expect(request.header("X-Since") == nil)
        #expect(request.header("X-Color") == nil)
    }

    @Test func aPathHoldsValuesOfEachType() async throws {
        let request = try await request(
            .paths(
                text: "a/b c?", int: -1, long: 9_007_199_254_740_993, number: 1.5, flag: true,
                uuid: "6ba7b810-9dad-11d1-80b4-00c04fd430c8", day: .init(year: 2026, month: 3, day: 4),
                moment: Date(timeIntervalSince1970: 1_772_600_767), color: .darkBlue, size: .minus1, list: [1, 2]))
        let steps = request.target.split(separator: "/").map(String.init)
        #expect(
            steps.dropLast(4) == [
                "paths", "a%2Fb%20c%3F", "-1", "9007199254740993", "1.5", "true",
                "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "2026-03-04",
            ])
        // A colon may be escaped or not (RFC 3986 §3.3).
        #expect(steps[8].replacingOccurrences(of: "%3A", with: ":") == "2026-03-04T05:06:07Z")
        #expect(steps[9...] == ["dark-blue", "-1", "1,2"])
    }

    @Test func aValueStandsWithinAStepOfThePath() async throws {
        let request = try await request(.segments(name: "a b", extension: "tar.gz", version: 2))
        #expect(request.target == "/files/a%20b.tar.gz/v2")
    }

    @Test func theOptionalQueryOfManyParametersStandsInAStruct() async throws {
        let request = try await request(
            .search(
                q: "a&b",
                query: .init(
                    page: 2, perPage: 50, sort: .updated, archived: false,
                    since: Date(timeIntervalSince1970: 1_772_600_767), until: .init(rawValue: "2026-03-05"),
                    labels: ["x"], score: 0.5, include: ["a", "b"])))
        #expect(request.path == "/search/")
        #expect(
            request.query.map { $0.replacingOccurrences(of: "%3A", with: ":") } == [
                "q=a%26b", "page=2", "per_page=50", "sort=updated", "archived=false", "since=2026-03-04T05:06:07Z",
                "until=2026-03-05", "labels=x", "score=0.5", "include=a", "include=b",
            ])
    }

    @Test func namesOfSwiftAndOfAQueryArriveAsTheDocumentHasThem() async throws {
        let request = try await request(
            .default(
                in: "i", selfValue: "s", default: "d", query: .init(type: "t", inoutValue: "o", filter: "f", aBCD: "x")),
            answer: json(200, #"{"default": "d", "Type": "t"}"#))
        #expect(request.path == "/names/i/s/d")
        #expect(request.query == ["Type=t", "inout=o", "%24filter=f", "a%20b%26c%3Dd=x"])
    }

    @Test func anOperationWithoutAnIDIsNamedByItsPath() async throws {
        let request = try await request(.postNamesWithoutIDByID(id: "7"))
        #expect(request.method == "POST")
        #expect(request.target == "/names/without-id/7")
    }
}
