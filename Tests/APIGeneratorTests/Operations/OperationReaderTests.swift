import Testing

@testable import APIGenerator

/// Names, parameters and paths.
struct OperationReaderTests {
    static func parameters(_ parameters: String, path: String = "/x", _ rest: String = "") throws -> Generator.Output {
        try SmallDocument.operation("parameters: [\(parameters)]", path: path, rest).generate()
    }

    // MARK: Names

    @Test func nameIsTheIDOrElseMethodAndPath() throws {
        let output = try SmallDocument.paths(
            "/pets/{id}/toys: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}]}}\n/x: {get: {operationId: pets/get-all}}"
        ).generate()
        output.expect("case getPetsByIDToys(id: String)", "case petsGetAll")
    }

    @Test func idThatStandsTwiceIsAFault() throws {
        let output = try SmallDocument.paths("/a: {get: {operationId: x}}\n/b: {get: {operationId: x}}").generate()
        output.expect(.fault, "stands twice", at: "#/paths/~1b/get")
        output.expect("case x ", "case x2 ")
    }

    @Test(arguments: ["get", "put", "post", "delete", "options", "head", "patch"]) func eachMethodIsARoute(
        _ method: String
    )
        throws
    {
        try SmallDocument.operation("responses: {}", method: method).generate().expect("case .doIt: .\(method)(\"x\")")
    }

    @Test func traceIsAMethodOfItsOwn() throws {
        try SmallDocument.operation("responses: {}", method: "trace").generate().expect("\"TRACE\"")
    }

    @Test func deprecatedOperationIsMarked() throws {
        let output = try SmallDocument.operation("deprecated: true\nsummary: Do it.").generate()
        output.expect("/// Do it. @available(*, deprecated) static func doIt()")
    }

    // MARK: Parameters

    @Test func requiredParametersStandFirstAndOptionalOnesAreNil() throws {
        let output = try Self.parameters(
            "{name: a, in: query, schema: {type: string}}, {name: b, in: query, required: true, schema: {type: integer}}, {name: d, in: path, required: true, schema: {type: string}}, {name: c, in: path, required: true, schema: {type: string}}",
            path: "/{c}/{d}")
        output.expect("case doIt(c: String, d: String, b: Int, a: String? = nil)")
    }

    @Test func sixParametersAreValuesAndMoreAStruct() throws {
        func query(_ count: Int) -> String {
            (0..<count).map { "{name: q\($0), in: query, schema: {type: string}}" }.joined(separator: ", ")
        }
        try Self.parameters(query(6)).expect("case doIt(q0: String? = nil, q1: String? = nil, q2")
        let output = try Self.parameters(query(7))
        output.expect(
            "case doIt(query: DoItQuery = DoItQuery())", ".query(query.items)", "struct DoItQuery: Sendable",
            ".append(\"q6\", q6)")
    }

    @Test func requiredParametersStayBesideTheStruct() throws {
        let query = (0..<7).map { "{name: q\($0), in: query, schema: {type: string}}" }.joined(separator: ", ")
        try Self.parameters("{name: must, in: query, required: true, schema: {type: string}}, \(query)")
            .expect("case doIt(must: String, query: DoItQuery = DoItQuery())")
    }

    @Test(arguments: [
        ("{type: array, items: {type: string}}", "", "\"a\": a"),
        ("{type: array, items: {type: string}}", "explode: false,", "\"a\": .separated(a)"),
        (
            "{type: array, items: {type: string}}", "style: pipeDelimited, explode: false,",
            "\"a\": .separated(a, by: \"|\")"
        ),
        (
            "{type: array, items: {type: string}}", "style: spaceDelimited, explode: false,",
            "\"a\": .separated(a, by: \" \")"
        ),
        ("{type: string}", "explode: false,", "\"a\": a"),
        ("{type: object, properties: {x: {type: string}}}", "style: deepObject,", ".query(encoding: [\"a\": a])"),
        ("{type: object, properties: {x: {type: string}}}", "", ".query(encoding: a)"),
        ("{type: string, enum: [x, y]}", "", "\"a\": a"), ("{type: boolean}", "", "\"a\": a"),
    ])
    func styleIsThatOfTheParameter(_ schema: String, _ style: String, _ item: String) throws {
        let output = try Self.parameters("{name: a, in: query, \(style) schema: \(schema)}")
        output.expect(item)
        #expect(output.findings.isEmpty)
    }

    @Test func operationsParameterReplacesThePaths() throws {
        let output = try SmallDocument.paths(
            """
            /x:
              parameters: [{name: a, in: query, schema: {type: string}}, {name: b, in: query, schema: {type: string}}]
              get: {operationId: doIt, parameters: [{name: a, in: query, required: true, schema: {type: integer}}]}
            """
        ).generate()
        output.expect("case doIt(a: Int, b: String? = nil)")
    }

    @Test(arguments: ["Accept", "content-type", "AUTHORIZATION"]) func headersOfTheBodyAreNoParameters(_ name: String)
        throws
    {
        let output = try Self.parameters("{name: \(name), in: header, required: true, schema: {type: string}}")
        output.expect("case doIt ")
        #expect(output.findings.isEmpty)
    }

    @Test func headerIsText() throws {
        let output = try Self.parameters(
            "{name: X-Count, in: header, required: true, schema: {type: integer}}, {name: X-Note, in: header, schema: {type: string}}"
        )
        output.expect(
            "case doIt(xCount: Int, xNote: String? = nil)", ".header(\"X-Count\", String(xCount))",
            ".header(\"X-Note\", xNote)")
    }

    @Test func cookieIsRefused() throws {
        let output = try Self.parameters("{name: session, in: cookie, schema: {type: string}}")
        output.expect(.refused, "a cookie as a parameter", at: "#/paths/~1x/get/parameters/0")
        output.expect("case doIt ")
    }

    @Test func objectInAPathOrAHeaderIsAText() throws {
        let output = try Self.parameters(
            "{name: a, in: path, required: true, schema: {type: object, properties: {x: {type: string}}}}", path: "/{a}"
        )
        output.expect("case doIt(a: String)")
        output.expect(.approximated, "cannot hold its type", at: "#/paths/~1{a}/get/parameters/0")
    }

    @Test func parameterWithAContentIsAText() throws {
        let output = try Self.parameters("{name: a, in: query, content: {application/json: {schema: {type: object}}}}")
        output.expect("case doIt(a: String? = nil)")
        output.expect(.approximated, "which is sent as it is given", at: "#/paths/~1x/get/parameters/0")
    }

    @Test func parametersThatAreOneNameInSwiftAreTwo() throws {
        try Self.parameters(
            "{name: a_b, in: query, schema: {type: string}}, {name: aB, in: header, schema: {type: string}}"
        )
        .expect("case doIt(aB: String? = nil, aB2: String? = nil)")
    }

    @Test func parameterThatIsAKeywordIsEscapedWhereItMustBe() throws {
        let output = try Self.parameters(
            "{name: in, in: query, schema: {type: string}}, {name: inout, in: query, schema: {type: string}}")
        output.expect("case doIt(in: String? = nil, inoutValue: String? = nil)", "\"in\": `in`")
    }

    // MARK: Paths

    @Test func valueMayStandInsideASegment() throws {
        let output = try Self.parameters(
            "{name: a, in: path, required: true, schema: {type: string}}, {name: b, in: path, required: true, schema: {type: integer}}",
            path: "/v-{a}.{b}/end")
        output.expect(".get(\"v-\\(a, name: \"a\").\\(b, name: \"b\")/end\")")
    }

    @Test func pathThatNamesNoParameterHasAText() throws {
        let output = try SmallDocument.operation("responses: {}", path: "/pets/{id}").generate()
        output.expect(.fault, "the path has no parameter \"id\"", at: "#/paths/~1pets~1{id}/get")
        output.expect("case doIt(id: String)", "pets/\\(id, name: \"id\")")
    }

    @Test func queryInAPathIsSentAsAQuery() throws {
        let output = try SmallDocument.operation("responses: {}", path: "/x?type=a&all").generate()
        output.expect(".get(\"x\")", "\"type\": \"a\"")
        output.refute("\"x?type")
    }

    @Test func fragmentOfAPathIsNotSent() throws {
        let output = try SmallDocument.operation("responses: {}", path: "/x#one").generate()
        output.expect(".get(\"x\")")
        output.expect(.approximated, "the fragment of the path", at: "#/paths/~1x#one/get")
    }

    @Test func pathsThatDifferInTheirFragmentsAreTwoOperations() throws {
        let output = try SmallDocument.paths(
            "'/x#one': {post: {operationId: one}}\n'/x#two': {post: {operationId: two}}"
        )
        .generate()
        output.expect("case .one: .post(\"x\")", "case .two: .post(\"x\")")
    }
}
