import Talyn
import TalynTesting
import Testing

@testable import Features

/// The values of answers, and the errors.
struct AnswerTests {
    static let thing = #"{"id": 9007199254740993, "color": "red", "part": {"weight": 1.5}}"#

    @Test func aValueOfAnotherFileIsDecoded() async throws {
        let thing = try await value(.getThing(id: 1), json(200, Self.thing))
        #expect(thing == .init(id: 9_007_199_254_740_993, color: .red, part: .init(weight: 1.5)))
    }

    @Test func aValueOrNothingIsOptional() async throws {
        #expect(try await value(.getMaybe(), json(200, Self.thing))?.color == .red)
        #expect(try await value(.getMaybe(), .response(204)) == nil)
        #expect(try await value(.getNullOrThing(), json(200, Self.thing))?.color == .red)
        #expect(try await value(.getNullOrThing(), json(200, "null")) == nil)
        let text: String? = try await value(.getMaybeText(), json(200, #""a""#))
        #expect(text == "a")
        let none: String? = try await value(.getMaybeText(), .response(204))
        #expect(none == nil)
    }

    @Test func differentTypesAreAnEnumByStatus() async throws {
        guard case .created(let thing) = try await value(.startJob(), json(201, Self.thing)) else {
            return #expect(Bool(false), "201 is no thing")
        }
        #expect(thing.color == .red)
        guard case .accepted(let job) = try await value(.startJob(), json(202, #"{"job": 7}"#)) else {
            return #expect(Bool(false), "202 is no job")
        }
        #expect(job.job == 7)
        #expect(try await value(.startJob(), .response(204)) == .noContent)
    }

    @Test func aTextOfJSONIsReadWithoutItsQuotes() async throws {
        #expect(try await value(.getJSONText(), json(200, #""a\nb""#)) == "a\nb")
        #expect(try await value(.getJSONName(), json(200, #""a""#)) == "a")
        let text: String? = try await value(.getJSONNullText(), json(200, #""a""#))
        #expect(text == "a")
        let none: String? = try await value(.getJSONNullText(), json(200, "null"))
        #expect(none == nil)
    }

    @Test func scalarsOfJSONAreReadByTheirFormat() async throws {
        #expect(try await value(.getJSONBytes(), json(200, #""AAEC""#)) == Data([0, 1, 2]))
        #expect(
            try await value(.getJSONDate(), json(200, #""2026-03-04T05:06:07Z""#))
                == Date(timeIntervalSince1970: 1_772_600_767))
        #expect(try await value(.getJSONNumber(), json(200, "3")) == 3)
        #expect(try await value(.getColor(), json(200, #""default""#)) == .default)
        #expect(try await value(.getColor(), json(200, #""pink""#)) == .unknown("pink"))
    }

    @Test func textAndBytesAreTheBody() async throws {
        let (plain, text) = try await exchange(
            .getPlain(), answer: .response(headers: ["Content-Type": "text/plain"], text: #""a""#))
        #expect(text == #""a""#)
        #expect(plain.header("Accept") == "text/plain")
        let (request, bytes) = try await exchange(.getBytes(), answer: .response(body: Data([0, 255])))
        #expect(bytes == Data([0, 255]))
        #expect(request.header("Accept") == "application/octet-stream")
    }

    @Test func eventsAreAStreamOfValuesOrOfEvents() async throws {
        let server = try LoopbackServer { request in
            let data = request.path == "/stream" ? "data: {\"n\": 1}\n\ndata: {\"n\": 2}\n\n" : "event: a\ndata: b\n\n"
            return [.response(headers: ["Content-Type": "text/event-stream"], text: data)]
        }
        let provider = Provider<Features>(baseURL: server.url)
        var ticks: [Int] = []
        for try await tick in provider.elements(of: .streamTicks()) { ticks.append(tick.n) }
        #expect(ticks == [1, 2])
        var logs: [String] = []
        for try await event in provider.elements(of: .streamLogs()) { logs.append("\(event.event) \(event.data)") }
        #expect(logs == ["a b"])
        #expect(server.requests.map { $0.header("Accept") } == ["text/event-stream", "text/event-stream"])
    }

    @Test func timesHaveAFractionOrNone() async throws {
        let times = try await value(
            .getTimes(),
            json(
                200,
                #"""
                {"whole": "2026-03-04T05:06:07Z", "fraction": "2026-03-04T07:06:07.125+02:00", "day": "2026-03-04",
                 "by_day": {"a": "2026-03-04T05:06:07.5Z", "b": "2026-03-04T05:06:07-00:00"}}
                """#))
        let date = Date(timeIntervalSince1970: 1_772_600_767)
        #expect(times.whole == date)
        #expect(abs(times.fraction.timeIntervalSince(date) - 0.125) < 0.000_1)
        #expect(times.day.components == DateComponents(year: 2026, month: 3, day: 4))
        #expect(times.byDay?["b"] == date)
    }

    @Test func timesHaveUpToNineDigitsOfAFraction() async throws {
        let times = try await value(
            .getTimes(),
            json(
                200,
                #"{"whole": "2026-03-04T05:06:07Z", "fraction": "2026-03-04T05:06:07.123456789Z", "day": "2026-03-04"}"#
            ))
        #expect(abs(times.fraction.timeIntervalSince(times.whole) - 0.123) < 0.001)
    }

    @Test func eachUnionHasTheVariantOfItsValue() async throws {
        let unions = try await value(
            .getUnions(),
            json(
                200,
                #"""
                {"discriminated": {"form": "square", "side": 2}, "constant": {"method": "transfer", "iban": "x"},
                 "keys": {"number": 1, "note": "n"}, "kinds": ["a"], "tried": {"b": 1},
                 "all": {"name": "n", "breed": "b", "owner": {"name": "o"}}, "maybe": null}
                """#))
        #expect(unions.discriminated == .square(.init(form: "square", side: 2)))
        #expect(unions.constant == .transfer(.init(iban: "x")))
        #expect(unions.keys == .byNumber(.init(number: 1, note: "n")))
        #expect(unions.kinds == .list(["a"]))
        #expect(unions.tried == .wide(.init()))
        #expect(unions.all == .init(name: "n", breed: "b", owner: .init(name: "o")))
        #expect(unions.maybe == nil)
    }

    @Test func aUnionKeepsAValueThatIsNoneOfItsVariants() async throws {
        let unions = try await value(
            .getUnions(),
            json(
                200,
                #"""
                {"discriminated": {"form": "oval", "axes": [1, 2]}, "constant": {"method": "cash"}, "keys": {"x": 1},
                 "kinds": {"n": 3}, "tried": {"a": "a"}, "maybe": {"name": "m"}}
                """#))
        #expect(unions.discriminated == .unknown(["form": "oval", "axes": [1, 2]]))
        #expect(unions.constant == .unknown(["method": "cash"]))
        #expect(unions.keys == .unknown(["x": 1]))
        #expect(unions.kinds == .tick(.init(n: 3)))
        #expect(unions.maybe == .byName(.init(name: "m")))
        let data = try Features.jsonEncoder.encode(unions)
        #expect(try Features.jsonDecoder.decode(Features.Unions.self, from: data) == unions)
    }

    @Test func aUnionKeepsAValueThatIsNoObject() async throws {
        let unions = try await value(
            .getUnions(),
            json(
                200,
                #"{"discriminated": "x", "constant": 1, "keys": [], "kinds": 4, "tried": {}, "maybe": true}"#))
        #expect(unions.discriminated == .unknown("x"))
        #expect(unions.constant == .unknown(1))
        #expect(unions.keys == .unknown([]))
        #expect(unions.maybe == .unknown(true))
    }

    // MARK: Errors

    private func failure<Value>(_ call: Call<Features, Value>, _ answer: ServerStep) async throws -> Features.Failure? {
        let server = try LoopbackServer { _ in [answer] }
        defer { server.stop() }
        do {
            _ = try await Provider<Features>(baseURL: server.url).call(call)
            return nil
        } catch { return error }
    }

    @Test func anErrorHasTheBodyOfItsStatus() async throws {
        guard
            case .notFound(let body, let error)? = try await failure(.getThing(id: 1), json(404, #"{"missing": "m"}"#))
        else { return #expect(Bool(false), "404 is another failure") }
        #expect(body.missing == "m")
        #expect(error.statusCode == 404)
        guard case .invalid(let invalid, _)? = try await failure(.getThing(id: 1), json(422, #"{"fields": ["a"]}"#))
        else { return #expect(Bool(false), "422 is another failure") }
        #expect(invalid.fields == ["a"])
    }

    @Test func anErrorOfARangeOrOfEveryOtherStatusHasItsBody() async throws {
        guard case .refusal(let refusal, _)? = try await failure(.getThing(id: 1), json(409, #"{"reason": "r"}"#))
        else {
            return #expect(Bool(false), "409 is another failure")
        }
        #expect(refusal.reason == "r")
        guard case .errorModel(let body, _)? = try await failure(.getThing(id: 1), json(503, #"{"message": "m"}"#))
        else {
            return #expect(Bool(false), "503 is another failure")
        }
        #expect(body.message == "m")
    }

    @Test func anOperationMayHaveAnotherBodyForAStatus() async throws {
        let answer = json(404, #"{"since": "2026-03-04"}"#, type: "application/problem+json")
        guard case .gone(let body, let error)? = try await failure(.deleteThing(id: 1), answer) else {
            return #expect(Bool(false), "404 of deleteThing is another failure")
        }
        #expect(body.since.rawValue == "2026-03-04")
        #expect(error.statusCode == 404)
    }

    @Test func aBodyThatDoesNotFitItsStatusIsTheRawError() async throws {
        let failure = try await failure(.getThing(id: 1), json(404, "<html>"))
        guard case .other(let error)? = failure else { return #expect(Bool(false), "404 is another failure") }
        #expect(error.statusCode == 404)
        #expect(failure?.requestError.statusCode == 404)
    }
}
