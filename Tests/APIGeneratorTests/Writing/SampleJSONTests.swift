import Foundation
import Testing

@testable import APIGenerator

struct SampleJSONTests {
    static func sample(_ content: String, _ schemas: String = "") throws -> Generator.Output {
        try SmallDocument.operation(
            "responses: {200: {content: {application/json: {\(content)}}}}",
            "components:\n  schemas:\n    Z: {type: string}\n" + SmallDocument.indented(schemas, 4)
        ).generate()
    }

    @Test func sampleIsTheExample() throws {
        try Self.sample("schema: {type: object, properties: {a: {type: string}}}, example: {a: hello}").expect(
            ##"case .doIt: .json(#"{"a": "hello"}"#)"##)
        try Self.sample("schema: {type: integer}, examples: {one: {value: 7}}").expect(##".json(#"7"#)"##)
    }

    @Test func exampleThatDoesNotFitIsAFaultAndAnotherOneIsMade() throws {
        let output = try Self.sample(
            "schema: {type: object, properties: {a: {type: integer}}, required: [a]}, example: {a: hello}")
        output.expect(##".json(#"{"a": 1}"#)"##)
        #expect(output.findings.contains { $0.kind == .fault && $0.message.contains("does not fit its schema") })
    }

    @Test(arguments: [
        ("{type: string}", "\"text\""), ("{type: integer}", "1"), ("{type: number}", "1.5"),
        ("{type: boolean}", "true"),
        ("{type: integer, minimum: 7}", "7"), ("{type: string, enum: [b, a]}", "\"b\""), ("{const: 5}", "5"),
        ("{type: string, default: d}", "\"d\""), ("{type: string, example: e}", "\"e\""),
        ("{type: string, examples: [e]}", "\"e\""), ("{type: string, format: date}", "\"2026-01-31\""),
        ("{type: string, format: date-time}", "\"2026-01-31T09:30:00Z\""),
        ("{type: array, items: {type: boolean}}", "[true]"),
        ("{oneOf: [{type: boolean}, {type: string}]}", "true"),
        ("{type: object, additionalProperties: {type: integer}}", "{\"key\": 1}"),
    ])
    func valueIsMadeOfTheSchema(_ schema: String, _ value: String) throws {
        try Self.sample("schema: {type: object, required: [v], properties: {v: \(schema)}}").expect("\"v\": \(value)")
    }

    @Test func recursiveSchemaHasAnEnd() throws {
        let output = try Self.sample(
            "schema: {$ref: '#/components/schemas/Node'}",
            "Node: {type: object, required: [name], properties: {name: {type: string}, next: {$ref: '#/components/schemas/Node'}, all: {type: array, items: {$ref: '#/components/schemas/Node'}}}}"
        )
        output.expect(##"{"name": "text""##)
    }

    @Test func statusIsThatOfTheAnswer() throws {
        try SmallDocument.operation("responses: {201: {content: {application/json: {schema: {type: integer}}}}}")
            .generate()
            .expect(##".json(#"1"#, status: 201)"##)
        try SmallDocument.operation("responses: {204: {description: d}}").generate().expect("case .doIt: .status(204)")
    }

    @Test func samplesStandInAFileOfTheirOwnThatMayBeLeftOut() throws {
        let document = SmallDocument.operation("responses: {}")
        #expect(try document.generate().file("Small+Samples.swift").contains("import TalynStubs"))
        let without = try document.with { $0.writesSamples = false }.generate()
        without.refute("TalynStubs", "SampledTarget")
    }

    @Test func rawStringHasEnoughHashes() throws {
        let output = try Self.sample(##"schema: {type: string}, example: "a\"#b""##)
        #expect(output.files.map(\.text).joined().contains("##\""))
    }
}
