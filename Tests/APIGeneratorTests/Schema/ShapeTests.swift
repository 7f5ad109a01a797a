import Testing

@testable import APIGenerator

/// Null in all its spellings, and `allOf`.
struct ShapeTests {
    @Test(arguments: [
        "{type: string, nullable: true}", "{type: [string, 'null']}", "{type: ['null', string]}",
        "{type: [string, null]}",
        "{anyOf: [{type: string}, {type: 'null'}]}", "{oneOf: [{type: 'null'}, {type: string}]}",
        "{type: string, x-nullable: true}", "{allOf: [{type: string}], nullable: true}",
        "{anyOf: [{type: string}, {enum: [null]}]}", "{oneOf: [{type: string}, {const: null}]}",
        "{allOf: [{type: string, nullable: true}]}", "{anyOf: [{type: string, nullable: true}]}",
    ])
    func nullIsOptional(_ schema: String) throws {
        let output = try SchemaReaderTests.property(schema)
        output.expect("var value: String? }")
        #expect(output.findings.isEmpty)
    }

    @Test(arguments: [
        "{anyOf: [{$ref: '#/components/schemas/Other'}, {type: 'null'}]}",
        "{oneOf: [{type: 'null'}, {$ref: '#/components/schemas/Other'}]}",
        "{allOf: [{$ref: '#/components/schemas/Other'}], nullable: true}",
    ])
    func nullBesideAReferenceIsOptional(_ schema: String) throws {
        try SchemaReaderTests.property(schema).expect("var value: Other?")
    }

    @Test func nullInAComponentIsOptionalWhereItIsUsed() throws {
        let output = try SmallDocument.schemas(
            """
            A: {properties: {value: {$ref: '#/components/schemas/B'}, all: {type: array, items: {$ref: '#/components/schemas/B'}}}, required: [value, all]}
            B: {type: object, nullable: true, properties: {id: {type: string}}}
            """
        ).generate()
        output.expect("var value: B?", "var all: [B?]")
    }

    @Test func nullAloneIsNoType() throws {
        try SchemaReaderTests.property("{type: 'null'}").expect("var value: JSONValue?")
    }

    @Test func nullIsWrittenWhereTheKeyMustBeThere() throws {
        let output = try SmallDocument.operation(
            """
            requestBody: {required: true, content: {application/json: {schema: {type: object, required: [a], properties: {
              a: {type: [string, 'null']}, b: {type: string}}}}}}
            """, method: "post"
        ).generate()
        output.expect(
            "try container.encode(a, forKey: .a)", "try container.encodeIfPresent(b, forKey: .b)",
            "Encodes a as null where others are left out.")
    }

    @Test func nullAndAbsentDifferInPATCH() throws {
        let output = try SmallDocument.operation(
            """
            requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {
              a: {type: [string, 'null']}, b: {type: string}}}}}}
            """, method: "patch"
        ).generate()
        output.expect("var a: Nullable<String>?", "var b: String?", "enum Nullable<")
    }

    // MARK: allOf

    @Test func allOfIsOneObject() throws {
        let output = try SmallDocument.schemas(
            """
            Base: {type: object, properties: {id: {type: string}}, required: [id]}
            A: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {name: {type: string}}}, {required: [name]}]}
            """
        ).generate()
        output.expect("struct A: Codable, Equatable, Sendable { var id: String var name: String }")
        #expect(output.findings.isEmpty)
    }

    @Test func propertiesBesideAllOfAreAdded() throws {
        let output = try SmallDocument.schemas(
            "Base: {properties: {id: {type: string}}}\nA: {allOf: [{$ref: '#/components/schemas/Base'}], properties: {b: {type: string}}}"
        ).generate()
        output.expect("struct A: Codable, Equatable, Sendable { var id: String? var b: String? }")
    }

    @Test func laterPropertyReplacesAnEarlierOne() throws {
        let output = try SmallDocument.schemas(
            """
            Base: {properties: {id: {type: string}, name: {type: string}}}
            A: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {id: {type: integer}, name: {description: Words.}}}]}
            """
        ).generate()
        output.expect("struct A: Codable, Equatable, Sendable { var id: Int? var name: String? }")
    }

    @Test func allOfThatIncludesItselfIsAFault() throws {
        let output = try SmallDocument.schemas(
            """
            A: {allOf: [{$ref: '#/components/schemas/B'}, {properties: {a: {type: string}}}]}
            B: {allOf: [{$ref: '#/components/schemas/A'}, {properties: {b: {type: string}}}]}
            """
        ).generate()
        #expect(output.findings.contains { $0.kind == .fault && $0.message.contains("includes itself by \"allOf\"") })
        output.expect("struct A: ", "struct B: ")
    }

    @Test func allOfOfOtherTypesIsAFault() throws {
        let output = try SmallDocument.schemas("A: {allOf: [{type: string}, {type: integer}]}").generate()
        output.expect(.fault, "of another type", at: "#/components/schemas/A/allOf/1")
    }

    @Test func referenceWithKeywordsBesideItIncludesIt() throws {
        let output = try SmallDocument.schemas(
            "Base: {properties: {a: {type: string}}}\n"
                + "More: {$ref: '#/components/schemas/Base', properties: {b: {type: string}}, required: [b]}"
        ).generate()
        output.expect("struct More: Codable, Equatable, Sendable { var a: String? var b: String }")
    }

    @Test func objectOfTwoIncludedSchemasHasThePropertiesOfBoth() throws {
        let output = try SmallDocument.schemas(
            "A: {allOf: [{properties: {s: {type: object, properties: {a: {type: string}}}}},"
                + " {properties: {s: {type: object, properties: {b: {type: string}}}}}]}"
        ).generate()
        output.expect("struct AS: Codable, Equatable, Sendable { var a: String? var b: String? }")
    }

    @Test func schemasThatAreIncludedManyTimesAreReadOnce() throws {
        let levels = (0..<60).map { level in
            let next = "{$ref: '#/components/schemas/A\(level + 1)'}"
            return "A\(level): {allOf: [\(next), \(next)]}"
        }
        let output = try SmallDocument.schemas(
            levels.joined(separator: "\n") + "\nA60: {properties: {a: {type: string}}}"
        ).generate()
        output.expect("struct A0: Codable, Equatable, Sendable { var a: String? }")
    }
}
