import APIGenerator
import Testing

/// A value of a wrong type is a fault with its line and its pointer, and what is right stays.
struct FindingTests {
    @Test func findingIsOneLineAsACompilersWarning() throws {
        let output = try SmallDocument.schemas("Pet:\n  type: strin").generate()
        let finding = try #require(output.findings.first)
        #expect(
            finding.description
                == "api.yaml:8: warning: \"strin\" is no type; it is left out (fault, at #/components/schemas/Pet/type)"
        )
    }

    @Test(arguments: [
        ("type: strin", "is no type", "/type"), ("type: {a: 1}", "is no type", "/type"),
        ("type: 5", "is no type", "/type"), ("type: [string, 5]", "is no type", "/type/1"),
        ("properties: [1]", "\"properties\" is no object", "/properties"),
        ("properties: {a: 5}", "a schema is expected", "/properties/a"),
        ("properties: {a: [1]}", "a schema is expected", "/properties/a"),
        ("{properties: {a: {}}, required: {a: 1}}", "\"required\" is no list", "/required"),
        ("{properties: {a: {}}, required: [[a]]}", "a name is expected", "/required/0"),
        ("enum: 5", "\"enum\" is no list", "/enum"), ("{type: string, enum: {a: 1}}", "\"enum\" is no list", "/enum"),
        ("{type: integer, enum: [1, two]}", "another type than its schema", "/enum/1"),
        ("allOf: 5", "\"allOf\" is no list", "/allOf"), ("allOf: [5]", "a schema is expected", "/allOf/0"),
        ("oneOf: {a: 1}", "\"oneOf\" is no list", "/oneOf"), ("anyOf: text", "\"anyOf\" is no list", "/anyOf"),
        ("oneOf: [{type: string}, 7]", "a schema is expected", "/oneOf/1"),
        ("{type: string, format: [1]}", "\"format\" is no text", "/format"),
        ("{type: object, additionalProperties: 5}", "neither a schema nor", "/additionalProperties"),
        ("{type: object, additionalProperties: [5]}", "neither a schema nor", "/additionalProperties"),
        ("{type: array, items: 5}", "a schema is expected", "/items"),
        ("$ref: [1]", "\"$ref\" is no text", ""), ("$ref: {a: 1}", "\"$ref\" is no text", ""),
        ("5", "a schema is expected", ""), ("[]", "a schema is expected", ""), ("text", "a schema is expected", ""),
        ("{properties: {kind: {}}, type: string}", "whose type is \"string\"", ""),
    ])
    func wrongTypeInASchemaIsAFault(_ schema: String, _ words: String, _ place: String) throws {
        let text = schema.hasPrefix("{") || !schema.contains(":") ? schema : "{\(schema)}"
        let output = try SmallDocument.schemas("Good: {type: object, properties: {id: {type: string}}}\nBad: \(text)")
            .generate()
        output.expect(.fault, words, at: "#/components/schemas/Bad" + place, line: 8)
        output.expect("struct Good", "case x ")
    }

    @Test(arguments: [
        ("parameters: {a: 1}", "\"parameters\" is no list", "/parameters"),
        ("parameters: [5]", "a parameter without", "/parameters/0"),
        ("parameters: [{name: a}]", "a parameter without", "/parameters/0"),
        ("parameters: [{in: query}]", "a parameter without", "/parameters/0"),
        ("parameters: [{name: a, in: body, schema: {}}]", "a parameter in \"body\"", "/parameters/0"),
        ("parameters: [{name: a, in: query}]", "without a schema", "/parameters/0"),
        (
            "parameters: [{name: a, in: query, style: odd, schema: {type: string}}]", "the style \"odd\"",
            "/parameters/0"
        ),
        ("parameters: [{name: a, in: path, schema: {type: string}}]", "the path does not have", "/parameters/0"),
        ("operationId: [1]", "\"operationId\" is no text", "/operationId"),
        ("responses: [1]", "\"responses\" is no object", "/responses"),
        ("responses: {teapot: {description: d}}", "is no status", "/responses/teapot"),
        ("responses: {204: 5}", "a response is expected", "/responses/204"),
        ("responses: {200: {$ref: '#/no'}}", "leads to nothing", "/responses/200"),
        ("requestBody: {description: d}", "a body without \"content\"", "/requestBody"),
        ("requestBody: {content: 5}", "a body without \"content\"", "/requestBody"),
        ("security: 5", "\"security\" is no list", "/security"),
        ("security: [{gone: []}]", "no security scheme \"gone\"", "/security/0/gone"),
    ])
    func wrongTypeInAnOperationIsAFault(_ members: String, _ words: String, _ place: String) throws {
        let all = members.hasPrefix("operationId") ? members : "operationId: doIt\n\(members)"
        let output = try SmallDocument.paths("/x:\n  post:\n" + SmallDocument.indented(all, 4)).generate()
        output.expect(.fault, words, at: "#/paths/~1x/post" + place)
        #expect(output.operations == 1)
    }

    @Test(arguments: [
        ("5", "a path without operations", "#/paths/~1bad"), ("[]", "a path without operations", "#/paths/~1bad"),
        ("{get: 5}", "an operation is expected", "#/paths/~1bad/get"),
        ("{parameters: 5, get: {}}", "\"parameters\" is no list", "#/paths/~1bad/parameters"),
    ])
    func wrongPathIsAFault(_ item: String, _ words: String, _ pointer: String) throws {
        let output = try SmallDocument.paths("/good: {get: {operationId: good}}\n/bad: \(item)").generate()
        output.expect(.fault, words, at: pointer)
        output.expect("case good")
    }

    @Test func sameFindingIsNotedOnce() throws {
        let output = try SmallDocument.schemas(
            "Bad: {type: strin}\nA: {properties: {a: {$ref: '#/components/schemas/Bad'}, b: {$ref: '#/components/schemas/Bad'}}}"
        ).generate()
        #expect(output.findings.count == 1)
    }

    @Test func featureThatTheOutputDoesNotHaveIsRefused() throws {
        let output = try SmallDocument.operation("callbacks: {done: {}}").generate()
        #expect(output.findings.map(\.kind) == [.refused])
    }

    @Test(arguments: ["not: {type: string}", "patternProperties: {a: {}}", "prefixItems: [{}]", "if: {}"])
    func keywordThatIsNotCheckedIsApproximated(_ keyword: String) throws {
        let output = try SmallDocument.schemas("A: {type: object, properties: {a: {}}, \(keyword)}").generate()
        output.expect(.approximated, "is not checked", at: "#/components/schemas/A")
    }
}
