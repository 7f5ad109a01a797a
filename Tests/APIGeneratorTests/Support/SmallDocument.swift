import Foundation
import Testing

@testable import APIGenerator

/// A document that a test writes as YAML, and the output for it.
struct SmallDocument {
    var files: [String: String]
    var options = Generator.Options()

    /// A whole document, with the files that it names.
    init(_ text: String, files: [String: String] = [:]) {
        self.files = files
        self.files["api.yaml"] = text
    }

    /// A document with one operation, which answers with a schema, and the schemas of `components`.
    static func schemas(_ schemas: String, files: [String: String] = [:]) -> SmallDocument {
        SmallDocument(
            head + "paths: {/x: {get: {operationId: x, responses: {204: {description: d}}}}}\ncomponents:\n  schemas:\n"
                + indented(schemas, 4), files: files)
    }

    /// A document with the members of `paths`, and more of the document behind it.
    static func paths(_ paths: String, _ rest: String = "") -> SmallDocument {
        SmallDocument(head + "paths:\n" + indented(paths, 2) + "\n" + rest)
    }

    /// A document with one operation, GET /x, that has some members.
    static func operation(_ members: String, method: String = "get", path: String = "/x", _ rest: String = "")
        -> SmallDocument
    {
        paths("\"\(path)\":\n  \(method):\n    operationId: doIt\n" + indented(members, 4), rest)
    }

    static let head = "openapi: 3.1.0\ninfo: {title: Small, version: '1'}\nservers: [{url: https://api.example.com}]\n"

    static func indented(_ text: String, _ count: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { String(repeating: " ", count: count) + $0 }.joined(separator: "\n")
    }

    func with(_ change: (inout Generator.Options) -> Void) -> SmallDocument {
        var copy = self
        change(&copy.options)
        return copy
    }

    func generate() throws -> Generator.Output {
        let files = files
        return try Generator.generate("api.yaml", options: options) { name in
            guard let text = files[name] else { throw CocoaError(.fileReadNoSuchFile) }
            return Data(text.utf8)
        }
    }
}

extension Generator.Output {
    /// All files, each run of blanks and line breaks as one blank.
    var code: String {
        files.map(\.text).joined(separator: "\n").split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .replacing("( ", with: "(").replacing(" )", with: ")")
    }

    /// The text of a file; empty without one.
    func file(_ name: String) -> String { files.first { $0.name == name }?.text ?? "" }

    /// Expects that the output has some code, however its lines are broken.
    func expect(_ parts: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        let code = code
        for part in parts where !code.contains(part) {
            Issue.record("the output has no \(part)\n\(files.map(\.text).joined())", sourceLocation: sourceLocation)
        }
    }

    /// Expects that the output does not have some code.
    func refute(_ parts: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        let code = code
        for part in parts where code.contains(part) {
            Issue.record("the output has \(part)\n\(files.map(\.text).joined())", sourceLocation: sourceLocation)
        }
    }

    /// Expects one finding of a kind, with a pointer and words of the message.
    func expect(
        _ kind: Finding.Kind, _ words: String, at pointer: String, line: Int? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = findings.filter { $0.kind == kind && $0.message.contains(words) && $0.pointer == pointer }
        if found.count == 1, line == nil || found[0].line == line { return }
        Issue.record(
            "no \(kind.rawValue) \"\(words)\" at \(pointer), but\n\(findings.map(\.description).joined(separator: "\n"))",
            sourceLocation: sourceLocation)
    }
}

/// Expects that a document is refused with some words.
func expectFault(_ document: SmallDocument, _ words: String, sourceLocation: SourceLocation = #_sourceLocation) {
    do {
        let output = try document.generate()
        Issue.record("no error, but \(output.files.count) files", sourceLocation: sourceLocation)
    } catch let fault as GenerationFault {
        if !fault.description.contains(words) { Issue.record("\(fault)", sourceLocation: sourceLocation) }
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
}
