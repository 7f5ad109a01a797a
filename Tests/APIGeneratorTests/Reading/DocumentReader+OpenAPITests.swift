import APIGenerator
import Foundation
import Testing

/// Real documents, as YAML in several styles.
struct DocumentReaderOpenAPITests {
    /// The test data lies beside the repository; without it these tests are skipped.
    static let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("shared/data/openapi")
    static let isThere = FileManager.default.fileExists(atPath: folder.appendingPathComponent("petstore.json").path)
    static let names = ["petstore", "petstore-expanded", "uspto", "tictactoe", "webhook-example", "discord"]

    @Test(.enabled(if: isThere), arguments: names) func documentIsReadAsByFoundation(_ name: String) throws {
        let data = try Data(contentsOf: Self.folder.appendingPathComponent("\(name).json"))
        let node = try DocumentReader.read(data)
        #expect(RandomJSON.isSame(node, try JSONSerialization.jsonObject(with: data)))
    }

    @Test(.enabled(if: isThere), arguments: names, YAMLWriter.Style.allCases)
    func documentAsYAMLIsThatAsJSON(_ name: String, _ style: YAMLWriter.Style) throws {
        let node = try DocumentReader.read(Data(contentsOf: Self.folder.appendingPathComponent("\(name).json")))
        var writer = YAMLWriter(style)
        let text = writer.document(node)
        let again = try Node.read(text)
        #expect(again.json == node.json)
        if style == .aliases, name != "webhook-example" { #expect(writer.aliases > 0) }
    }
}
