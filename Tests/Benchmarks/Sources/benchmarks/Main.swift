import Foundation
import Measure
import Subjects

@main
struct Main {
    static func main() async throws {
        let arguments = Arguments()
        if arguments.has("print-body") { return FileHandle.standardOutput.write(Listing.json) }
        if let name = arguments.text("child") { return try await runChild(name) }

        let filter = arguments.text("filter")
        let rounds = arguments.integer("rounds")
        var report = Report()
        func add(_ section: Report.Section?) { if let section { report.sections.append(section) } }

        add(try await Suite.offline.run(filter: filter, rounds: rounds))
        add(try await Suite.cache.run(filter: filter, rounds: rounds))
        add(try await Suite.streams.run(filter: filter, rounds: rounds))
        add(try .scale(filter: filter, rounds: min(rounds ?? 5, 5)))
        if !arguments.has("offline") {
            for suite in Suite.live { add(try await suite.run(filter: filter, rounds: rounds)) }
            #if os(Linux)
            for suite in Suite.curl { add(try await suite.run(filter: filter, rounds: rounds)) }
            #endif
            add(try .transfers(filter: filter, rounds: min(rounds ?? 3, 3)))
            add(try .events(filter: filter, rounds: min(rounds ?? 3, 3)))
        }
        print(arguments.has("json") ? try report.json : report.markdown)
    }

    private static func runChild(_ name: String) async throws {
        guard let child = Child.all.first(where: { $0.name == name }) else { throw ChildFailed(name: name, status: 0) }
        print(String(decoding: try JSONEncoder().encode(try await child.runHere()), as: UTF8.self))
    }
}
