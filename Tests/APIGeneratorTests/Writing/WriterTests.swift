import Testing

@testable import APIGenerator

struct WriterTests {
    @Test func smallAPIIsAnEnumItsCallsAndItsModels() throws {
        let output = try GeneratorTests.twoTags.generate()
        #expect(
            output.files.map(\.name) == [
                "Small+Models.swift", "Small+Owners.swift", "Small+Pets.swift", "Small+Samples.swift", "Small.swift",
            ])
    }

    @Test func modelsStandInFilesOfSixty() throws {
        let schemas = (0..<121).map { "M\($0): {properties: {a: {type: string}}}" }.joined(separator: "\n")
        let output = try SmallDocument.schemas(schemas).generate()
        #expect(
            output.files.map(\.name).filter { $0.contains("Models") } == [
                "Small+Models1.swift", "Small+Models2.swift", "Small+Models3.swift",
            ])
    }

    @Test func supportFileHasOnlyWhatIsUsed() throws {
        let output = try SmallDocument.schemas("A: {properties: {a: {type: string, format: date}}}").generate()
        #expect(output.file("Small+Support.swift").contains("struct CalendarDate"))
        #expect(!output.file("Small+Support.swift").contains("Box"))
        #expect(try SmallDocument.schemas("A: {type: string}").generate().file("Small+Support.swift").isEmpty)
    }

    @Test func datesBringTheirEncoderAndDecoder() throws {
        let output = try SmallDocument.schemas("A: {properties: {a: {type: string, format: date-time}}}").generate()
        output.expect("var decoder: any BodyDecoder { Self.jsonDecoder }", "static let jsonDecoder: JSONDecoder")
    }

    @Test(arguments: ["*/ import Foundation", "a\u{2028}b", "`code` \"quoted\" \\(x)", "/* open"])
    func textOfADocumentStaysInComments(_ text: String) throws {
        let output = try SmallDocument.operation(
            "summary: \(SwiftText.literal(text).replacing("\\u{2028}", with: "\\L"))"
        )
        .generate()
        for line in output.file("Small.swift").split(separator: "\n") where line.contains("import") {
            #expect(line == "import Talyn" || line.drop { $0 == " " }.hasPrefix("///"))
        }
        output.refute("\u{2028}", "*/", "/*")
    }

    @Test func literalsOfADocumentAreEscaped() throws {
        let output = try SmallDocument.schemas(#"A: {type: string, enum: ["a\"b", "\\(x)", "a\nb"]}"#).generate()
        output.expect(#"case "a\"b":"#, #"case "\\(x)":"#, #"case "a\nb":"#)
    }

    @Test func lineIsAtMost120ColumnsLong() throws {
        let parameters = (0..<6).map { "{name: aRatherLongNameOfAParameter\($0), in: query, schema: {type: string}}" }
        let output = try SmallDocument.operation(
            "summary: \(String(repeating: "word ", count: 60))\nparameters: [\(parameters.joined(separator: ", "))]"
        ).generate()
        for file in output.files { for line in file.text.split(separator: "\n") { #expect(line.utf16.count <= 120) } }
    }
}
