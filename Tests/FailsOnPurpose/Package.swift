// swift-tools-version: 6.1
import PackageDescription

// Tests that fail, each for a reason of its own: `.ci/check-failing-tests` holds their output to what it should say.
let package = Package(
    name: "FailsOnPurpose",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "talyn", path: "../..")],
    targets: [
        .testTarget(
            name: "FailsOnPurposeTests",
            dependencies: [
                .product(name: "Talyn", package: "talyn"), .product(name: "TalynTesting", package: "talyn"),
                .product(name: "TalynTestSupport", package: "talyn"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
