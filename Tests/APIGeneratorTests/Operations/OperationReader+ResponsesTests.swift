import Testing

@testable import APIGenerator

struct OperationReaderResponsesTests {
    static func responses(_ responses: String) throws -> Generator.Output {
        try SmallDocument.operation(
            "responses: {\(responses)}",
            "components: {schemas: {Pet: {properties: {name: {type: string}}}, Dog: {properties: {age: {type: integer}}}}}"
        ).generate()
    }

    static func json(_ schema: String) -> String { "{content: {application/json: {schema: \(schema)}}}" }
    static let pet = json("{$ref: '#/components/schemas/Pet'}")
    static let dog = json("{$ref: '#/components/schemas/Dog'}")

    @Test func answerIsTheValueOfTheCall() throws {
        try Self.responses("200: \(Self.pet)").expect(
            "extension Call where Target == Small, Value == Small.Pet { /// GET /x static func doIt() -> Self { Self(.doIt) } }"
        )
    }

    @Test func answerWithoutABodyIsVoid() throws {
        try Self.responses("204: {description: d}").expect("Value == Void")
        try Self.responses("404: {description: d}").expect("Value == Void")
    }

    @Test func listIsAnArray() throws {
        try Self.responses("200: \(Self.json("{type: array, items: {type: string}}"))").expect("Value == [String]")
    }

    @Test func bodyOrNothingIsOptional() throws {
        try Self.responses("200: \(Self.pet), 204: {description: d}").expect("Value == Small.Pet?")
    }

    @Test func sameTypeOfTwoStatusesIsOne() throws {
        try Self.responses("200: \(Self.pet), 201: \(Self.pet)").expect("Value == Small.Pet {")
    }

    @Test func differentTypesAreAnEnumByStatus() throws {
        let output = try Self.responses("200: \(Self.pet), 202: \(Self.dog), 204: {description: d}")
        output.expect(
            "Value == Small.DoItResponse {", "enum DoItResponse: Equatable, Sendable { case ok(Pet) case accepted(Dog)",
            "case noContent", "case 200: self = .ok(try response.decode(Pet.self))")
    }

    @Test func rangeOfStatusesIsASuccess() throws {
        try Self.responses("2XX: \(Self.pet)").expect("Value == Small.Pet {")
    }

    @Test func defaultAloneIsTheSuccess() throws {
        let output = try Self.responses("default: \(Self.pet)")
        output.expect("Value == Small.Pet {")
        output.refute("Failure")
    }

    @Test func redirectsAreNoAnswers() throws {
        try Self.responses("302: {description: d}").expect("Value == Void")
    }

    @Test func textIsText() throws {
        try Self.responses("200: {content: {text/plain: {schema: {type: string}}}}").expect(
            "Value == String { /// GET /x static func doIt() -> Self { Self(.doIt) }")
    }

    @Test func textAsJSONIsDecoded() throws {
        try Self.responses("200: \(Self.json("{type: string}"))").expect(
            "Value == String", "decode(Small.Box<String>.self).wrappedValue")
    }

    @Test func binaryIsData() throws {
        let output = try Self.responses("200: {content: {image/png: {schema: {type: string, format: binary}}}}")
        output.expect("Value == Data", "\"image/png\"")
    }

    @Test func eventsAreAStream() throws {
        try Self.responses("200: {content: {text/event-stream: {schema: {$ref: '#/components/schemas/Pet'}}}}").expect(
            "extension StreamCall where Target == Small, Element == Small.Pet", ".events(.doIt)")
        try Self.responses("200: {content: {text/event-stream: {schema: {type: string}}}}").expect(
            "Element == ServerSentEvent")
    }

    @Test func acceptOfMostOperationsStandsOnTheTarget() throws {
        let output = try SmallDocument.paths(
            """
            /a: {get: {operationId: a, responses: {200: {content: {application/json: {schema: {type: integer}}}}}}}
            /b: {get: {operationId: b, responses: {200: {content: {application/json: {schema: {type: integer}}}}}}}
            /c: {get: {operationId: c, responses: {200: {content: {text/csv: {}}}}}}
            """
        ).generate()
        output.expect(
            "var headers: HTTPHeaders { [\"Accept\": \"application/json\"] }", "case .a: .get(\"a\")",
            ".get(\"c\").header(\"Accept\", \"text/csv\")")
    }

    @Test func answerOfHEADHasNoBody() throws {
        let output = try SmallDocument.operation(
            "responses: {'200': {description: d, content: {application/json: {schema: {type: object}}}}}",
            method: "head"
        ).generate()
        output.expect("Value == Void")
    }

    @Test func textOfAnyTypeIsNoJSON() throws {
        let output = try SmallDocument.operation(
            "responses: {'200': {description: d, content: {'*/*': {schema: {type: string}}}}}"
        ).generate()
        output.expect("Value == String { /// GET /x static func doIt() -> Self { Self(.doIt) }")
    }
}
