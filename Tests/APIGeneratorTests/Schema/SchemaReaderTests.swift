import Testing

@testable import APIGenerator

struct SchemaReaderTests {
    /// The output for a model with one property.
    static func property(_ schema: String, isRequired: Bool = true) throws -> Generator.Output {
        try SmallDocument.schemas(
            "A: {type: object, properties: {value: \(schema)}\(isRequired ? ", required: [value]" : "")}\n"
                + "Other: {type: object, properties: {id: {type: string}}}"
        ).generate()
    }

    @Test(arguments: [
        ("{type: string}", "String"), ("{type: boolean}", "Bool"), ("{type: integer}", "Int"),
        ("{type: integer, format: int32}", "Int"), ("{type: integer, format: int64}", "Int64"),
        ("{type: number}", "Double"), ("{type: number, format: float}", "Double"),
        ("{type: string, format: date-time}", "Date"), ("{type: string, format: date}", "CalendarDate"),
        ("{type: string, format: uuid}", "String"), ("{type: string, format: byte}", "Data"),
        ("{type: string, format: password}", "String"), ("{type: string, format: odd}", "String"),
        ("{type: array, items: {type: string}}", "[String]"), ("{type: array}", "[JSONValue]"),
        ("{items: {type: integer}}", "[Int]"),
        ("{type: array, items: {type: array, items: {type: number}}}", "[[Double]]"),
        ("{type: array, items: {type: [string, 'null']}}", "[String?]"), ("{type: object}", "[String: JSONValue]"),
        ("{type: object, additionalProperties: {type: integer}}", "[String: Int]"),
        ("{additionalProperties: {type: string}}", "[String: String]"),
        ("{type: object, additionalProperties: true}", "[String: JSONValue]"),
        ("{type: object, additionalProperties: false}", "[String: JSONValue]"), ("{}", "JSONValue"),
        ("true", "JSONValue"), ("{description: anything}", "JSONValue"),
        ("{type: boolean, enum: [true]}", "Bool"), ("{type: number, enum: [1.5]}", "Double"),
        ("{$ref: '#/components/schemas/Other'}", "Other"),
        ("{type: array, items: {$ref: '#/components/schemas/Other'}}", "[Other]"),
        ("{allOf: [{$ref: '#/components/schemas/Other'}]}", "Other"),
        ("{allOf: [{$ref: '#/components/schemas/Other'}], description: d}", "Other"),
        ("{anyOf: [{$ref: '#/components/schemas/Other'}]}", "Other"),
    ])
    func schemaIsAType(_ schema: String, _ type: String) throws {
        try Self.property(schema).expect("var value: \(type) }")
    }

    @Test(arguments: [
        ("{type: [integer, number]}", "Double"), ("{oneOf: [{type: integer}, {type: number}]}", "Double"),
        ("{anyOf: [{type: string, format: date}, {type: string, format: date-time}]}", "String"),
    ])
    func variantsOfOneTypeAreThatType(_ schema: String, _ type: String) throws {
        let output = try Self.property(schema)
        output.expect("var value: \(type) }")
    }

    @Test(arguments: ["{prefixItems: [{type: string}]}", "{not: {type: string}}"])
    func schemaWithoutATypeIsNotItsItem(_ schema: String) throws {
        let output = try Self.property(schema)
        output.refute("var value: String")
        output.expect(.approximated, "is not checked", at: "#/components/schemas/A/properties/value")
    }

    @Test func propertyThatNeedNotBeThereIsOptional() throws {
        try Self.property("{type: string}", isRequired: false).expect("var value: String? }")
    }

    @Test(arguments: ["readOnly", "writeOnly"]) func propertyOfOneDirectionIsOptional(_ word: String) throws {
        try Self.property("{type: string, \(word): true}").expect("var value: String? }")
    }

    @Test func namesInRequiredThatAreNoPropertiesAreIgnored() throws {
        let output = try SmallDocument.schemas("A: {properties: {a: {type: string}}, required: [a, b]}").generate()
        output.expect("struct A: Codable, Equatable, Sendable { var a: String }")
        #expect(output.findings.isEmpty)
    }

    // MARK: Schemas inside others

    @Test func equalSchemasInsideOthersAreOneModel() throws {
        let output = try SmallDocument.schemas(
            """
            A: {properties: {place: {type: object, properties: {x: {type: integer}}}}}
            B: {properties: {place: {type: object, description: another, properties: {x: {type: integer, example: 5}}}}}
            C: {properties: {place: {type: object, properties: {x: {type: string}}}}}
            """
        ).generate()
        output.expect("struct CPlace: ")
        output.expect("struct APlace: ")
        #expect(output.models == 5)
    }

    @Test func requiredMakesSchemasDiffer() throws {
        let output = try SmallDocument.schemas(
            """
            A: {properties: {place: {type: object, properties: {x: {type: integer}}}}}
            B: {properties: {place: {type: object, properties: {x: {type: integer}}, required: [x]}}}
            """
        ).generate()
        output.expect("struct APlace: ", "struct BPlace: ")
    }

    @Test func propertyNamedLikeAKeywordOfSchemasIsKept() throws {
        let output = try SmallDocument.schemas(
            """
            A: {properties: {v: {type: object, properties: {description: {type: string}, x-a: {type: string}}}}}
            B: {properties: {v: {type: object, properties: {description: {type: integer}, x-a: {type: string}}}}}
            """
        ).generate()
        output.expect("var description: String?", "var description: Int?", "case xA = \"x-a\"")
    }

    @Test func documentationAndDeprecationAreKept() throws {
        let output = try SmallDocument.schemas(
            "A: {description: A thing., deprecated: true, properties: {a: {type: string, description: 'Its name.', deprecated: true}}}"
        ).generate()
        output.expect("/// A thing. /// /// Deprecated. struct A", "/// Its name. /// /// Deprecated. var a")
    }

    // MARK: Additional properties

    @Test func additionalPropertiesBesidePropertiesAreAMember() throws {
        let output = try SmallDocument.schemas(
            "A: {properties: {a: {type: string}}, additionalProperties: {type: integer}}"
        ).generate()
        output.expect(
            "var additionalProperties: [String: Int] = [:]", "besides: [\"a\"]", "extension Small.A: Codable")
    }

    @Test func propertyOfThatNameIsAnotherMember() throws {
        let output = try SmallDocument.schemas(
            "A: {properties: {additionalProperties: {type: string}}, additionalProperties: {type: integer}}"
        ).generate()
        output.expect("var additionalProperties: String?", "var additionalProperties2: [String: Int] = [:]")
    }

    // MARK: Multipart

    @Test func formWithFilesHasParts() throws {
        let output = try SmallDocument.operation(
            """
            requestBody: {required: true, content: {multipart/form-data: {schema: {type: object, required: [file], properties: {
              file: {type: string, format: binary}, more: {type: array, items: {type: string, format: binary}}, note: {type: string},
              tags: {type: array, items: {type: string}}, info: {type: object, properties: {a: {type: string}}}}}}}}
            """, method: "post"
        ).generate()
        output.expect(
            ".multipart(body.parts)", "var file: File", "parts.append(file.part(named: \"file\"))",
            "parts.append(Part(\"note\", note))", "Part(\"info\", json: info)", "struct File")
    }
}
