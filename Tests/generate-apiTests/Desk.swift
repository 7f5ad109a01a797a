import APIGenerator
import Foundation

@testable import generate_api

/// A temporary folder with a document, and a terminal that records its output.
final class Desk {
    let folder: URL
    private(set) var out: [String] = []
    private(set) var err: [String] = []

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "desk-\(UUID().uuidString)", isDirectory: true)
        try write(Self.document, "api.yaml")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    static let document = """
        openapi: 3.1.0
        info: {title: Small, version: '1'}
        servers: [{url: https://api.example.com}]
        paths:
          /pets: {get: {operationId: listPets, tags: [pets], responses: {204: {description: d}}}}
          /toys: {get: {operationId: listToys, tags: [toys], responses: {200: {content: {application/json: {schema: {properties: {a: {type: string}}}}}}}}}
        """

    func write(_ text: String, _ name: String) throws {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func read(_ name: String) -> String? {
        try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    /// The names of the files of a folder, sorted.
    func files(_ path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(path).path)) ?? [])
            .sorted()
    }

    /// Runs the program to its end; earlier output is discarded.
    func run(_ arguments: String...) -> Int32 {
        (out, err) = ([], [])
        return GenerateAPI.run(arguments, folder: folder, out: { self.out.append($0) }, err: { self.err.append($0) })
    }
}
