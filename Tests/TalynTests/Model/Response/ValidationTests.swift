import Foundation
import Testing

@testable import Talyn

struct ValidationTests {
    private struct Verdict: Envelope {
        var ok: Bool
        var payload: Void? { () }
        var rejection: Rejection? { ok ? nil : Rejection(code: "no") }
    }

    private enum Shop: RoutedTarget {
        case byTarget
        case byRoute

        static let catchChain = CatchChain(cancelled: RequestError(.cancelled), otherwise: { $0 })
        var baseURL: URL { GitHub.host }
        var validation: Validation { .customCodes([404]) }
        var route: Route {
            switch self {
            case .byTarget: .get("shop")
            case .byRoute: .get("shop").validate(.codes(500...599))
            }
        }
    }

    private func outcome(_ validation: Validation, _ response: Response) -> Result<Response, RequestError> {
        do throws(RequestError) { try validation.validate(response) } catch { return .failure(error) }
        return .success(response)
    }

    @Test(arguments: [
        (Validation.successCodes, [200, 204, 299], [100, 199, 300, 404, 500]),
        (.successAndRedirectCodes, [200, 301, 399], [199, 400, 503]),
        (.customCodes([200, 404]), [200, 404], [201, 403, 405]),
        (.codes(200...201, 404...404), [200, 201, 404], [202, 403]),
        (.anyStatus, [100, 204, 404, 599, 999], []),
    ])
    func aStatusIsAnAnswerOrFails(validation: Validation, accepted: [Int], refused: [Int]) {
        for status in accepted { #expect(outcome(validation, .make(status)) == .success(.make(status))) }
        for status in refused {
            let error = RequestError(.status(status), response: .make(status))
            #expect(outcome(validation, .make(status)) == .failure(error))
        }
    }

    @Test(
        arguments: [
            ("application/json", "application/json", true),
            ("application/json", "Application/JSON; charset=utf-8", true),
            ("application/json", "application/json ;charset=utf-8", true), ("application/json", "text/html", false),
            ("application/json", "application/jsonp", false), ("text/*", "text/html", true),
            ("text/*", "textual/html", false),
            ("*/*", "image/png", true), ("application/*+json", "application/problem+json; charset=utf-8", true),
            ("application/vnd.*+json", "application/vnd.api+json", true),
            ("application/*+json", "application/json", false), ("application/*+json", "text/a+json", false),
            ("application/*+JSON", "application/vnd.api+json", true), ("application/json", nil, false),
            ("*/*", nil, false),
        ] as [(String, String?, Bool)])
    func aContentTypeIsOneOfThoseAskedForOrFails(asked: String, found: String?, passes: Bool) {
        let response = Response.make(200, "{}", contentType: found)
        let error = RequestError(.contentType(found), response: response)
        let result = outcome(.successCodes.contentType(asked), response)
        #expect(result == (passes ? .success(response) : .failure(error)))
    }

    @Test func oneOfSeveralContentTypesIsEnough() {
        let validation = Validation.successCodes.contentType("image/png", "image/jpeg").contentType("text/*")
        for type in ["image/png", "image/jpeg", "text/plain"] {
            let response = Response.make(200, "x", contentType: type)
            #expect(outcome(validation, response) == .success(response))
        }
        #expect(throws: RequestError.self) { try validation.validate(.make(200, "x", contentType: "image/gif")) }
    }

    @Test(arguments: [200, 204])
    func aResponseWithoutABodyNeedsNoContentType(status: Int) {
        let response = Response.make(status, contentType: nil)
        #expect(outcome(.successCodes.contentType("application/json"), response) == .success(response))
    }

    @Test func theStatusComesBeforeTheContentTypeAndThatBeforeTheChecks() {
        let validation = Validation.successCodes.contentType("application/json").rejecting { _ in Rejection(code: "a") }
        let html = "text/html"
        #expect(
            outcome(validation, .make(500, "x", contentType: html))
                == .failure(RequestError(.status(500), response: .make(500))))
        #expect(
            outcome(validation, .make(200, "x", contentType: html))
                == .failure(RequestError(.contentType(html), response: .make(200))))
        #expect(
            outcome(validation, .make(200, "x"))
                == .failure(RequestError(.rejected(Rejection(code: "a")), response: .make(200))))
    }

    @Test func checksAreAskedInOrderUntilOneSaysNo() {
        let trace = Trace()
        let validation = Validation.successCodes
            .rejecting { _ in
                trace.write("1"); return nil
            }
            .rejecting { _ in
                trace.write("2"); return Rejection(code: 2)
            }
            .rejecting { _ in
                trace.write("3"); return Rejection(code: 3)
            }
        let error = RequestError(.rejected(Rejection(code: 2)), response: .make(200))
        #expect(outcome(validation, .make(200)) == .failure(error))
        #expect(trace.lines == ["1", "2"])
    }

    @Test func anEnvelopeThatSaysNoIsRefused() {
        let validation = Validation.successCodes.accepting(Verdict.self)
        let error = RequestError(.rejected(Rejection(code: "no")), response: .make(200))
        #expect(outcome(validation, .make(200, #"{"ok":false}"#)) == .failure(error))
        for body in [#"{"ok":true}"#, "", "<html>", "[]"] {
            #expect(outcome(validation, .make(200, body)) == .success(.make(200, body)))
        }
    }

    @Test func anEnvelopesNoIsAFailureForPluginsBeforeDecoding() async {
        enum Asking: RoutedTarget {
            case get
            var baseURL: URL { GitHub.host }
            var route: Route { .get("verdict") }
            var validation: Validation { .successCodes.accepting(Verdict.self) }
        }
        let trace = Trace()
        let stubs = StubTransport()
        stubs.on(Asking.get, .json(#"{"ok":false}"#))
        let provider = Provider<Asking>(transport: stubs, plugins: [TracingPlugin(name: "a", trace: trace)])
        let error = RequestError(.rejected(Rejection(code: "no")), response: .make(200))
        #expect(await provider.result(.get) == .failure(.restError(error, statusCode: 200, errorCode: "no")))
        #expect(trace.lines.suffix(3) == ["a process rejected", "a call end", "a didFinish rejected"])
    }

    @Test func aRoutesValidationTakesThePlaceOfItsTargets() async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .sequence([.status(404), .status(200), .status(503), .status(404)]))
        let shop = Provider<Shop>(transport: stubs)
        #expect(try await shop.request(.byTarget).statusCode == 404)
        #expect(await shop.result(.byTarget) == .failure(RequestError(.status(200), response: .make(200))))
        #expect(try await shop.request(.byRoute).statusCode == 503)
        #expect(await shop.result(.byRoute) == .failure(RequestError(.status(404), response: .make(404))))
    }

    @Test func aResponseFiltersItselfByStatus() throws {
        let response = Response.make(302, "x")
        #expect(try response.filter(statusCodes: 300..<400) == response)
        #expect(try response.filter(statusCodes: 300...) == response)
        #expect(try response.filterSuccessfulStatusAndRedirectCodes() == response)
        #expect(throws: RequestError(.status(302), response: response)) { try response.filterSuccessfulStatusCodes() }
        #expect(throws: RequestError(.status(302), response: response)) { try response.filter(statusCodes: ..<302) }
    }
}
