import Foundation
import Testing

@testable import APIGenerator

struct GeneratorTests {
    /// Operations with a tag each, by its name; none for an empty one.
    static func operations(_ count: Int, tags: (Int) -> String = { _ in "" }, path: (Int) -> String = { "/p\($0)" })
        -> SmallDocument
    {
        SmallDocument.paths(
            (0..<count).map { number in
                let tag = tags(number)
                return "\(path(number)): {get: {operationId: op\(number)"
                    + (tag.isEmpty ? "" : ", tags: [\(tag)]") + "}}"
            }.joined(separator: "\n"))
    }

    // MARK: The document

    @Test func enumHasTheNameOfTheTitleOrTheGivenOne() throws {
        #expect(try Self.operations(1).generate().name == "Small")
        #expect(try Self.operations(1).with { $0.name = "Mine" }.generate().name == "Mine")
        var document = Self.operations(1)
        for (title, name) in [("String", "StringAPI"), ("'...'", "API"), ("1 World API", "API1WorldAPI")] {
            document.files["api.yaml"] = document.files["api.yaml"]?.replacing("title: Small", with: "title: \(title)")
            #expect(try document.generate().name == name)
            document = Self.operations(1)
        }
    }

    @Test(arguments: [
        ("Mine", true), ("My_API2", true), ("mine", false), ("2Mine", false), ("String", false), ("My API", false),
        ("", false), ("Müller", false), ("Self", false),
    ])
    func nameOfAnEnumIsAnIdentifier(_ name: String, _ isOne: Bool) {
        #expect(Generator.isTypeName(name) == isOne)
    }

    @Test func otherVersionsAreErrors() {
        expectFault(SmallDocument("swagger: '2.0'\ninfo: {}"), "api.yaml:1: error: this is Swagger 2.0")
        expectFault(SmallDocument("info: {}\nopenapi: 4.0.0"), "api.yaml:2: error: OpenAPI 4.0.0 is not supported")
        expectFault(SmallDocument("info: {}"), "\"openapi\", the version of the document, is missing")
        expectFault(SmallDocument("openapi: 3.1.0\npaths: {}"), "has no operations (at #/paths)")
        expectFault(SmallDocument("openapi: 3.1.0\npaths: 5"), "has no operations")
    }

    @Test func version32IsReadAs31() throws {
        var document = Self.operations(1)
        document.files["api.yaml"] = document.files["api.yaml"]?.replacing("3.1.0", with: "3.2.0")
        try document.generate().expect(.approximated, "is read as 3.1", at: "#/openapi")
    }

    @Test func eachFileSaysThatItIsGenerated() throws {
        for file in try Self.operations(3).generate().files {
            #expect(file.text.hasPrefix(Generator.mark + "api.yaml "))
        }
    }

    @Test func webhooksAreRefused() throws {
        var document = Self.operations(1)
        document.files["api.yaml"]? += "\nwebhooks: {new: {post: {}}}"
        try document.generate().expect(.refused, "webhooks", at: "#/webhooks")
    }

    // MARK: Determinism

    @Test func twoRunsAreEqual() throws {
        let document = Self.operations(120, tags: { "t\($0 % 7)" })
        let (one, other) = (try document.generate(), try document.generate())
        #expect(one.files.map(\.text) == other.files.map(\.text) && one.findings == other.findings)
    }

    @Test(.enabled(if: DocumentReaderOpenAPITests.isThere), arguments: DocumentReaderOpenAPITests.names.dropLast(2))
    func yamlAndJSONOfADocumentAreEqual(_ name: String) throws {
        let data = try Data(contentsOf: DocumentReaderOpenAPITests.folder.appendingPathComponent("\(name).json"))
        let json = try Generator.generate("api.json") { _ in data }
        for style in YAMLWriter.Style.allCases {
            var writer = YAMLWriter(style)
            let text = writer.document(try DocumentReader.read(data))
            let yaml = try Generator.generate("api.json") { _ in Data(text.utf8) }
            #expect(yaml.files.map(\.text) == json.files.map(\.text), "\(style)")
        }
    }

    @Test func orderOfSchemasDoesNotChangeTheModels() throws {
        let (pet, owner) = ("Pet: {properties: {a: {type: string}}}", "Owner: {properties: {b: {type: string}}}")
        let one = try SmallDocument.schemas("\(pet)\n\(owner)").generate()
        let other = try SmallDocument.schemas("\(owner)\n\(pet)").generate()
        #expect(one.files.map(\.text) == other.files.map(\.text))
    }

    // MARK: Filters

    static let twoTags = SmallDocument.paths(
        """
        /pets: {get: {operationId: listPets, tags: [pets], responses: {200: {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}}
        /owners: {get: {operationId: listOwners, tags: [owners], responses: {200: {content: {application/json: {schema: {$ref: '#/components/schemas/Owner'}}}}}}}
        /both: {get: {operationId: both, tags: [pets, owners]}}
        """,
        """
        components:
          schemas:
            Pet: {properties: {toy: {$ref: '#/components/schemas/Toy'}}}
            Toy: {properties: {name: {type: string}}}
            Owner: {properties: {name: {type: string}}}
            Unused: {properties: {name: {type: string}}}
        """)

    @Test func withoutFilterAllModelsAreWritten() throws {
        try Self.twoTags.generate().expect("struct Unused", "struct Toy", "struct Owner", "struct Pet")
    }

    @Test func filterByTagLeavesOutModelsThatNothingUses() throws {
        let output = try Self.twoTags.with { $0.tags = ["pets"] }.generate()
        output.expect("case listPets", "case both", "struct Pet", "struct Toy")
        output.refute("listOwners", "struct Owner", "struct Unused")
    }

    @Test func filterByIDStandsBesideThatByTag() throws {
        let output = try Self.twoTags.with { $0.operations = ["listOwners"] }.generate()
        output.expect("case listOwners", "struct Owner")
        output.refute("listPets", "case both", "struct Pet", "struct Toy")
        #expect(
            try Self.twoTags.with {
                $0.operations = ["listOwners"]; $0.tags = ["pets"]
            }.generate().operations == 3)
    }

    @Test func filterThatNothingHasIsAnErrorWithTheOthers() {
        expectFault(
            Self.twoTags.with { $0.tags = ["cats"] }, "no operation has the tag \"cats\", but \"owners\", \"pets\"")
        expectFault(Self.twoTags.with { $0.operations = ["listCats"] }, "but listOwners, listPets")
    }

    // MARK: Groups

    /// The cases of each switch of the output.
    static func switches(_ text: String) -> [Int] {
        text.components(separatedBy: "switch self {").dropFirst().map { part in
            part.components(separatedBy: "\n").prefix { $0.trimmingCharacters(in: .whitespaces) != "}" }
                .filter { $0.trimmingCharacters(in: .whitespaces).hasPrefix("case .") }.count
        }
    }

    @Test func hundredOperationsAreOneEnum() throws {
        let output = try Self.operations(100, tags: { "t\($0 % 3)" }).generate()
        #expect(Self.switches(output.file("Small.swift")) == [100])
        #expect(output.files.map(\.name).contains("Small+T1.swift"))
    }

    @Test func moreAreAnEnumEachTag() throws {
        let output = try Self.operations(101, tags: { $0 < 50 ? "pets" : "owners" }).generate()
        #expect(Self.switches(output.file("Small.swift")) == [2])
        #expect(Self.switches(output.file("Small+Pets.swift")) == [50])
        output.expect("case pets(Pets)", "case .owners(let target): target.route", "Self(.pets(.op0))")
    }

    @Test func withoutTagsTheFirstStepOfThePathDivides() throws {
        let output = try Self.operations(101, path: { $0 < 50 ? "/pets/\($0)" : "/owners/\($0)" }).generate()
        output.expect("case pets(Pets)", "case owners(Owners)")
    }

    @Test func largeTagIsDividedIntoHundreds() throws {
        let output = try Self.operations(1_000, tags: { _ in "pets" }).generate()
        let text = output.files.map(\.text).joined()
        #expect(Self.switches(text).allSatisfy { $0 <= 100 })
        #expect(output.files.filter { $0.name.hasPrefix("Small+Pets") }.count == 10)
        let routes = text.components(separatedBy: "\n").filter { $0.contains(": .get(\"p") }
        #expect(Set(routes).count == 1_000)
        for number in 0..<1_000 {
            #expect(routes.contains { $0.contains("case .op\(number): .get(\"p\(number)\")") })
            #expect(text.contains("static func op\(number)() -> Self"))
        }
    }

    @Test func tagsAreNoMoreThanTheCasesOfASwitch() throws {
        let output = try Self.operations(400, tags: { "tag\($0 / 2)" }).generate()
        let text = output.files.map(\.text).joined()
        #expect(Self.switches(text).allSatisfy { $0 <= 100 })
        output.expect("case otherOperations(OtherOperations)", "case tag0(Tag0)")
    }

    @Test func filesHaveNamesThatDifferInMoreThanCase() throws {
        let tags = ["support", "Support", "samples", "models", "SAMPLES"]
        for count in [10, 110] {
            let output = try Self.operations(count, tags: { tags[$0 % tags.count] }).generate()
            #expect(Set(output.files.map { $0.name.lowercased() }).count == output.files.count)
        }
    }

    @Test func versionOfAPathIsNoGroup() throws {
        let paths = (0..<101).map { number in
            "/v1/\(number < 50 ? "pets" : "toys")/\(number): {get: {operationId: op\(number), responses: {}}}"
        }
        let output = try SmallDocument.paths(paths.joined(separator: "\n")).generate()
        output.expect("case pets(Pets)", "case toys(Toys)")
    }

    @Test func nameOfAGroupIsNoModels() throws {
        var document = Self.operations(101, tags: { $0 < 50 ? "Pet" : "Route" })
        document.files["api.yaml"]? += "\ncomponents: {schemas: {Pet: {properties: {a: {type: string}}}}}"
        let output = try document.generate()
        output.expect("struct Pet:", "case petOperations(PetOperations)", "enum PetOperations")
        output.refute("enum Route:")
    }

    // MARK: Headers

    @Test func headerOfNineOfTenOperationsStandsOnTheTarget() throws {
        let header = "parameters: [{name: X-Version, in: header, required: true, schema: {type: string, default: '7'}}]"
        let output = try SmallDocument.paths(
            (0..<10).map { "/p\($0): {get: {operationId: op\($0)\($0 > 0 ? ", " + header : "")}}" }
                .joined(separator: "\n")
        ).generate()
        output.expect("\"X-Version\": \"7\"")
        output.refute("xVersion")
    }

    @Test func commonHeaderWithoutAValueIsThePlugins() throws {
        let header = "parameters: [{name: X-Tenant, in: header, required: true, schema: {type: string}}]"
        let output = try SmallDocument.paths(
            (0..<4).map { "/p\($0): {get: {operationId: op\($0), \(header)}}" }.joined(separator: "\n")
        ).generate()
        output.expect("the plugin `.headers` sets them: X-Tenant.")
        output.refute("xTenant")
        #expect(output.findings.contains { $0.kind == .approximated && $0.message.contains("X-Tenant") })
    }

    @Test func headerOfHalfOfTheOperationsIsAParameter() throws {
        let header = "parameters: [{name: X-Tenant, in: header, required: true, schema: {type: string}}]"
        let output = try SmallDocument.paths(
            (0..<4).map { "/p\($0): {get: {operationId: op\($0)\($0 % 2 == 0 ? ", " + header : "")}}" }
                .joined(separator: "\n")
        ).generate()
        output.expect("case op0(xTenant: String)", ".header(\"X-Tenant\", xTenant)")
    }

    // MARK: Servers

    static func servers(_ servers: String) throws -> Generator.Output {
        var document = operations(1)
        document.files["api.yaml"] = document.files["api.yaml"]?
            .replacing("servers: [{url: https://api.example.com}]", with: "servers: \(servers)")
        return try document.generate()
    }

    @Test func firstServerIsTheBaseURL() throws {
        let output = try Self.servers(
            "[{url: https://a.example.com/v1}, {url: https://b.example.com, description: Sandbox}]")
        output.expect(
            "static let host = URL(string: \"https://a.example.com/v1\")!",
            "static let sandbox = URL(string: \"https://b.example.com\")!", "var baseURL: URL { Self.host }")
    }

    @Test func serverWithVariablesIsAFunction() throws {
        let output = try Self.servers(
            "[{url: 'https://{region}.example.com/{version}', variables: {region: {default: eu, enum: [eu, us]}, version: {default: v2}}}]"
        )
        output.expect(
            "static let host = URL(string: \"https://eu.example.com/v2\")!",
            "static func server(region: String = \"eu\", version: String = \"v2\") -> URL?",
            "URL(string: \"https://\\(region).example.com/\\(version)\")", "One of eu, us.")
    }

    @Test func serverWithoutAHostIsNoted() throws {
        let output = try Self.servers("[{url: /v1}]")
        output.expect(.approximated, "the server has no host", at: "#/servers/0")
        output.expect("http://localhost/v1")
    }

    @Test func serverThatIsNoURLIsLeftOut() throws {
        let output = try Self.servers("[{url: 'https://'}, {description: d}]")
        #expect(output.findings.filter { $0.kind == .fault }.map(\.pointer) == ["#/servers/0", "#/servers/1"])
        output.expect("http://localhost")
    }

    @Test func serverOfAPathOrAnOperationIsTheBaseURLOfItsCases() throws {
        let output = try SmallDocument.paths(
            """
            /a: {get: {operationId: a, responses: {204: {description: d}}}}
            /b: {get: {operationId: b, responses: {204: {description: d}}}}
            /up:
              servers: [{url: https://uploads.example.com, description: Uploads}, {url: https://second.example.com}]
              post: {operationId: send, responses: {204: {description: d}}}
              put:
                operationId: replace
                servers: [{url: 'https://{zone}.example.com', variables: {zone: {default: eu}}}]
                responses: {204: {description: d}}
              get: {operationId: c, servers: [{url: https://api.example.com}], responses: {204: {description: d}}}
            """
        ).generate()
        #expect(output.findings.isEmpty)
        output.expect(
            "switch self { case .send: Self.uploads case .replace: Self.server3 default: Self.host }",
            "static let uploads = URL(string: \"https://uploads.example.com\")!",
            "static func server3(zone: String = \"eu\") -> URL?")
        output.refute("second.example.com")
    }

    @Test func serverOfMostOperationsIsTheDefault() throws {
        var document = SmallDocument.paths(
            (1...3).map { "/\($0): {servers: [{url: https://b.example.com}], get: {operationId: op\($0)}}" }
                .joined(separator: "\n") + "\n/4: {get: {operationId: op4}}")
        try document.generate().expect("case .op4: Self.host default: Self.server2")
        document.files["api.yaml"] = document.files["api.yaml"]?
            .replacing("servers: [{url: https://api.example.com}]\n", with: "")
            .replacing("\n  /4: {get: {operationId: op4}}", with: "")
        let output = try document.generate()
        output.expect("var baseURL: URL { Self.host }", "static let host = URL(string: \"https://b.example.com\")!")
        #expect(output.findings.isEmpty)
    }

    @Test func serverOfAnOperationOfAGroupHasThePatternOfItsGroup() throws {
        var document = Self.operations(120)
        document.files["api.yaml"] = document.files["api.yaml"]?
            .replacing("operationId: op7}", with: "operationId: op7, servers: [{url: https://b.example.com}]}")
        try document.generate().expect("(.op7): Self.server2 default: Self.host")
    }

    @Test func modelsOfADocumentWithoutOperationsAreWritten() throws {
        let output = try SmallDocument(
            SmallDocument.head
                + "webhooks: {}\ncomponents: {schemas: {Event: {type: object, properties: {at: {type: string, format: date-time}}}}}"
        ).generate()
        output.expect(.approximated, "no operations: the models alone", at: "#")
        output.expect("nonisolated enum Small {}", "struct Event", "static let jsonDecoder")
        #expect(output.files.map(\.name) == ["Small+Models.swift", "Small+Support.swift", "Small.swift"])
    }

    // MARK: Counts

    @Test func unionsAreCountedByTheirRule() throws {
        let output = try SmallDocument.schemas(
            """
            A: {oneOf: [{type: string}, {type: array, items: {type: string}}]}
            B: {oneOf: [{type: object, properties: {a: {}}, required: [a]}, {type: object, properties: {b: {}}, required: [b]}]}
            """
        ).generate()
        #expect(output.unions == ["kind of JSON": 1, "required keys": 1])
    }

    @Test func headerWithAnotherConstantInEachOperationStays() throws {
        let paths = (0..<4).map { number in
            "/p\(number): {get: {operationId: op\(number), responses: {}, parameters: [{name: X-Target, in: header,"
                + " required: true, schema: {type: string, enum: [T\(number)]}}]}}"
        }
        let output = try SmallDocument.paths(paths.joined(separator: "\n")).generate()
        output.refute("\"X-Target\": \"T0\"")
        output.expect("case op3(xTarget: ")
    }

    @Test func textOfADocumentDoesNotTurnCode() throws {
        var document = Self.operations(1)
        document.files["api.yaml"] = document.files["api.yaml"]?.replacing("title: Small", with: "title: \"a\\u202eb\"")
        let output = try document.with { $0.name = "Small" }.generate()
        #expect(!output.files.map(\.text).joined().unicodeScalars.contains("\u{202E}"))
    }
}
