import Testing

@testable import APIGenerator

struct SwiftNameTests {
    @Test(arguments: [
        ("created_at", "createdAt"), ("html_url", "htmlURL"), ("url", "url"), ("URL", "url"), ("ID", "id"),
        ("userID", "userID"), ("user-ids", "userIDs"), ("URLPath", "urlPath"), ("X-Request-Id", "xRequestID"),
        ("+1", "plus1"), ("-1", "minus1"), ("*", "any"), ("<=", "lessEqual"), (">", "greater"), ("!done", "notDone"),
        ("200", "value200"), ("2fa", "value2fa"), ("", "value"), ("...", "value"), ("日本", "value"),
        ("a b.c/d", "aBCD"), ("repos/get-content", "reposGetContent"),
        ("filter[name]", "filterName"), ("@type", "type"), ("$ref", "ref"), ("_private", "private"),
        ("snake__double", "snakeDouble"), ("camelCaseName", "camelCaseName"), ("sha256", "sha256"),
    ])
    func memberIsInCamelCase(_ text: String, _ name: String) {
        #expect(SwiftName.member(text) == name)
    }

    @Test(arguments: [("SCREAMING_CASE_NAME", "screamingCaseName"), ("NOT_SET", "notSet")])
    func nameOfCapitalsIsInCamelCase(_ text: String, _ name: String) {
        #expect(SwiftName.member(text) == name)
    }

    @Test(arguments: [
        ("pet-owner", "PetOwner"), ("pet", "Pet"), ("api_key", "APIKey"), ("3d_model", "Value3dModel"), ("", "Value"),
        ("GuildResponse", "GuildResponse"), ("html", "HTML"), ("error.code", "ErrorCode"),
    ])
    func typeBeginsWithACapital(_ text: String, _ name: String) {
        #expect(SwiftName.type(text) == name)
    }

    @Test(arguments: [("class", "`class`"), ("default", "`default`"), ("in", "`in`"), ("name", "name")])
    func keywordStandsInBackticks(_ name: String, _ escaped: String) {
        #expect(SwiftName.escaped(name) == escaped)
    }

    @Test func scopeGivesEachNameOnce() {
        var names = NameScope(["a"])
        #expect(names.unique("a") == "a2" && names.unique("a") == "a3" && names.unique("b") == "b")
        #expect(names.unique("Error", reserved: ["Error"], suffix: "Model") == "ErrorModel")
        #expect(names.unique("self", reserved: ["self", "selfValue"], suffix: "Value") == "selfValue2")
    }

    @Test func propertyThatIsAKeywordKeepsItsKey() throws {
        let output = try SmallDocument.schemas(
            "A: {properties: {class: {type: string}, self: {type: string}, Type: {type: string}, 'x y': {type: string}}}"
        ).generate()
        output.expect(
            "var `class`: String?", "var selfValue: String?", "case `class`", "case selfValue = \"self\"",
            "case xY = \"x y\"")
    }

    @Test func propertiesThatAreOneNameInSwiftAreTwo() throws {
        let output = try SmallDocument.schemas(
            "A: {properties: {a_b: {type: string}, aB: {type: integer}, 'a-b': {type: boolean}}}"
        ).generate()
        output.expect("var aB: String?", "var aB2: Int?", "var aB3: Bool?", "case aB2 = \"aB\"", "case aB3 = \"a-b\"")
    }

    @Test(arguments: [
        "Error", "Failure", "Call", "Date", "String", "Optional", "Box", "Result", "Type", "Protocol", "Self", "Data",
        "CodingKeys", "File", "Route", "Set", "JSONValue", "Sendable",
    ])
    func schemaWithTheNameOfAUsedTypeHasAnother(_ name: String) throws {
        let output = try SmallDocument.schemas(
            "\(name): {properties: {a: {type: string}}}\nUse: {properties: {b: {$ref: '#/components/schemas/\(name)'}}}"
        ).generate()
        output.expect("struct \(name)Model: Codable", "var b: \(name)Model?")
        #expect(!output.code.contains("struct \(name): "))
    }

    @Test func schemaWithTheNameOfTheEnumHasAnother() throws {
        let output = try SmallDocument.schemas("Small: {properties: {a: {type: string}}}").generate()
        output.expect("struct Small2: Codable")
    }

    @Test func schemasThatAreOneNameInSwiftAreTwo() throws {
        let output = try SmallDocument.schemas(
            "pet_owner: {properties: {a: {type: string}}}\nPetOwner: {properties: {b: {type: string}}}"
        ).generate()
        output.expect("struct PetOwner: ", "struct PetOwner2: ")
    }

    @Test func modelInsideAnotherDoesNotTakeTheNameOfASchema() throws {
        let output = try SmallDocument.schemas(
            "Pet: {properties: {owner: {properties: {a: {type: string}}}}}\nPetOwner: {properties: {b: {type: string}}}"
        ).generate()
        output.expect("var owner: PetOwner2?", "struct PetOwner: ", "struct PetOwner2: ")
    }

    @Test(arguments: ["route", "path", "headers", "init", "self", "sample", "baseURL", "host"])
    func operationWithTheNameOfAMemberHasAnother(_ id: String) throws {
        let output = try SmallDocument.paths("/x: {get: {operationId: \(id)}}").generate()
        output.expect("case \(id)Operation", "static func \(id)Operation() -> Self")
    }

    @Test func operationThatIsAKeywordStandsInBackticks() throws {
        try SmallDocument.paths("/x: {delete: {operationId: import}}").generate()
            .expect("case `import`", "static func `import`() -> Self")
    }

    @Test func operationsThatAreOneNameInSwiftAreTwo() throws {
        let output = try SmallDocument.paths("/x: {get: {operationId: get_x}, put: {operationId: getX}}").generate()
        output.expect("case getX ", "case getX2 ")
    }
}
