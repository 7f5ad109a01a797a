import Testing

@testable import APIGenerator

/// Lists of values and constants.
struct SchemaReaderValuesTests {
    static func model(_ schema: String) throws -> Generator.Output {
        try SmallDocument.schemas("A: \(schema)").generate()
    }

    @Test func textsAreAnOpenEnum() throws {
        let output = try Self.model("{type: string, enum: [in_stock, sold-out]}")
        output.expect(
            "enum A: RawRepresentable, QueryConvertible, Codable, Hashable, Sendable { case inStock case soldOut",
            "case unknown(String)", "case \"in_stock\": self = .inStock", "case .soldOut: \"sold-out\"",
            "default: self = .unknown(rawValue)")
    }

    @Test func textsWithoutATypeAreAnEnum() throws {
        try Self.model("{enum: [a, b]}").expect("enum A: RawRepresentable", "case unknown(String)")
    }

    @Test func numbersAreAnEnum() throws {
        let output = try Self.model("{type: integer, enum: [0, 1, -1]}")
        output.expect(
            "case value0 ", "case value1 ", "case minus1 ", "case unknown(Int)", "case -1: self = .minus1")
    }

    @Test func fiftyValuesAreAnEnumAndMoreAStruct() throws {
        let values = { (count: Int) in (0..<count).map { "v\($0)" }.joined(separator: ", ") }
        try Self.model("{type: string, enum: [\(values(50))]}").expect("enum A: ", "case v49")
        let output = try Self.model("{type: string, enum: [\(values(51))]}")
        output.expect("struct A: RawRepresentable", "static let v50 = Self(rawValue: \"v50\")", "let rawValue: String")
        output.refute("case unknown")
    }

    @Test func constantIsAnEnumOfOneValueThatIsSet() throws {
        let output = try Self.model("{properties: {kind: {const: dog}}, required: [kind]}")
        output.expect("var kind: AKind = .dog", "enum AKind", "case dog")
    }

    @Test func constantsWithTitlesAreAnEnumOfThem() throws {
        let output = try Self.model(
            "{oneOf: [{const: 1, title: first_one, description: The first.}, {const: 2, title: second}], type: integer}"
        )
        output.expect("/// The first. case firstOne", "case second", "case 2: self = .second", "case unknown(Int)")
    }

    @Test func anyTextBesideAListOfTextsIsAnOpenEnum() throws {
        let output = try Self.model("{anyOf: [{type: string}, {type: string, enum: [a, b]}]}")
        output.expect("enum A: RawRepresentable", "case a ", "case unknown(String)")
    }

    @Test func valuesThatAreOneNameInSwiftAreTwo() throws {
        let output = try Self.model("{type: string, enum: [a-b, a_b, '', 'unknown', none, self, default]}")
        output.expect(
            "case aB ", "case aB2 ", "case empty ", "case unknown2 ", "case noneValue ", "case selfValue ",
            "case `default` ", "case \"a_b\": self = .aB2", "case \"\": self = .empty")
    }

    @Test func valueThatStandsTwiceIsOneCase() throws {
        let output = try Self.model("{type: string, enum: [a, a]}")
        output.refute("case a2")
    }

    @Test func signsOfValuesAreWords() throws {
        try Self.model("{type: string, enum: ['+1', '-1', '<', '>=']}")
            .expect("case plus1 ", "case minus1 ", "case less ", "case greaterEqual ")
    }

    @Test(arguments: ["[a, 1, true]", "[1.5, 2.5]", "[{a: 1}]"]) func valuesOfOtherTypesAreNoEnum(_ values: String)
        throws
    {
        try Self.model("{properties: {v: {enum: \(values)}}}").refute("enum A", "case unknown")
    }

    @Test func nullInAListOfValuesIsOptional() throws {
        let output = try Self.model("{properties: {v: {type: [string, 'null'], enum: [a, null]}}, required: [v]}")
        output.expect("var v: AV?")
        output.refute("case null")
    }
}
