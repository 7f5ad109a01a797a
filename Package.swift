// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Talyn",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Talyn", targets: ["Talyn"]),
        .library(name: "TalynTesting", targets: ["TalynTesting"]),
        .library(name: "TalynTestSupport", targets: ["TalynTestSupport"]),
        .plugin(name: "CassettePlugin", targets: ["CassettePlugin"]),
    ],
    targets: [
        .target(name: "Talyn", resources: [.copy("PrivacyInfo.xcprivacy")]),
        .target(name: "TalynTesting", dependencies: ["Talyn"]),
        // The only one that loads Swift Testing and XCTest.
        .target(name: "TalynTestSupport", dependencies: ["Talyn", "TalynTesting"]),
        .executableTarget(name: "photos", dependencies: ["Talyn"]),
        .executableTarget(name: "cassette", dependencies: ["Talyn", "TalynTesting"]),
        // No permissions: SwiftPM would ask for them for `check` and `list` as well, which need none.
        .plugin(
            name: "CassettePlugin",
            capability: .command(
                intent: .custom(verb: "cassette", description: "Lists, checks, redacts and compares recorded cassettes")
            ),
            dependencies: ["cassette"]),
        .testTarget(
            name: "TalynTests", dependencies: ["Talyn", "TalynTesting"], resources: [.copy("Fixtures")]),
        .testTarget(name: "TalynTestingTests", dependencies: ["Talyn", "TalynTesting"]),
        .testTarget(name: "TalynTestSupportTests", dependencies: ["Talyn", "TalynTestSupport"]),
        .testTarget(name: "photosTests", dependencies: ["photos", "Talyn"]),
        .testTarget(name: "cassetteTests", dependencies: ["cassette", "Talyn", "TalynTesting"]),
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
