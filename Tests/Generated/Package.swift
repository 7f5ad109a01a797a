// swift-tools-version: 6.2
import PackageDescription

// Clients that `swift package generate-api` writes, as golden files: `.ci/check-generated` compares them with what the
// generator writes now, and `.ci/check-generated --update` writes them anew.
let talyn: [Target.Dependency] = [
    .product(name: "Talyn", package: "talyn"), .product(name: "TalynStubs", package: "talyn"),
]
let package = Package(
    name: "Generated",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "talyn", path: "../..")],
    targets: [
        .target(name: "Petstore", dependencies: talyn),
        .target(name: "PetstoreExpanded", dependencies: talyn),
        .target(name: "USPTO", dependencies: talyn),
        .target(name: "TicTacToe", dependencies: talyn),
        .target(name: "Features", dependencies: talyn),
        // The same files in a module that is isolated to the main actor, and in the language mode of Swift 5. Links,
        // because a source belongs to one target.
        .target(name: "FeaturesOnMainActor", dependencies: talyn, swiftSettings: [.defaultIsolation(MainActor.self)]),
        .target(name: "FeaturesInSwift5", dependencies: talyn, swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "FeaturesTests",
            dependencies: talyn + ["Features", .product(name: "TalynTesting", package: "talyn")]),
        .testTarget(
            name: "SampleTests",
            dependencies: talyn + ["Features", "Petstore", "PetstoreExpanded", "TicTacToe", "USPTO"]),
    ],
    swiftLanguageModes: [.v6]
)

// What an app may turn on.
for target in package.targets where target.name != "FeaturesInSwift5" {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
        ]
}
