// swift-tools-version: 6.1
import PackageDescription

// Tests that fail, each for a different reason: `.ci/check-failing-tests` checks their output.
let package = Package(
    name: "FailsOnPurpose",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "talyn", path: "../..")],
    targets: [
        .testTarget(
            name: "FailsOnPurposeTests",
            dependencies: [
                .product(name: "Talyn", package: "talyn"), .product(name: "TalynStubs", package: "talyn"),
                .product(name: "TalynTesting", package: "talyn"),
                .product(name: "TalynTestSupport", package: "talyn"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
