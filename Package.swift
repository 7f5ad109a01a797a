// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Talyn",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Talyn", targets: ["Talyn"]),
        .library(name: "TalynStubs", targets: ["TalynStubs"]),
        .library(name: "TalynTesting", targets: ["TalynTesting"]),
        .library(name: "TalynCassettes", targets: ["TalynCassettes"]),
        .library(name: "TalynStores", targets: ["TalynStores"]),
        .library(name: "TalynCombine", targets: ["TalynCombine"]),
        .library(name: "TalynDigest", targets: ["TalynDigest"]),
        .library(name: "TalynAlamofire", targets: ["TalynAlamofire"]),
        .library(name: "TalynMoya", targets: ["TalynMoya"]),
        .library(name: "TalynCombineMoya", targets: ["TalynCombineMoya"]),
        .library(name: "TalynTestSupport", targets: ["TalynTestSupport"]),
        .library(name: "TalynConformance", targets: ["TalynConformance"]),
        .plugin(name: "CassettePlugin", targets: ["CassettePlugin"]),
        .plugin(name: "GenerateAPIPlugin", targets: ["GenerateAPIPlugin"]),
    ],
    targets: [
        .target(
            name: "Talyn", dependencies: [.target(name: "CTalynCURL", condition: .when(platforms: [.linux]))],
            resources: [.copy("PrivacyInfo.xcprivacy")]),
        // Typed calls into the libcurl and zlib of a Linux process, found at run time. Empty on other platforms.
        .target(name: "CTalynCURL"),
        // Answers in place of the network, for previews, demos and tests.
        .target(name: "TalynStubs", dependencies: ["Talyn"]),
        // Exports TalynStubs.
        .target(name: "TalynTesting", dependencies: ["Talyn", "TalynStubs"]),
        .target(name: "TalynCassettes", dependencies: ["Talyn", "TalynStubs"]),
        // Cookies and a response cache, by the public hooks of Talyn, and with helpers of the package for locks, files,
        // hashes and text.
        .target(name: "TalynStores", dependencies: ["Talyn"]),
        // Combine publishers, by Talyn's public API. Empty where Combine is missing; Tests/Fronts tests it with OpenCombine.
        .target(name: "TalynCombine", dependencies: ["Talyn"]),
        // Answers to Digest challenges, by the public hooks of Talyn, and with helpers of the package for text and locks.
        .target(name: "TalynDigest", dependencies: ["Talyn"]),
        // Moya's names, Alamofire's and those of CombineMoya, each in a module as there, for apps that move a file at a
        // time. The last one is empty where Combine is missing; Tests/Fronts tests it with OpenCombine.
        .target(name: "TalynAlamofire", dependencies: ["Talyn", "TalynDigest", "TalynStores", "TalynStubs"]),
        .target(name: "TalynMoya", dependencies: ["Talyn", "TalynAlamofire", "TalynStubs"]),
        .target(name: "TalynCombineMoya", dependencies: ["Talyn", "TalynMoya"]),
        // The only library that loads Swift Testing and XCTest.
        .target(
            name: "TalynTestSupport", dependencies: ["Talyn", "TalynCassettes", "TalynStubs", "TalynTesting"]),
        // For the tests of a transport of your own; apps do not need it.
        .target(name: "TalynConformance", dependencies: ["Talyn", "TalynCassettes", "TalynStubs", "TalynTesting"]),
        .executableTarget(name: "photos", dependencies: ["Talyn", "TalynStubs"]),
        .executableTarget(name: "cassette", dependencies: ["Talyn", "TalynCassettes"]),
        // Writes targets of Talyn out of OpenAPI documents. They depend on no module of Talyn.
        .target(name: "APIGenerator"),
        .executableTarget(name: "generate-api", dependencies: ["APIGenerator"]),
        .plugin(
            name: "GenerateAPIPlugin",
            capability: .command(
                intent: .custom(verb: "generate-api", description: "Writes a target out of an OpenAPI document"),
                permissions: [.writeToPackageDirectory(reason: "It writes the generated Swift files.")]),
            dependencies: ["generate-api"]),
        // No permissions: SwiftPM would ask for them for `check` and `list` as well, which need none.
        .plugin(
            name: "CassettePlugin",
            capability: .command(
                intent: .custom(verb: "cassette", description: "Lists, checks and redacts recorded cassettes")
            ),
            dependencies: ["cassette"]),
        // Fixtures that the tests of several targets share.
        .target(name: "SharedFixtures", dependencies: ["Talyn", "TalynStubs"], path: "Tests/SharedFixtures"),
        .testTarget(
            name: "TalynTests",
            dependencies: ["Talyn", "TalynCassettes", "TalynStubs", "TalynTesting", "SharedFixtures"],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "TalynStubsTests",
            dependencies: ["Talyn", "TalynStubs", "TalynCassettes", "TalynTesting", "SharedFixtures"],
            resources: [.copy("Fixtures")]),
        .testTarget(name: "TalynTestingTests", dependencies: ["Talyn", "TalynTesting", "SharedFixtures"]),
        .testTarget(
            name: "TalynCassettesTests",
            dependencies: ["Talyn", "TalynCassettes", "TalynStubs", "TalynTesting", "SharedFixtures"]),
        .testTarget(
            name: "TalynStoresTests", dependencies: ["Talyn", "TalynStores", "TalynTesting", "SharedFixtures"]),
        .testTarget(
            name: "TalynDigestTests",
            dependencies: ["Talyn", "TalynDigest", "TalynStubs", "TalynTesting", "SharedFixtures"]),
        .testTarget(name: "TalynAlamofireTests", dependencies: ["Talyn", "TalynAlamofire", "TalynMoya"]),
        .testTarget(
            name: "TalynMoyaTests",
            dependencies: [
                "Talyn", "TalynAlamofire", "TalynMoya", "TalynStores", "TalynStubs", "TalynTesting", "SharedFixtures",
            ]),
        .testTarget(name: "TalynConformanceTests", dependencies: ["Talyn", "TalynTesting", "TalynConformance"]),
        .testTarget(
            name: "TalynTestSupportTests", dependencies: ["Talyn", "TalynCassettes", "TalynStubs", "TalynTestSupport"]),
        .testTarget(name: "APIGeneratorTests", dependencies: ["APIGenerator"]),
        .testTarget(name: "generate-apiTests", dependencies: ["generate-api", "APIGenerator"]),
        .testTarget(name: "photosTests", dependencies: ["photos", "Talyn", "TalynStubs", "TalynTesting"]),
        .testTarget(
            name: "cassetteTests", dependencies: ["cassette", "Talyn", "TalynCassettes", "TalynStubs", "TalynTesting"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .plugin {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}

// TALYN_MOYA_DEPRECATIONS=1 swift build: a warning for each name of Moya, with the name that Talyn has.
if Context.environment["TALYN_MOYA_DEPRECATIONS"] != nil {
    for target in package.targets where ["TalynAlamofire", "TalynMoya"].contains(target.name) {
        target.swiftSettings?.append(.define("DEPRECATIONS"))
    }
}
