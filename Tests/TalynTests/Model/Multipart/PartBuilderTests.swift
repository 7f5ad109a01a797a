import Foundation
import Testing

@testable import Talyn

struct PartBuilderTests {
    private static func form(_ flag: Bool, _ note: String?, _ names: [String], _ more: [Part]) -> Route {
        .form {
            Part("first", 1)
            if flag { Part("flag", true) }
            if let note { Part("note", note) } else { Part("no-note", 1) }
            for name in names {
                Part(name, name)
                Part(name, 2)
            }
            switch names.count {
            case 0: Part("none", 0)
            case 1: Part("one", 1)
            default: Part("many", 2)
            }
            if #available(macOS 13, *) { Part("available", 1) }
            more
            more.first
        }
    }

    @Test func partsComeInTheOrderWritten() throws {
        let full = try Self.form(true, "x", ["a", "b"], [Part("more", 1), Part("rest", 2)]).form()
        #expect(
            full.parts.map(\.name) == [
                "first", "flag", "note", "a", "a", "b", "b", "many", "available", "more", "rest", "more",
            ])
        let bare = try Self.form(false, nil, [], []).form()
        #expect(bare.parts.map(\.name) == ["first", "no-note", "none", "available"])
        #expect(try Self.form(false, nil, ["a"], []).form().parts.map(\.name).contains("one"))
    }
}
