import Foundation

@testable import generate_api

/// A folder of its own for a run of the program, which is removed with this.
final class Desk {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "generate-api-\(UUID().uuidString)", isDirectory: true)

    static let document = """
        openapi: 3.1.0
        info: { title: Small shop, version: "1" }
        servers: [{ url: https://example.com }]
        paths:
          /pets:
            get:
              operationId: pets
              tags: [pets]
              responses: { "200": { description: All, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Pet" } } } } } }
          /shops:
            get: { operationId: shops, tags: [shops], responses: { "204": { description: None } } }
        components:
          schemas:
            Pet: { type: object, required: [name], properties: { name: { type: string } } }
        """

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write(Self.document, to: "api.yaml")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The outcome of a run.
    struct Outcome {
        var status: Int32 = 0
        var out: [String] = []
        var err: [String] = []
    }

    func run(_ arguments: String...) -> Outcome {
        var outcome = Outcome()
        outcome.status = GenerateAPI.run(
            arguments, folder: folder, out: { outcome.out.append($0) }, err: { outcome.err.append($0) })
        return outcome
    }

    func write(_ text: String, to path: String) throws {
        let url = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    func text(of path: String) -> String? {
        (try? Data(contentsOf: folder.appendingPathComponent(path))).map { String(decoding: $0, as: UTF8.self) }
    }

    func names(in path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(path).path)) ?? [])
            .sorted()
    }
}
