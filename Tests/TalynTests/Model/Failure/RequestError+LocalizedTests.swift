import Foundation
import Testing

@testable import Talyn

@Suite struct RequestErrorLocalizedTests {
    static let kinds: [(RequestError.Kind, String)] = [
        (.invalidRequest("hunter2 1"), "The request failed."), (.cancelled, "The request was cancelled."),
        (.plugin(PluginFailure(plugin: "Hunter2", underlying: Leak())), "The request failed."),
        (.plugin(PluginFailure(plugin: "P", underlying: URLError(.timedOut))), "The server took too long to respond."),
        (.transport(URLError(.notConnectedToInternet, text: "hunter2")), "There is no internet connection."),
        (.transport(URLError(.serverCertificateUntrusted)), "There is no secure connection to the server."),
        (.unstubbed("hunter2"), "The request failed."),
        (.tooLarge(limit: 64), "The response of the server is too large."),
        (.status(401), "You need to sign in."), (.status(403), "You do not have permission to do this."),
        (.status(404), "This item was not found."), (.status(429), "There were too many requests."),
        (.status(503), "The server has a problem."), (.status(504), "The server took too long to respond."),
        (.status(418), "The server did not accept the request."),
        (.status(302), "The server did not accept the request."),
        (.contentType("text/hunter2"), "The server did not accept the request."),
        (.rejected(Rejection(code: 3, message: "hunter2")), "The server did not accept the request."),
        (.empty, "The response of the server cannot be read."),
        (.decoding(DecodingFailure(reason: "hunter2")), "The response of the server cannot be read."),
    ]

    @Test(arguments: kinds)
    func itIsASentenceForAPerson(kind: RequestError.Kind, text: String) {
        let error = RequestError(kind)
        #expect(error.localizedDescription == text)
        #expect((error as any Error).localizedDescription == text)
        #expect(MyAPIError.catchChain(error).localizedDescription == text)
    }

    @Test func noTextHasACodeAValueOrAName() async throws {
        let codes = (-3010 ... -900).map { URLError.Code(rawValue: $0) as URLError.Code? }
        // In three steps: one expression takes the compiler seconds.
        var errors = Self.kinds.map { RequestError($0.0) }
        for code in codes.compactMap({ $0 }) {
            errors.append(RequestError(.transport(URLError(code, text: "https://a.example hunter2"))))
        }
        for status in 300...599 { errors.append(RequestError(.status(status), response: .make(status, "hunter2"))) }
        #expect(errors.count > 350)
        for error in errors {
            for text in [error.errorDescription, error.recoverySuggestion].compactMap({ $0 }) {
                #expect(text.count < 60 && text.hasSuffix(".") && !text.contains("hunter2") && !text.contains(canary))
                #expect(!text.contains { $0.isNumber || $0 == ":" || $0 == "/" || $0 == "_" }, "\(text)")
            }
        }
    }

    @Test func aPluginThatFailedToRecoverLeavesTheStatusItsSentence() {
        let failure = PluginFailure(plugin: "P", underlying: Leak())
        let error = RequestError(.plugin(failure), response: .make(401))
        #expect(error.localizedDescription == "You need to sign in.")
        #expect(RequestError(.plugin(failure), response: .make(200)).localizedDescription == "The request failed.")
    }

    @Test(
        arguments: [
            (.status(503), "Please try again later."), (.status(429), "Please try again later."), (.status(404), nil),
            (.transport(URLError(.timedOut)), "Please try again later."),
            (.transport(URLError(.cannotFindHost)), "Please check the internet connection and try again."),
            (.empty, nil),
        ] as [(RequestError.Kind, String?)])
    func theSuggestionIsWhatAPersonCanDo(kind: RequestError.Kind, text: String?) {
        #expect(RequestError(kind).recoverySuggestion == text)
        #expect(MyAPIError.catchChain(RequestError(kind)).recoverySuggestion == text)
    }
}
