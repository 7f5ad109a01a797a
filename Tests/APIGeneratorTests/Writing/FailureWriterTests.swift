import Foundation
import Testing

@testable import APIGenerator

struct FailureWriterTests {
    /// Three operations; the first two with the same errors.
    static func errors(_ common: String, _ special: String = "") throws -> Generator.Output {
        let own = special.isEmpty ? common : special
        return try SmallDocument.paths(
            """
            /a: {get: {operationId: a, responses: {200: {description: d}, \(common)}}}
            /b: {get: {operationId: b, responses: {200: {description: d}, \(common)}}}
            /c: {get: {operationId: c, responses: {200: {description: d}, \(own)}}}
            """,
            """
            components:
              schemas:
                Problem: {properties: {title: {type: string}}}
                Trouble: {properties: {code: {type: integer}}}
            """
        ).generate()
    }

    static let problem = "{content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}}"
    static let trouble = "{content: {application/problem+json: {schema: {$ref: '#/components/schemas/Trouble'}}}}"

    @Test func bodyOfAnErrorIsACaseOfFailure() throws {
        let output = try Self.errors("404: \(Self.problem)")
        output.expect(
            "enum Failure: Error, Equatable", "case problem(Problem, RequestError)", "case other(RequestError)",
            "case cancelled(RequestError)", ".catch(status: 404, as: Problem.self) { .problem($0, $1) }")
    }

    @Test func codesOfOneTypeStandTogether() throws {
        try Self.errors("404: \(Self.problem), 409: \(Self.problem), 500: \(Self.trouble)").expect(
            ".catch(status: 404, 409, as: Problem.self)", ".catch(status: 500, as: Trouble.self)")
    }

    @Test func codesStandBeforeRangesAndAllOthers() throws {
        let output = try Self.errors("default: \(Self.trouble), 4XX: \(Self.problem), 404: \(Self.trouble)")
        let code = output.code
        let places = ["status: 404,", "status: 400...499,", "status: 300...599,"].map { code.range(of: $0)?.lowerBound }
        #expect(places.allSatisfy { $0 != nil } && places[0]! < places[1]! && places[1]! < places[2]!)
    }

    @Test func operationWithAnotherBodyHasALinkOfItsOwn() throws {
        try Self.errors("404: \(Self.problem)", "404: \(Self.trouble)").expect(
            ".catch(target: Self.self) { $0.failure(for: $1) }", "case (.c, 404): return error.body(as: Trouble.self)",
            ".catch(status: 404, as: Problem.self)")
    }

    @Test func errorsWithoutABodyAreNoFailure() throws {
        try Self.errors("404: {description: d}").refute("Failure")
        try Self.errors("404: {content: {text/html: {schema: {type: string}}}}").refute("Failure")
    }

    @Test func rangeOfAnOperationLeavesItsCodesToOthers() throws {
        let schemas =
            "components: {schemas: {NotFound: {properties: {a: {type: string}}}, Odd: {properties: {b: {type: string}}},"
            + " Err: {properties: {c: {type: string}}}}}"
        func response(_ name: String) -> String {
            "{description: d, content: {application/json: {schema: {$ref: '#/components/schemas/\(name)'}}}}"
        }
        let paths = ["Odd", "Err", "Err"].enumerated().map { index, name in
            "/p\(index): {get: {operationId: op\(index), responses: {'204': {description: d}, '404': \(response("NotFound")), default: \(response(name))}}}"
        }
        let output = try SmallDocument.paths(paths.joined(separator: "\n"), schemas).generate()
        output.expect("case (.op0, 300...599): return [404].contains(status) ? nil : error.body(as: Odd.self)")
    }
}
