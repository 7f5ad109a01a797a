import Testing

@testable import APIGenerator

/// Recursion and aliases.
struct TypeTableTests {
    @Test func structThatContainsItselfIsBoxed() throws {
        let output = try SmallDocument.schemas(
            "A: {properties: {next: {$ref: '#/components/schemas/A'}, all: {type: array, items: {$ref: '#/components/schemas/A'}}}}"
        ).generate()
        output.expect("var next: Box<A>?", "var all: [A]?", "indirect enum Box<")
    }

    @Test func listOfItselfNeedsNoBox() throws {
        let output = try SmallDocument.schemas(
            "A: {properties: {all: {type: array, items: {$ref: '#/components/schemas/A'}}, map: {additionalProperties: {$ref: '#/components/schemas/A'}}}}"
        ).generate()
        output.expect("var all: [A]?", "var map: [String: A]?")
        output.refute("Box<")
    }

    @Test func circleOfStructsHasOneBox() throws {
        let output = try SmallDocument.schemas(
            """
            A: {properties: {b: {$ref: '#/components/schemas/B'}}}
            B: {properties: {c: {$ref: '#/components/schemas/C'}}}
            C: {properties: {a: {$ref: '#/components/schemas/A'}}}
            """
        ).generate()
        let boxes = ["var a: Box<A>?", "var b: Box<B>?", "var c: Box<C>?"].filter { output.code.contains($0) }
        #expect(boxes.count == 1)
    }

    @Test func unionThatContainsItselfIsIndirect() throws {
        let output = try SmallDocument.schemas(
            """
            A: {oneOf: [{$ref: '#/components/schemas/B'}, {type: string}]}
            B: {type: object, properties: {a: {$ref: '#/components/schemas/A'}}}
            """
        ).generate()
        output.expect("indirect enum A: ", "var a: A?")
        output.refute("Box<")
    }

    @Test func aliasOfAScalarIsATypealias() throws {
        let output = try SmallDocument.schemas(
            "ID: {type: string}\nIDs: {type: array, items: {$ref: '#/components/schemas/ID'}}\nMaybe: {type: [string, 'null']}"
        ).generate()
        output.expect("typealias ID = String", "typealias IDs = [ID]", "typealias Maybe = String")
    }

    @Test(arguments: [
        "A: {type: array, items: {$ref: '#/components/schemas/A'}}",
        "A: {$ref: '#/components/schemas/A'}",
        "A: {additionalProperties: {$ref: '#/components/schemas/B'}}\nB: {type: array, items: {$ref: '#/components/schemas/A'}}",
        "A: {anyOf: [{$ref: '#/components/schemas/A'}, {type: 'null'}]}",
    ])
    func aliasOfItselfIsAnyJSON(_ schemas: String) throws {
        let output = try SmallDocument.schemas(schemas).generate()
        output.expect("JSONValue")
        #expect(output.findings.contains { $0.kind == .fault && $0.message.contains("itself") })
    }

    @Test func aliasIsTheTypeOfAParameter() throws {
        let output = try SmallDocument.operation(
            "parameters: [{name: ids, in: query, explode: false, schema: {$ref: '#/components/schemas/IDs'}}]",
            "components: {schemas: {IDs: {type: array, items: {type: string}}}}"
        ).generate()
        output.expect("case doIt(ids: IDs? = nil)", "\"ids\": .separated(ids)")
    }
}
