import Talyn
import TalynStubs

/// The samples in the doc comments of responses.
enum ResponseDocSamples {
    enum Feed: RoutedTarget {
        case newest
        var baseURL: URL { URL(string: "https://feed.example")! }
        var route: Route { .get("newest.json") }
        var bodyTransformers: [BodyTransformer] { [.repairingJSONEscapes] }
    }

    static func validation(_ number: Int) -> Validation {
        switch number {
        case 1:
            .successCodes  // 200 to 299, the default
        case 2:
            .successAndRedirectCodes  // 200 to 399
        case 3:
            .codes(200...299, 404...404)
        case 4:
            .successCodes.contentType("application/json")  // and of this type
        default:
            .successCodes.accepting(ResponseDTO<JSONValue>.self)  // and the envelope says yes
        }
    }

    static func run() async throws {
        let stubs = StubTransport()
        stubs.on(Feed.newest, .json(#"{"title": "it\'s"}"#))
        let feed = try await Provider<Feed>(transport: stubs).request(.newest).json()
        guard feed["title"] == "it's" else { fail("body transformers") }
        try json(Data(#"{"error": {"codes": [7]}}"#.utf8))

        let plain = Response(statusCode: 304, endpoint: Endpoint(url: GitHub.host))
        let no = Data(#"{"isSuccess": false, "code": "1", "message": "no", "data": null}"#.utf8)
        let responses = [
            plain.replacing(statusCode: 200), plain, plain.replacing(statusCode: 404),
            plain.replacing(statusCode: 200).replacing(headers: ["Content-Type": "text/html"]).replacing(data: no),
        ]
        let passes = (1...5).map { number in
            responses.map { (try? validation(number).validate($0)) != nil }
        }
        guard
            passes == [
                [true, false, false, true], [true, true, false, true], [true, false, true, true],
                [true, false, false, false], [true, false, false, false],
            ]
        else { fail("validation: \(passes)") }
    }

    static func json(_ data: Data) throws {
        let answer = try JSONValue(parsing: data)
        let code = answer.value(atKeyPath: "error.codes.0")?.scalarText
        guard code == "7" else { fail("JSON of any shape") }
    }
}
