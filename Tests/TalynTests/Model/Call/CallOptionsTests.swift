import Foundation
import Testing

@testable import Talyn

@Suite struct CallOptionsTests {
    private enum Priority: CallTagKey { static let defaultValue = 3 }
    private enum Name: CallTagKey { static let defaultValue = String?.none }
    private enum Locale: CallTagKey { static let defaultValue = Optional("en") }
    private enum Twin: CallTagKey { static let defaultValue = 3 }

    @Test func optionsLeaveEverythingToTheProvider() {
        let options = CallOptions()
        #expect(options.timeout == nil)
        #expect(options.deadline == nil)
        #expect(options.redirects == nil)
        #expect("\(options.tags)" == "0 tags")
    }

    @Test func aTagHasItsDefaultUntilItIsSet() {
        var tags = CallTags()
        #expect(tags[Priority.self] == 3)
        #expect(tags[Name.self] == nil)
        tags[Priority.self] = 5
        tags[Name.self] = "x"
        #expect(tags[Priority.self] == 5)
        #expect(tags[Name.self] == "x")
        #expect(tags[Twin.self] == 3)
    }

    @Test func anOptionalTagMayBeSetBackToNil() {
        var tags = CallTags()
        tags[Name.self] = "x"
        tags[Name.self] = nil
        #expect(tags[Name.self] == nil)
        #expect(tags[Locale.self] == "en")
        tags[Locale.self] = nil
        #expect(tags[Locale.self] == nil)
    }

    @Test func pluginsReadTheTagsOfTheRoute() async throws {
        struct Reading: Preparer {
            func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
                endpoint.headers["X-Priority"] = "\(context.tags[Priority.self])"
                endpoint.headers["X-Name"] = context.tags[Name.self]
            }
        }
        let provider = Provider<Probe>(transport: StubTransport(), plugins: [Reading()])
        let tagged = try await provider.preparedEndpoint(Probe(.get("x").tag(Priority.self, 9).tag(Name.self, "n")))
        #expect(tagged.headers == ["X-Priority": "9", "X-Name": "n"])
        let plain = try await provider.preparedEndpoint(Probe(.get("x")))
        #expect(plain.headers == ["X-Priority": "3"])
    }

    @Test func descriptionsCountTags() {
        var tags = CallTags()
        tags[Priority.self] = 5
        #expect("\(tags)" == "1 tag")
        #expect(String(reflecting: tags) == "1 tag")
        #expect(Mirror(reflecting: tags).children.map { "\($0.value)" } == ["1 tag"])
    }
}
