// swift-tools-version: 6.2
import PackageDescription

// The samples of README, documentation and doc comments, in modules that are isolated to the main actor as an app made
// by Xcode 26 is. `swift run` runs them over stubs, `swift test` those that are tests.
let package = Package(
    name: "Consumer",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "talyn", path: "../..")],
    targets: [
        .executableTarget(
            name: "Samples",
            dependencies: [
                .product(name: "Talyn", package: "talyn"), .product(name: "TalynTesting", package: "talyn"),
            ],
            exclude: ["Cassettes"], swiftSettings: [.defaultIsolation(MainActor.self)]),
        .testTarget(
            name: "SampleTests",
            dependencies: [
                .product(name: "Talyn", package: "talyn"), .product(name: "TalynTesting", package: "talyn"),
                .product(name: "TalynTestSupport", package: "talyn"),
                .product(name: "TalynConformance", package: "talyn"),
            ],
            exclude: ["Cassettes"], swiftSettings: [.defaultIsolation(MainActor.self)]),
    ],
    swiftLanguageModes: [.v6]
)
