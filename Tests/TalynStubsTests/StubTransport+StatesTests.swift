import Foundation
import Testing

@testable import Talyn
@testable import TalynStubs

@Suite struct StubTransportStatesTests {
    private enum Shop: RoutedTarget, Equatable {
        case basket
        case add(String)
        case pay
        var baseURL: URL { Probe.host }
        var route: Route {
            switch self {
            case .basket: .get("basket")
            case .add(let item): .post("basket").json(["item": item])
            case .pay: .post("pay")
            }
        }
    }

    private let stubs = StubTransport()
    private var shop: Provider<Shop> { Provider(transport: stubs, clock: TestClock()) }

    private func text(_ target: Shop) async -> String? { try? await shop.request(target, as: String.self) }

    @Test func anAnswerMovesAScenarioAndStubsAskForItsState() async {
        stubs.on(Shop.basket, .text("empty"))
        stubs.on(Shop.basket, .text("tea"), when: ["basket": "full"])
        stubs.on(Shop.add("tea"), .text("added").transitioning("basket", to: "full"))
        #expect(stubs.state(of: "basket") == StubTransport.started)
        #expect(await text(.basket) == "empty")
        #expect(await text(.add("tea")) == "added")
        #expect(stubs.state(of: "basket") == "full")
        #expect(await text(.basket) == "tea")
        stubs.setState("basket", to: "Started")
        #expect(await text(.basket) == "empty")
        #expect(stubs.findings.isEmpty)
    }

    @Test func theNewestStubWhoseStatesHoldAnswersHoweverManyItRequires() async {
        stubs.on(Shop.basket, .text("none"))
        stubs.on(Shop.basket, .text("one"), when: ["basket": "full"])
        stubs.on(Shop.basket, .text("both"), when: ["basket": "full", "user": "known"])
        stubs.setState("basket", to: "full")
        #expect(await text(.basket) == "one")
        stubs.setState("user", to: "known")
        #expect(await text(.basket) == "both")
        stubs.setState("basket", to: "gone")
        #expect(await text(.basket) == "none")
        stubs.on(Shop.basket, .text("override"), times: 3)
        for (basket, user) in [("gone", "known"), ("full", "known"), ("full", "unknown")] {
            stubs.setState("basket", to: basket)
            stubs.setState("user", to: user)
            #expect(await text(.basket) == "override")
        }
        #expect(stubs.findings.isEmpty)
    }

    @Test func ofStubsThatRequireAsMuchTheLaterAnswers() async {
        stubs.on(Shop.basket, .text("earlier"), when: ["basket": "Started"])
        stubs.on(Shop.basket, .text("later"), when: ["user": "Started"])
        #expect(await text(.basket) == "later")
        stubs.setState("user", to: "known")
        #expect(await text(.basket) == "earlier")
    }

    @Test func aClosureThatMovesTheScenarioItNeedsDoesNotAnswer() async throws {
        let stubs = stubs
        stubs.on(Shop.self, when: ["basket": "Started"]) { _ in
            stubs.setState("basket", to: "full")
            return .text("late")
        }
        let reason = try #require(await shop.result(.pay).thrown?.requestError.reason)
        #expect(reason.hasSuffix(" is stubbed when basket is Started, and basket is full"), "\(reason)")
    }

    @Test func theComplaintNamesAStubOfOtherStates() async throws {
        let line = #line
        stubs.on(Shop.pay, .status(204), when: ["basket": "full"])
        stubs.on(template: "pay", .status(204), when: ["basket": "shipped", "user": "known"])
        stubs.setState("user", to: "known")
        let reason = try #require(await shop.result(.pay).thrown?.requestError.reason)
        #expect(reason.contains(":\(line + 1)) is stubbed when basket is full, and basket is Started"), "\(reason)")
        #expect(
            reason.hasSuffix(
                ":\(line + 2)) is stubbed when basket is shipped and user is known, and basket is Started"),
            "\(reason)")
    }

    @Test func aPatternInAnotherStateLetsOthersAnswerAndIsNotAsked() async {
        let asked = Locked(0)
        stubs.on(template: "basket", .text("template"))
        stubs.on(Shop.self, when: ["basket": "full"]) { _ in
            asked.withLock { $0 += 1 }
            return .text("closure")
        }
        #expect(await text(.basket) == "template")
        #expect(asked.withLock { $0 } == 0)
        stubs.setState("basket", to: "full")
        #expect(await text(.basket) == "closure")
    }

    @Test func aSequenceMovesWithEachAnswerItsOwnMovesFirst() async {
        let answers: [StubAnswer] = [.text("1"), .text("2").transitioning("a", to: "2")]
        stubs.on(Shop.basket, .sequence(answers).transitioning("a", to: "1").transitioning("b", to: "1"))
        _ = await text(.basket)
        #expect([stubs.state(of: "a"), stubs.state(of: "b")] == ["1", "1"])
        _ = await text(.basket)
        #expect([stubs.state(of: "a"), stubs.state(of: "b")] == ["2", "1"])
    }

    @Test func aClosuresAnswerMovesToo() async {
        stubs.on(Shop.self) { _ in .text("ok").transitioning("a", to: "b") }
        _ = await text(.pay)
        #expect(stubs.state(of: "a") == "b")
    }

    @Test func aThousandCallsAtOnceGetEachAnswerOnceAndOneMovesTheScenario() async throws {
        let stubs = stubs
        let shop = shop
        stubs.on(Shop.basket, .sequence((0..<1000).map { .text("\($0)") }), times: 1000)
        stubs.on(Shop.pay, .text("paid").transitioning("basket", to: "paid"), when: ["basket": "Started"], times: 1)
        stubs.on(Shop.pay, .text("again"), when: ["basket": "paid"], times: 999)
        stubs.on(Shop.self) { target in
            if case .add = target { .sequence((0..<10).map { .text("\($0)") }) } else { nil }
        }
        let texts = await withTaskGroup(of: [String?].self) { group in
            for number in 0..<1000 {
                group.addTask {
                    if number.isMultiple(of: 100) { stubs.on(template: "new\(number)", .text("new"), times: .any) }
                    var texts: [String?] = []
                    for target in [Shop.basket, .pay, .add("\(number % 100)")] {
                        texts.append(try? await shop.request(target, as: String.self))
                    }
                    return texts
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let numbers = Set((0..<1000).map { "\($0)" })
        #expect(Set(texts.compactMap { $0[0] }) == numbers)
        let added = Dictionary(grouping: texts.compactMap { $0[2] }) { $0 }
        #expect(added.count == 10)
        #expect(added.values.allSatisfy { $0.count == 100 })
        #expect(texts.count { $0[1] == "paid" } == 1)
        #expect(texts.count { $0[1] == "again" } == 999)
        try stubs.verify()
        #expect(stubs.calls.count == 3000)
    }
}
