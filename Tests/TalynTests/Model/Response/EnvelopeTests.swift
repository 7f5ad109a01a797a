import Foundation
import Testing

@testable import Talyn

struct EnvelopeTests {
    private struct Box<Payload: Codable & Sendable>: Envelope, Codable {
        var ok: Bool
        var code: Int?
        var message: String?
        var data: Payload?

        var payload: Payload? { data }
        var rejection: Rejection? { ok ? nil : Rejection(code: code.map(String.init), message: message) }
    }

    private struct Acknowledgement: Envelope {
        var ok: Bool
        var payload: Void? { () }
        var rejection: Rejection? { ok ? nil : Rejection(code: 7) }
    }

    private let outcomes = OutcomeRecorder()

    private func provider(_ body: String, status: Int = 200) -> Provider<RawAPI> {
        let stubs = StubTransport()
        stubs.on(RawAPI.items, .json(body, status: status))
        return Provider<RawAPI>(transport: stubs, plugins: [outcomes])
    }

    private func result(_ body: String, status: Int = 200) async -> Result<String, RequestError> {
        let provider = provider(body, status: status)
        do throws(RequestError) { return .success(try await provider.call(Call(.items, in: Box<String>.self))) } catch {
            return .failure(error)
        }
    }

    @Test func aYesIsItsPayload() async {
        #expect(await result(#"{"ok":true,"data":"name"}"#) == .success("name"))
    }

    @Test func aNoFailsTheCallWithCodeAndMessage() async {
        let rejection = Rejection(code: 42, message: "taken")
        let body = #"{"ok":false,"code":42,"message":"taken"}"#
        #expect(await result(body) == .failure(RequestError(.rejected(rejection), response: .make(200))))
        #expect(outcomes.errors.map(\.category) == [.rejected])
        #expect(outcomes.errors.first?.response?.data == Data(body.utf8))
    }

    @Test(arguments: [#"{"ok":true}"#, #"{"ok":true,"data":null}"#, ""])
    func aYesWithoutAPayloadIsEmpty(body: String) async {
        let result = await result(body)
        #expect(result == .failure(RequestError(.empty, response: .make(200))))
        let text = body.isEmpty ? "response has no body" : "envelope has no payload"
        #expect(result.thrown?.reason == "the \(text), but the value requires one")
    }

    @Test(arguments: [("", 204), ("", 200), (" \n", 200)])
    func aResponseWithoutABodyIsAnOptionalOrVoidPayload(body: String, status: Int) async throws {
        let provider = provider(body, status: status)
        #expect(try await provider.call(Call(.items, in: Box<String?>.self)) == nil)
        let isEmpty = await provider.result(of: Call(.items, in: Acknowledgement.self)).thrown?.category == .empty
        // An empty 200 does not say that there was no rejection.
        #expect(isEmpty == (status == 200))
        #expect(await provider.result(of: Call(.items, in: Box<String>.self)).thrown?.category == .empty)
    }

    @Test func aNoCountsEvenWithAPayload() async {
        let expected = RequestError(.rejected(Rejection()), response: .make(200))
        #expect(await result(#"{"ok":false,"data":"name"}"#) == .failure(expected))
    }

    @Test(arguments: [
        #"{"ok":false,"code":42,"data":{"reason":"x"}}"#, #"{"ok":false,"code":42,"data":[]}"#,
        #"{"ok":false,"code":42,"data":7}"#,
    ])
    func aNoWithAPayloadOfAnotherShapeFailsToDecode(body: String) async throws {
        guard case .failure(let error) = await result(body) else { return #expect(Bool(false), "it is no text") }
        #expect(error.category == .decoding && error.response?.data == Data(body.utf8))
        // Its rejection is not known, so it does not count as accepted.
        #expect(throws: error) { try Validation.successCodes.accepting(Box<String>.self).validate(.make(200, body)) }
    }

    // JSONDecoder reports a number that does not fit its type at the root.
    @Test(arguments: [#"{"ok":false,"code":42,"data":3.5}"#, #"{"ok":false,"code":42,"data":1e99}"#])
    func aNoWhoseNumberDoesNotFitIsNotAccepted(body: String) {
        let validation = Validation.successCodes.accepting(Box<Int>.self)
        let error = #expect(throws: RequestError.self) { try validation.validate(.make(200, body)) }
        #expect(error?.category == .decoding)
    }

    private struct Lenient: Envelope {
        var ok: Bool
        var code: Int?
        var payload: String?
        var rejection: Rejection? { ok ? nil : Rejection(code: code.map(String.init)) }

        enum CodingKeys: String, CodingKey {
            case ok, code
            case payload = "data"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            ok = try container.decode(Bool.self, forKey: .ok)
            code = try container.decodeIfPresent(Int.self, forKey: .code)
            payload = ok ? try container.decodeIfPresent(String.self, forKey: .payload) : nil
        }
    }

    @Test(arguments: [#"{"ok":false,"code":42,"data":{"reason":"x"}}"#, #"{"ok":false,"code":42,"data":[]}"#])
    func anEnvelopeThatReadsItsPayloadOnSuccessOnlyMayHaveAnother(body: String) throws {
        let response = Response.make(200, body)
        let rejected = RequestError(.rejected(Rejection(code: 42)), response: response)
        #expect(throws: rejected) { try response.open(Lenient.self) }
        #expect(throws: rejected) { try Validation.successCodes.accepting(Lenient.self).validate(response) }
        #expect(try Response.make(200, #"{"ok":true,"data":"name"}"#).open(Lenient.self) == "name")
    }

    private struct Counted: Envelope {
        @TaskLocal static var trace = Trace()
        var payload: Void? { () }
        var rejection: Rejection?

        init(from decoder: any Decoder) throws {
            Self.trace.write("decoded")
            rejection = try decoder.singleValueContainer().decode(Bool.self) ? nil : Rejection()
        }
    }

    @Test(arguments: ["true", "false", "{}"]) func anEnvelopeIsDecodedOnce(body: String) {
        let trace = Trace()
        Counted.$trace.withValue(trace) { _ = try? Response.make(200, body).open(Counted.self) }
        #expect(trace.lines == ["decoded"])
    }

    @Test func aYesWithAPayloadOfAnotherShapeFailsToDecode() async {
        guard case .failure(let error) = await result(#"{"ok":true,"code":42,"data":7}"#) else {
            return #expect(Bool(false), "it is no text")
        }
        #expect(error.category == .decoding)
        #expect("\(error)".contains("data: expected String, found integer"))
    }

    @Test(arguments: [(#"{"ok":true,"data":null}"#, nil), (#"{"ok":true}"#, nil), (#"{"ok":true,"data":"a"}"#, "a")])
    func anOptionalPayloadMayBeNull(body: String, payload: String?) async throws {
        #expect(try await provider(body).call(Call(.items, in: Box<String?>.self)) == payload)
    }

    @Test func aRefusedStatusComesBeforeTheEnvelope() async {
        let expected = RequestError(.status(409), response: .make(409))
        #expect(await result(#"{"ok":true,"data":"name"}"#, status: 409) == .failure(expected))
    }

    @Test func aBodyThatIsNoEnvelopeFailsToDecode() async {
        guard case .failure(let error) = await result(#"{"fine":1}"#) else {
            return #expect(Bool(false), "it has no key ok")
        }
        #expect(error.category == .decoding)
    }

    @Test func anEnvelopeWithoutDataIsVoid() async throws {
        try await provider(#"{"ok":true}"#).call(Call(.items, in: Acknowledgement.self))
        await #expect(throws: RequestError(.rejected(Rejection(code: 7)), response: .make(200))) {
            try await provider(#"{"ok":false}"#).call(Call(.items, in: Acknowledgement.self))
        }
    }

    @Test func aBoundCallOpensItsEnvelope() async throws {
        let call = Call<RawAPI, String>(.items, in: Box<String>.self)
        #expect(try await provider(#"{"ok":true,"data":"name"}"#).call(call) == "name")
        let refused = RequestError(.rejected(Rejection()), response: .make(200))
        #expect(await provider(#"{"ok":false}"#).result(of: call) == .failure(refused))
    }

    @Test func withoutBeingOpenedANoIsData() async {
        #expect(await provider(#"{"ok":false}"#).result(.items, as: Box<String>.self).map(\.ok) == .success(false))
    }

    @Test(arguments: [
        (Rejection(code: "E42", message: "hunter2"), "the server rejected the request, code E42"),
        (Rejection(message: "hunter2"), "the server rejected the request"),
        (Rejection(code: -7), "the server rejected the request, code -7"),
        (Rejection(code: "your token is hunter2"), "the server rejected the request"),
        (Rejection(code: String(repeating: "hunter2", count: 5)), "the server rejected the request"),
    ])
    func aRejectionShowsItsCodeAndNeverItsMessage(rejection: Rejection, text: String) {
        #expect("\(rejection)" == text)
        #expect(!printedText(of: rejection).contains("hunter"))
    }
}
