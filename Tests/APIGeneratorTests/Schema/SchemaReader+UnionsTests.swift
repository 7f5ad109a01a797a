import Testing

@testable import APIGenerator

/// `oneOf` and `anyOf` by each of their rules.
struct SchemaReaderUnionsTests {
    static let pets = """
        Cat: {type: object, properties: {kind: {type: string}, claws: {type: integer}}, required: [kind]}
        Dog: {type: object, properties: {kind: {type: string}, tricks: {type: integer}}, required: [kind]}
        """

    static func union(_ schema: String, _ others: String = pets) throws -> Generator.Output {
        try SmallDocument.schemas("Pet: \(schema)\n\(others)").generate()
    }

    static let refs = "[{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]"

    @Test(arguments: ["oneOf", "anyOf"]) func discriminatorTellsByTheNamesOfSchemas(_ keyword: String) throws {
        let output = try Self.union("{\(keyword): \(Self.refs), discriminator: {propertyName: kind}}")
        output.expect(
            "enum Pet: Codable, Equatable, Sendable { case cat(Cat) case dog(Dog)", "case unknown(JSONValue)",
            "keys.decodeIfPresent(String.self, forKey: AnyKey(\"kind\"))",
            "case \"Cat\": self = .cat(try container.decode(Cat.self))")
        #expect(output.unions == ["discriminator": 1] && output.findings.isEmpty)
    }

    @Test func discriminatorTellsByItsMapping() throws {
        let output = try Self.union(
            "{oneOf: \(Self.refs), discriminator: {propertyName: kind, mapping: {c: '#/components/schemas/Cat', k: Cat, d: Dog}}}"
        )
        output.expect("case \"c\", \"k\": self = .cat", "case \"d\": self = .dog")
    }

    @Test func mappingToNothingIsAFault() throws {
        let output = try Self.union(
            "{oneOf: \(Self.refs), discriminator: {propertyName: kind, mapping: {c: '#/components/schemas/Cow', d: 5}}}"
        )
        let pointer = "#/components/schemas/Pet/discriminator/mapping"
        output.expect(.fault, "leads to nothing", at: pointer + "/c")
        #expect(output.findings.contains { $0.pointer == pointer + "/d" })
        output.expect("case cat(Cat)")
    }

    @Test func discriminatorWithoutANameIsAFault() throws {
        let output = try Self.union("{oneOf: \(Self.refs), discriminator: {mapping: {}}}")
        output.expect(.fault, "without \"propertyName\"", at: "#/components/schemas/Pet/discriminator")
    }

    @Test func requiredConstantTells() throws {
        let output = try Self.union(
            "{oneOf: \(Self.refs)}",
            """
            Cat: {type: object, properties: {kind: {const: cat}, name: {type: string}}, required: [kind]}
            Dog: {type: object, properties: {kind: {type: string, enum: [dog, puppy]}, name: {type: string}}, required: [kind]}
            """)
        output.expect(
            "case \"cat\": self = .cat(try container.decode(Cat.self))", "case \"dog\", \"puppy\": self = .dog",
            "default: self = .unknown(try container.decode(JSONValue.self))")
        #expect(output.unions == ["required constant": 1] && output.findings.isEmpty)
    }

    @Test func constantMayBeANumber() throws {
        let output = try Self.union(
            "{oneOf: \(Self.refs)}",
            """
            Cat: {type: object, properties: {type: {type: integer, enum: [1]}}, required: [type]}
            Dog: {type: object, properties: {type: {type: integer, enum: [2]}}, required: [type]}
            """)
        output.expect("keys.decodeIfPresent(Int.self, forKey: AnyKey(\"type\"))", "case 2: self = .dog")
    }

    @Test func constantThatNeedNotBeThereTellsWhereNoRequiredOneDoes() throws {
        let output = try Self.union(
            "{oneOf: \(Self.refs)}",
            """
            Cat: {type: object, properties: {kind: {const: cat}}}
            Dog: {type: object, properties: {kind: {const: dog}}}
            """)
        output.expect("case \"cat\": self = .cat(try container.decode(Cat.self))")
    }

    @Test func keysThatOnlyOneVariantRequiresTell() throws {
        let output = try Self.union(
            "{oneOf: \(Self.refs)}",
            """
            Cat: {type: object, properties: {claws: {type: integer}}, required: [claws]}
            Dog: {type: object, properties: {tricks: {type: integer}}, required: [tricks]}
            """)
        output.expect(
            "if keys.contains(AnyKey(\"claws\")) { self = .cat(try container.decode(Cat.self))",
            "} else { self = .unknown(try container.decode(JSONValue.self)) }")
        #expect(output.unions == ["required keys": 1] && output.findings.isEmpty)
    }

    @Test func keyThatAnotherVariantMayHaveDoesNotTell() throws {
        let output = try Self.union(
            "{oneOf: \(Self.refs)}",
            """
            Cat: {type: object, properties: {a: {type: integer}, b: {type: integer}}, required: [a]}
            Dog: {type: object, properties: {a: {type: integer}, c: {type: integer}}}
            """)
        #expect(output.unions == ["tried": 1])
    }

    @Test func variantsThatNothingTellsApartAreTriedWithAFinding() throws {
        let output = try Self.union("{oneOf: \(Self.refs)}")
        output.expect(.approximated, "nothing tells the variants", at: "#/components/schemas/Pet")
        output.expect("closest.consider(Cat.self, knowing: Cat.CodingKeys.self) { .cat($0) }")
    }

    @Test func variantThatRequiresMoreIsTriedFirst() throws {
        let output = try Self.union(
            "{oneOf: \(Self.refs)}",
            """
            Cat: {type: object, properties: {a: {type: integer}, b: {type: integer}}, required: [a]}
            Dog: {type: object, properties: {a: {type: integer}, b: {type: integer}}, required: [a, b]}
            """)
        output.expect("{ .dog($0) } closest.consider(Cat.self")
    }

    @Test func kindsOfJSONTell() throws {
        let output = try Self.union(
            "{oneOf: [{type: string}, {type: integer}, {type: array, items: {type: string}}, {$ref: '#/components/schemas/Cat'}]}"
        )
        output.expect("case string(String) case int(Int) case list([String]) case cat(Cat)")
        output.refute("case unknown(JSONValue)")
        #expect(output.unions == ["kind of JSON": 1] && output.findings.isEmpty)
    }

    @Test func listOfTypesIsAUnion() throws {
        let output = try Self.union("{type: [string, integer]}")
        output.expect("enum Pet: ", "case string(String) case int(Int)")
    }

    @Test func variantsOfOneTypeAreThatType() throws {
        let output = try Self.union(
            "{properties: {a: {oneOf: [{type: string, minLength: 1}, {type: string, maxLength: 5}]}}}")
        output.expect("var a: String?")
        try Self.union(
            "{properties: {a: {oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Cat'}]}}}"
        )
        .expect("Cat")
    }

    @Test func variantsThatOnlyLimitAreIgnored() throws {
        let output = try Self.union(
            "{type: object, properties: {a: {type: string}, b: {type: string}}, anyOf: [{required: [a]}, {required: [b]}]}"
        )
        output.expect("struct Pet: Codable", "var a: String?")
    }

    @Test func propertiesBesideVariantsBelongToEach() throws {
        let output = try Self.union(
            """
            {type: object, properties: {id: {type: string}}, required: [id], oneOf: [
              {type: object, title: One, properties: {a: {type: string}}, required: [a]},
              {type: object, title: Two, properties: {b: {type: string}}, required: [b]}]}
            """)
        output.expect("struct PetOne: Codable, Equatable, Sendable { var id: String var a: String }")
        output.expect("struct PetTwo: Codable, Equatable, Sendable { var id: String var b: String }")
    }

    @Test func severalUnionsOfOneSchemaAreAnObject() throws {
        let output = try Self.union(
            """
            {oneOf: [{properties: {a: {type: string}}}, {properties: {b: {type: string}}}],
             anyOf: [{properties: {c: {type: string}}}, {properties: {d: {type: string}}}]}
            """)
        output.expect(.approximated, "variants that a value may be at once", at: "#/components/schemas/Pet")
        output.expect("var a: String? var b: String? var c: String? var d: String?")
    }

    @Test func baseWithADiscriminatorIsAUnionOfItsHeirs() throws {
        let output = try SmallDocument.schemas(
            """
            Pet: {type: object, properties: {kind: {type: string}}, required: [kind], discriminator: {propertyName: kind}}
            Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {claws: {type: integer}}}]}
            Dog: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {tricks: {type: integer}}}]}
            """
        ).generate()
        output.expect(
            "enum Pet: Codable, Equatable, Sendable { case cat(Cat) case dog(Dog)", "case \"Cat\": self = .cat",
            "struct Cat: Codable, Equatable, Sendable { var kind: String var claws: Int? }")
    }

    @Test func discriminatorWithoutVariantsIsNoted() throws {
        let output = try Self.union(
            "{type: object, properties: {kind: {type: string}}, discriminator: {propertyName: kind}}")
        output.expect(.approximated, "a discriminator without variants", at: "#/components/schemas/Pet")
    }

    @Test func valueOfADiscriminatorForTwoVariantsIsNoted() throws {
        let output = try Self.union(
            "{oneOf: \(Self.refs), discriminator: {propertyName: kind}}",
            """
            Cat: {type: object, properties: {kind: {enum: [x]}, claws: {type: integer}}, required: [kind, claws]}
            Dog: {type: object, properties: {kind: {enum: [x]}, tricks: {type: integer}}, required: [kind, tricks]}
            """)
        output.expect(.approximated, "stand for several variants", at: "#/components/schemas/Pet/discriminator")
        #expect(output.unions == ["required keys": 1])
    }

    @Test func booleanConstantsTell() throws {
        let schema =
            "{oneOf: [{properties: {ok: {type: boolean, enum: [true]}, v: {type: string}}, required: [ok]},"
            + " {properties: {ok: {type: boolean, enum: [false]}, e: {type: string}}, required: [ok]}]}"
        try Self.union(schema).expect(
            "keys.decodeIfPresent(Bool.self, forKey: AnyKey(\"ok\")) { case true: ", "case false: ")
    }

    @Test func integerDiscriminatorIsReadAsAnInteger() throws {
        let others =
            "Cat: {properties: {v: {type: integer, enum: [1]}}}\nDog: {properties: {v: {type: integer, enum: [2]}}}"
        let schema =
            "{oneOf: \(Self.refs), discriminator: {propertyName: v, mapping:"
            + " {'1': '#/components/schemas/Cat', '2': '#/components/schemas/Dog'}}}"
        try Self.union(schema, others).expect("keys.decodeIfPresent(Int.self, forKey: AnyKey(\"v\")) { case 1: ")
    }

    @Test func requiredKeysComeBeforeConstantsThatMayBeAbsent() throws {
        let others =
            "Cat: {properties: {t: {type: string, enum: [a]}, x: {type: string}}, required: [x]}\n"
            + "Dog: {properties: {t: {type: string, enum: [b]}, y: {type: string}}, required: [y]}"
        try Self.union("{anyOf: \(Self.refs)}", others).expect("if keys.contains(AnyKey(\"x\"))")
    }

    @Test func objectsWithoutNamesThatMayBeBothAreOne() throws {
        let schema =
            "{anyOf: [{properties: {a: {type: string}}, required: [a]}, {properties: {b: {type: string}}, required: [b]}]}"
        let output = try Self.union(schema)
        output.expect("struct Pet: Codable, Equatable, Sendable { var a: String? var b: String? }")
    }

    @Test func unionThatLeadsBackToItselfLosesTheVariant() throws {
        let output = try Self.union(
            "{oneOf: [{$ref: '#/components/schemas/Other'}, {type: string}]}",
            "Other: {oneOf: [{$ref: '#/components/schemas/Pet'}, {type: integer}]}")
        output.refute("case other(Other)")
        output.expect("case pet(Pet)", "case string(String)")
        output.expect(.fault, "leads back to the union", at: "#/components/schemas/Pet")
    }
}
