import APIGenerator
import Foundation
import Testing

struct DocumentsTests {
    @Test func referenceIsTheModelThatItNames() throws {
        let output = try SmallDocument.schemas(
            """
            Pet: {type: object, properties: {owner: {$ref: '#/components/schemas/Owner'}}}
            Owner: {type: object, properties: {name: {type: string}}}
            """
        ).generate()
        output.expect("var owner: Owner?")
        #expect(output.findings.isEmpty)
    }

    @Test func referenceToNothingIsAFaultAndAnyJSON() throws {
        let output = try SmallDocument.schemas(
            "Pet: {type: object, properties: {owner: {$ref: '#/components/schemas/Nobody'}}}"
        ).generate()
        output.expect("var owner: JSONValue?")
        output.expect(
            .fault, "leads to nothing", at: "#/components/schemas/Pet/properties/owner", line: 7)
    }

    @Test func referencesInACircleAreAnyJSON() throws {
        let output = try SmallDocument.schemas(
            "A: {$ref: '#/components/schemas/B'}\nB: {$ref: '#/components/schemas/A'}"
        ).generate()
        output.expect("JSONValue")
        #expect(output.findings.contains { $0.kind == .fault && $0.message.contains("itself") })
    }

    @Test func parametersInACircleAreLeftOut() throws {
        let output = try SmallDocument.operation(
            "parameters: [{$ref: '#/components/parameters/a'}]\nresponses: {204: {description: d}}",
            "components:\n  parameters:\n    a: {$ref: '#/components/parameters/b'}\n"
                + "    b: {$ref: '#/components/parameters/a'}"
        ).generate()
        output.expect(.fault, "leads back to itself", at: "#/paths/~1x/get/parameters/0")
        output.expect("case doIt ")
    }

    @Test func referenceToAFileIsItsSchema() throws {
        let output = try SmallDocument.schemas(
            "Pet: {type: object, properties: {owner: {$ref: 'models/Owner.yaml'}}}",
            files: [
                "models/Owner.yaml": "type: object\nproperties: {home: {$ref: 'places.yaml#/Home'}}",
                "models/places.yaml": "Home: {type: object, properties: {city: {type: string}}}",
            ]
        ).generate()
        output.expect("var owner: Owner?", "struct Owner", "var home: Home?", "struct Home", "var city: String?")
        #expect(output.findings.isEmpty)
    }

    @Test func referenceFromAFileLeadsBackToTheDocument() throws {
        let output = try SmallDocument.schemas(
            "Pet: {type: object, properties: {owner: {$ref: 'Owner.yaml'}}}\nName: {type: object, properties: {first: {type: string}}}",
            files: ["Owner.yaml": "properties: {name: {$ref: 'api.yaml#/components/schemas/Name'}}"]
        ).generate()
        output.expect("var name: Name?")
        output.refute("Name2")
    }

    @Test func wholePathMayBeAFile() throws {
        var document = SmallDocument.paths("/pets: {$ref: 'paths/pets.yaml'}")
        document.files["paths/pets.yaml"] =
            "get:\n  operationId: listPets\n  responses: {200: {content: {application/json: {schema: {type: array, items: {$ref: '../Pet.yaml'}}}}}}"
        document.files["Pet.yaml"] = "type: object\nproperties: {id: {type: integer}}"
        let output = try document.generate()
        output.expect("Value == [Small.Pet] {", "case listPets")
        #expect(output.findings.isEmpty)
    }

    @Test(arguments: [
        "../secret.yaml", "/etc/passwd", "https://example.com/a.yaml", "file:///etc/passwd", "a/../../b.yaml",
        "%2e%2e/secret.yaml", "//example.com/a.yaml",
    ])
    func onlyFilesBelowTheFolderAreRead(_ reference: String) throws {
        let document = SmallDocument.schemas("Pet: {type: object, properties: {owner: {$ref: '\(reference)'}}}")
        let text = document.files["api.yaml"] ?? ""
        let output = try Generator.generate("api.yaml") { name in
            #expect(name == "api.yaml")
            return .init(text.utf8)
        }
        output.expect("var owner: JSONValue?")
        output.expect(
            .refused, "no file below the document's folder", at: "#/components/schemas/Pet/properties/owner")
    }

    @Test func fileThatIsMissingIsNamedOnce() throws {
        let output = try SmallDocument.schemas(
            "Pet: {type: object, properties: {a: {$ref: 'gone.yaml#/A'}, b: {$ref: 'gone.yaml#/B'}}}"
        ).generate()
        output.expect("var a: JSONValue?", "var b: JSONValue?")
        #expect(output.findings.filter { $0.message.contains("gone.yaml cannot be read") }.count == 1)
    }

    @Test func fileThatCannotBeReadHasAFaultWithItsLine() throws {
        let output = try SmallDocument.schemas(
            "Pet: {type: object, properties: {a: {$ref: 'bad.yaml'}}}", files: ["bad.yaml": "a: [1\nb: 2"]
        ).generate()
        let fault = try #require(output.findings.first { $0.kind == .fault })
        #expect(fault.message.contains("bad.yaml cannot be read") && fault.message.contains("line"))
    }

    @Test func pointersAreUnescaped() throws {
        let output = try SmallDocument.schemas(
            """
            Pet: {type: object, properties: {a: {$ref: '#/components/schemas/a~1b'}, c: {$ref: '#/components/schemas/c%20d'}}}
            a/b: {type: object, properties: {x: {type: string}}}
            c d: {type: object, properties: {y: {type: string}}}
            """
        ).generate()
        output.expect("var a: AB?", "struct AB", "var c: CD?", "struct CD")
        #expect(output.findings.isEmpty)
    }

    @Test func referenceByAnAnchorIsRefused() throws {
        let output = try SmallDocument.schemas("Pet: {type: object, properties: {a: {$ref: '#owner'}}}").generate()
        output.expect(.refused, "no JSON pointer", at: "#/components/schemas/Pet/properties/a")
    }

    @Test func documentThatIsNoYAMLIsAnErrorWithItsLine() {
        expectFault(SmallDocument("openapi: 3.1.0\ninfo: [\n"), "api.yaml:")
        expectFault(SmallDocument(""), "error")
        expectFault(SmallDocument("- 1"), "the document is no object")
    }
}
