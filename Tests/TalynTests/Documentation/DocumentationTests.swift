import Foundation
import Testing

/// README, articles and doc comments show only code that `Tests/Consumer` compiles and runs, or another nested package.
struct DocumentationTests {
    /// A file of the repository, by its path from the root.
    struct File: Sendable, CustomTestStringConvertible {
        let path: String
        let text: String
        var testDescription: String { path }
    }

    /// The root of the repository: the nearest folder above this file, symbolic links resolved, that has a README.
    static let root: URL = {
        var folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        while folder.path != "/",
            !FileManager.default.fileExists(atPath: folder.appendingPathComponent("README.md").path)
        {
            folder.deleteLastPathComponent()
        }
        return folder
    }()

    static func file(_ path: String) -> File {
        // An unreadable file counts as empty, and the tests of its content fail.
        File(path: path, text: (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)) ?? "")
    }

    static func files(under folder: String, _ suffix: String) -> [File] {
        let names = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
        return (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(suffix) }.sorted()
            .map { file("\(folder)/\($0)") }
    }

    static let articles = files(under: "Sources/Talyn/Talyn.docc", ".md")
    /// The libraries beside Talyn; each has a landing page of its own, which `.ci/check-docs` demands.
    static let testingModules = files(under: "Sources", ".md").map { $0.path.components(separatedBy: "/") }
        .filter { $0.count == 4 && $0[3] == "\($0[1]).md" && $0[1] != "Talyn" }.map { $0[1] }
    static let landings = testingModules.map { file("Sources/\($0)/\($0).docc/\($0).md") }
    static let pages = [file("README.md")] + files(under: "Sources", ".md")
    static let sources = files(under: "Sources/Talyn", ".swift")
    static let testingSources = testingModules.flatMap { files(under: "Sources/\($0)", ".swift") }
    static let programs = files(under: "Tests/Consumer/Sources", ".swift")
    static let consumer = programs + files(under: "Tests/Consumer/Tests", ".swift")
    /// The packages that README and articles show.
    static let manifests = files(under: "Tests/Consumer/Install", "Package.swift")
    /// The glue for packages of servers, which has a package of its own.
    static let servers = files(under: "Tests/Servers/Sources", ".swift")
    /// The tests of TalynCombine, which are compiled with Combine or OpenCombine.
    static let fronts = files(under: "Tests/Fronts/CombineTests", ".swift")
    /// The tests of TalynCombineMoya.
    static let moyaCombine = files(under: "Tests/Fronts/MoyaCombineTests", ".swift")

    /// The fronts for RxSwift and their tests, which `.ci/check-fronts` compiles.
    static let rxSwift = files(under: "Tests/Fronts", ".swift").filter { $0.path.contains("/Rx") }
    /// The app on its way from Moya.
    static let moving = files(under: "Tests/Moving/Sources", ".swift")

    /// The files in one of which the samples of a page or source stand.
    static func samples(of file: File) -> [File] {
        if file.path.hasPrefix("Sources/TalynCombine/") { return fronts }
        if ["TalynMoya/", "TalynAlamofire/"].contains(where: { file.path.hasPrefix("Sources/\($0)") }) {
            return moving
        }
        if file.path.hasPrefix("Sources/TalynCombineMoya/") { return moyaCombine }
        if file.path.hasSuffix("/RxSwiftFront.md") { return rxSwift }
        let hasManifest = ["README.md", "/GettingStarted.md", "/Cassettes.md"].contains { file.path.hasSuffix($0) }
        if hasManifest { return consumer + manifests }
        return file.path.hasSuffix("/OnServers.md") ? servers + consumer : consumer
    }

    @Test func everythingIsFound() {
        #expect(Self.articles.count >= 10)
        #expect(Self.sources.count > 50)
        #expect(Self.testingModules.count >= 3)
        #expect(Self.testingSources.count > 10)
        #expect(Self.consumer.count > 10)
        #expect(Self.servers.count > 1 && Self.fronts.count > 3)
        #expect(Self.rxSwift.count > 3 && Self.moving.count > 5)
        let blocks = Self.pages.map { Samples.blocks(inMarkdown: $0.text).count }
        #expect(blocks.reduce(0, +) > 50)
        #expect(Self.sources.contains { !Samples.blocks(inDocCommentsOf: $0.text).isEmpty })
    }

    @Test(arguments: pages)
    func eachSampleOfAPageIsRealCode(page: File) {
        let blocks = Samples.blocks(inMarkdown: page.text)
        let isTable = ["/MoyaAPI.md", "/Sequences.md"].contains { page.path.hasSuffix($0) }
        #expect(!blocks.isEmpty || isTable)
        let sources = Self.samples(of: page)
        for block in blocks where !sources.contains(where: { Samples.stands(block, consecutivelyIn: $0.text) }) {
            Issue.record("is in no file of the nested package for samples:\n\(block.joined(separator: "\n"))")
        }
        #expect(Samples.fencesWithoutLanguage(inMarkdown: page.text) == 0)
    }

    @Test(arguments: (sources + testingSources).filter { !Samples.blocks(inDocCommentsOf: $0.text).isEmpty })
    func eachSampleOfADocCommentIsRealCode(source: File) {
        for block in Samples.blocks(inDocCommentsOf: source.text) {
            let missing = Self.samples(of: source).map { Samples.missing(block, in: $0.text) }
            guard let least = missing.min(by: { $0.count < $1.count }), !least.isEmpty else { continue }
            Issue.record("is in no file of the nested package for samples:\n\(least.joined(separator: "\n"))")
        }
    }

    @Test func everyFileOfTheConsumerRuns() {
        let main = Self.file("Tests/Consumer/Sources/Samples/main.swift").text
        let samples = Self.programs.filter { $0.path.contains("/Sources/Samples/") }
        let names = samples.compactMap { $0.path.split(separator: "/").last?.dropLast(6) }
        for name in names where name != "main" { #expect(main.contains("\(name).run"), "\(name)") }
    }

    @Test func readmeBeginsWithAWholeProgram() {
        let program = Self.file("Tests/Consumer/Sources/FirstProgram/main.swift").text
        let first = Samples.blocks(inMarkdown: Self.file("README.md").text).first ?? []
        #expect(first.joined(separator: "\n") + "\n" == program)
    }

    @Test func readmeIsShort() {
        let lines = Self.file("README.md").text.split(separator: "\n", omittingEmptySubsequences: false)
        // It has a whole package, every product and every article.
        #expect((40...210).contains(lines.count - 1))
    }

    @Test func readmeNamesTwoCommands() {
        let lines = Self.file("README.md").text.components(separatedBy: "\n")
        let commands = lines.filter { $0.hasPrefix("swift ") }.compactMap { $0.components(separatedBy: "  ").first }
        #expect(commands == ["swift run photos", "swift test"])
    }

    @Test(arguments: [
        "README.md", "CONTRIBUTING.md", "CHANGELOG.md", ".github/SECURITY.md", "Tests/Benchmarks/README.md",
        "Tests/Fuzz/README.md", ".ci/apple/README.md",
    ])
    func linksLeadToFilesThatExist(page: String) {
        let text = Self.file(page).text
        let folder = page.split(separator: "/").dropLast().map { $0 + "/" }.joined()
        for path in Samples.linkedFiles(inMarkdown: text) {
            let file = Self.root.appendingPathComponent(folder + path).path
            #expect(FileManager.default.fileExists(atPath: file), "\(path)")
        }
        #expect(page != "README.md" || Samples.linkedFiles(inMarkdown: text).count > 3)
        for (path, heading) in Samples.linkedHeadings(inMarkdown: text) {
            let headings = Samples.headings(inMarkdown: path.isEmpty ? text : Self.file(folder + path).text)
            #expect(headings.contains(heading), "\(path)#\(heading)")
        }
        // The site that shows the repository makes no link of `<doc:Name>`.
        #expect(!text.isEmpty && !text.contains("<doc:"))
    }

    @Test func changelogOfTheFirstVersionIsShort() {
        let text = Self.file("CHANGELOG.md").text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect((20...60).contains(lines.count - 1) || !text.contains("\n## Unreleased, to be 0.1.0\n"))
    }

    @Test func readmeLinksEveryArticle() {
        let linked = Set(Samples.linkedFiles(inMarkdown: Self.file("README.md").text))
        for article in Self.files(under: "Sources", ".md") { #expect(linked.contains(article.path), "\(article.path)") }
    }

    @Test func readmeListsEveryProduct() {
        let products = Self.file("Package.swift").text.matches(of: /\.(?:library|plugin)\(name: "(\w+)", targets:/)
        #expect(products.count > 5)
        let readme = Self.file("README.md").text
        for product in products { #expect(readme.contains("\n| `\(product.output.1)` |"), "\(product.output.1)") }
    }

    @Test func sourcesThatContributingNamesExist() {
        let words = Self.file("CONTRIBUTING.md").text.split(separator: "`").map(String.init)
        let paths = words.filter { $0.hasSuffix(".swift") && $0.contains("/") }
        #expect(paths.count > 10)
        for path in paths {
            let found = ["", "Sources/Talyn/", "Tests/TalynTests/"].contains {
                FileManager.default.fileExists(atPath: Self.root.appendingPathComponent($0 + path).path)
            }
            #expect(found, "\(path)")
        }
    }

    @Test func landingPageHasEveryPublicType() {
        let landing = Self.file("Sources/Talyn/Talyn.docc/Talyn.md").text
        let names = Self.sources.flatMap { Samples.publicNames(in: $0.text) }
        #expect(names.count > 40)
        for name in names {
            #expect(landing.contains("- ``\(name)``") || landing.contains("- ``\(name)("), "\(name)")
        }
    }

    @Test func landingPageHasEveryArticle() {
        let landing = Self.file("Sources/Talyn/Talyn.docc/Talyn.md").text
        for article in Self.articles where !article.path.hasSuffix("Talyn.md") {
            let name = article.path.split(separator: "/").last?.dropLast(3) ?? ""
            #expect(landing.contains("- <doc:\(name)>"), "\(name)")
        }
    }

    @Test(arguments: landings)
    func landingPageOfALibraryForTestsHasEveryPublicType(landing: File) {
        let folder = landing.path.components(separatedBy: "/").prefix(2).joined(separator: "/")
        // Names that do not compile have no page.
        let sources = Self.files(under: folder, ".swift").filter { !$0.path.hasSuffix("+Absent.swift") }
        let names = sources.flatMap { Samples.publicNames(in: $0.text) }
        #expect(!names.isEmpty || folder == "Sources/TalynCombineMoya")
        // The two names of images are there on Apple platforms only.
        for name in names where name != "Image" && name != "ImageType" {
            #expect(landing.text.contains("- ``\(name)``") || landing.text.contains("- ``\(name)("), "\(name)")
        }
    }
}
