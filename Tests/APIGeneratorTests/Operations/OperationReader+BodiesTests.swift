import Testing

@testable import APIGenerator

struct OperationReaderBodiesTests {
    static func body(_ type: String, _ schema: String, isRequired: Bool = true, method: String = "post") throws
        -> Generator.Output
    {
        try SmallDocument.operation(
            "requestBody: {required: \(isRequired), content: {\(type): {schema: \(schema)}}}", method: method,
            "components: {schemas: {Pet: {properties: {name: {type: string}}}}}"
        ).generate()
    }

    static let pet = "{$ref: '#/components/schemas/Pet'}"

    @Test func bodyOfANamedTypeHasNoLabel() throws {
        try Self.body("application/json", Self.pet).expect(
            "case doIt(Pet)", "case .doIt(let body): .post(\"x\").json(body)")
    }

    @Test func bodyOfAnotherTypeHasALabel() throws {
        try Self.body("application/json", "{type: array, items: {type: string}}").expect("case doIt(body: [String])")
    }

    @Test func bodyThatNeedNotBeThereIsNil() throws {
        try Self.body("application/json", Self.pet, isRequired: false)
            .expect("case doIt(Pet? = nil)", ".json(ifPresent: body)")
    }

    @Test func mediaTypeThatIsNotTheUsualOneIsSent() throws {
        try Self.body("application/merge-patch+json", Self.pet, method: "patch")
            .expect(".json(body).header(\"Content-Type\", \"application/merge-patch+json\")")
    }

    @Test func formIsEncoded() throws {
        try Self.body("application/x-www-form-urlencoded", "{properties: {a: {type: string}}}")
            .expect("case doIt(DoItBody)", ".form(encoding: body)")
        try Self.body("application/x-www-form-urlencoded", "{properties: {a: {type: string}}}", isRequired: false)
            .expect("case doIt(DoItBody? = nil)", ".form(ifPresent: body)")
    }

    @Test func binaryIsData() throws {
        try Self.body("application/octet-stream", "{type: string, format: binary}")
            .expect("case doIt(body: Data)", ".data(body, contentType: \"application/octet-stream\")")
    }

    @Test func textIsText() throws {
        try Self.body("text/plain", "{type: string}")
            .expect("case doIt(body: String)", ".text(body, contentType: \"text/plain\")")
    }

    @Test func xmlIsTheBytesThatAreGiven() throws {
        let output = try Self.body("application/xml", Self.pet)
        output.expect("case doIt(body: Data)")
        output.expect(
            .approximated, "XML is sent as the bytes", at: "#/paths/~1x/post/requestBody/content/application~1xml")
    }

    @Test func jsonIsPreferred() throws {
        let output = try SmallDocument.operation(
            "requestBody: {required: true, content: {application/xml: {schema: {type: string}}, application/json: {schema: {type: integer}}}}",
            method: "post"
        ).generate()
        output.expect("case doIt(body: Int)")
    }

    @Test func bodyOfAGETIsRefused() throws {
        let output = try SmallDocument.operation("requestBody: {content: {application/json: {schema: {type: string}}}}")
            .generate()
        output.expect(.refused, "the body of a GET", at: "#/paths/~1x/get/requestBody")
        output.expect("case .doIt: .get(\"x\")")
    }

    @Test func parameterNamedBodyIsAnotherValue() throws {
        let output = try SmallDocument.operation(
            "parameters: [{name: body, in: query, schema: {type: string}}]\nrequestBody: {required: true, content: {application/json: {schema: {type: integer}}}}",
            method: "post"
        ).generate()
        output.expect("case doIt(body2: Int, body: String? = nil)", ".json(body2)")
    }

    @Test func formWithoutPropertiesIsAListOfParts() throws {
        let output = try Self.body("multipart/form-data", "{type: object}")
        output.expect(.approximated, "a form without properties", at: "#/paths/~1x/post/requestBody")
        output.expect("[Part]")
        output.refute("body.parts", "body?.parts")
    }

    @Test func mergePatchComesBeforeAPatchThatIsAList() throws {
        let content = ["application/json-patch+json", "application/merge-patch+json"].map {
            "\($0): {schema: {type: object}}"
        }
        let output = try SmallDocument.operation(
            "requestBody: {required: true, content: {\(content.joined(separator: ", "))}}", method: "patch"
        ).generate()
        output.expect(".header(\"Content-Type\", \"application/merge-patch+json\")")
    }

    @Test(arguments: [("image/*", "application/octet-stream"), ("text/*", "text/plain")])
    func rangeOfTypesIsNoContentType(_ range: String, _ type: String) throws {
        let output = try Self.body("'\(range)'", "{type: string}")
        output.expect("contentType: \"\(type)\"")
    }
}
