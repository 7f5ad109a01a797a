import APIGenerator
import Testing

/// The scalars of YAML 1.2's core schema, and access to collections.
struct NodeTests {
    @Test(arguments: [
        ("0", 0), ("-0", 0), ("+1", 1), ("-12", -12), ("012", 12), ("0o17", 15), ("0x1F", 31), ("0xff", 255),
        ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
    ])
    func integersAreThoseOfTheCoreSchema(_ text: String, _ integer: Int64) throws {
        let node = try Node.read(text)
        #expect(node.integer == integer)
        #expect(node.number == Double(integer))
        #expect(node.text == text && node.string == nil)
    }

    @Test(arguments: [
        ("1e3", 1000), ("1E+3", 1000), (".5", 0.5), ("1.", 1), ("-1.5e-1", -0.15), ("+.5", 0.5), ("012.5", 12.5),
        ("9223372036854775808", 9_223_372_036_854_775_808), ("0x10000000000000000", 18_446_744_073_709_551_616),
        ("1e400", .infinity), (".inf", .infinity), ("-.INF", -.infinity), ("1.0", 1),
        ("123456789012345678901234567890", 123_456_789_012_345_677_877_719_597_056),
    ])
    func otherNumbersAreNoIntegers(_ text: String, _ number: Double) throws {
        let node = try Node.read(text)
        #expect(node.number == number)
        #expect(node.integer == nil)
        #expect(node.text == text && node.string == nil)
    }

    @Test func notANumberIsANumber() throws { #expect(try Node.read(".NaN").number?.isNaN == true) }

    @Test(arguments: [
        "1_000", "1.2.3", "0x", "0o", "0o8", "0xG", "0x-1", "0x+1", "-0x1", "1e", "1e+", "e3", ".", "+", "+-1",
        ".e1",
        "1 2", "0b1", "1:30", "2024-01-01", "inf", "nan", "Infinity", "yes", "no", "on", "off", "y", "tRUE", "nULL",
        "١",
        "1\u{301}",
    ])
    func otherPlainTextIsAString(_ text: String) throws {
        let node = try Node.read("[\(text)]").items?.first
        #expect(node?.string == text)
        #expect(node?.number == nil && node?.integer == nil && node?.bool == nil && node?.isNull == false)
    }

    @Test(arguments: ["null", "Null", "NULL", "~", ""])
    func nullHasNoText(_ text: String) throws {
        let node = try Node.read("a: \(text)")["a"]
        #expect(node?.isNull == true)
        #expect(node?.text == nil && node?.string == nil && node?.bool == nil && node?.number == nil)
    }

    @Test(arguments: [
        ("true", true), ("True", true), ("TRUE", true), ("false", false), ("False", false), ("FALSE", false),
    ])
    func booleansAreThoseOfTheCoreSchema(_ text: String, _ bool: Bool) throws {
        let node = try Node.read(text)
        #expect(node.bool == bool)
        #expect(node.text == text && node.string == nil)
    }

    @Test(arguments: ["1", "true", "null", "~", "", ".5"]) func quotesMakeAString(_ text: String) throws {
        for quoted in ["\"\(text)\"", "'\(text)'"] {
            let node = try Node.read(quoted)
            #expect(node.string == text)
            #expect(node.integer == nil && node.number == nil && node.bool == nil && !node.isNull)
        }
    }

    @Test func tagsOfTheCoreSchemaDecideWhetherAScalarIsAString() throws {
        let node = try Node.read(
            "[!!str 1, ! 2, !<tag:yaml.org,2002:str> true, !!int \"3\", !!bool 'true', !!null '', !local 4, !!float 'x']"
        )
        #expect(node.json == #"["1","2","true",3,true,null,4,"x"]"#)
    }

    @Test func membersKeepTheirOrderAndLines() throws {
        let node = try Node.read("b: 1\n\n# comment\na:\n  - x\n  -\n    y: z\n")
        #expect(node.members?.map(\.key) == ["b", "a"])
        #expect(node.members?.map(\.line) == [1, 4])
        #expect(node["a"]?.line == 5)
        #expect(node["a"]?.items?.map(\.line) == [5, 7])
        #expect(node["a"]?["y"] == nil && node["c"] == nil && node["a"]?.items?[1]["y"]?.text == "z")
    }

    @Test func keysAndTextsAreComparedByBytes() throws {
        let node = try Node.read("{\"e\u{301}\": 1, \"\u{e9}\": 2}")
        #expect(node.members?.count == 2)
        #expect(node["\u{e9}"]?.integer == 2)
        #expect(try Node.read("e\u{301}") != Node.read("\u{e9}"))
    }

    @Test func nodesOnOtherLinesAreEqual() throws {
        #expect(try Node.read("a: [1, 'x']") == Node.read("\n\n{a:\n [1,\n \"x\"]}"))
        #expect(try Node.read("a: 1") != Node.read("a: '1'"))
        #expect(try Node.read("{a: 1, b: 2}") != Node.read("{b: 2, a: 1}"))
        #expect(try Node.read("[]") != Node.read("{}"))
    }
}
