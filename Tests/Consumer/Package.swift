// swift-tools-version: 6.2
import PackageDescription

// The samples of README, documentation and doc comments, in modules that are isolated to the main actor, as a new app of
// Xcode 26 is. `swift run Samples` runs them over stubs, `swift test` runs those that are tests.
let package = Package(
    name: "Consumer",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "talyn", path: "../..")],
    targets: [
        // The program at the top of the README, as it is pasted.
        .executableTarget(
            name: "FirstProgram", dependencies: [.product(name: "Talyn", package: "talyn")],
            swiftSettings: [.defaultIsolation(MainActor.self)]),
        // The library of the article Shipping an SDK.
        .target(name: "ShopSDK", dependencies: [.product(name: "Talyn", package: "talyn")]),
        // The plugins of the article Writing a resilient client.
        .target(
            name: "Resilience", dependencies: [.product(name: "Talyn", package: "talyn")],
            swiftSettings: [.defaultIsolation(MainActor.self)]),
        .executableTarget(
            name: "Samples",
            dependencies: [
                "Resilience", "ShopSDK",
                .product(name: "Talyn", package: "talyn"), .product(name: "TalynStubs", package: "talyn"),
                .product(name: "TalynTesting", package: "talyn"),
                .product(name: "TalynCassettes", package: "talyn"), .product(name: "TalynStores", package: "talyn"),
                .product(name: "TalynConformance", package: "talyn"),
                .product(name: "TalynDigest", package: "talyn"),
            ],
            exclude: ["Cassettes"], swiftSettings: [.defaultIsolation(MainActor.self)]),
        .testTarget(
            name: "SampleTests",
            dependencies: [
                .product(name: "Talyn", package: "talyn"), .product(name: "TalynStubs", package: "talyn"),
                .product(name: "TalynTesting", package: "talyn"),
                .product(name: "TalynCassettes", package: "talyn"),
                .product(name: "TalynTestSupport", package: "talyn"),
                .product(name: "TalynConformance", package: "talyn"),
            ],
            exclude: ["Cassettes"], swiftSettings: [.defaultIsolation(MainActor.self)]),
        .testTarget(
            name: "ResilienceTests",
            dependencies: [
                "Resilience", .product(name: "Talyn", package: "talyn"), .product(name: "TalynStubs", package: "talyn"),
                .product(name: "TalynTesting", package: "talyn"),
            ]),
        // The generated target of the article Generating an API, and its tests.
        .testTarget(
            name: "PetstoreTests",
            dependencies: [.product(name: "Talyn", package: "talyn"), .product(name: "TalynStubs", package: "talyn")],
            exclude: ["petstore.yaml"], swiftSettings: [.defaultIsolation(MainActor.self)]),
        // An app on Moya, moved by its imports.
        .testTarget(
            name: "MovedTests",
            dependencies: [
                .product(name: "TalynMoya", package: "talyn"), .product(name: "Talyn", package: "talyn"),
                .product(name: "TalynStubs", package: "talyn"),
            ],
            swiftSettings: [.defaultIsolation(MainActor.self)]),
    ],
    swiftLanguageModes: [.v6]
)
