// swift-tools-version: 6.1
import PackageDescription

// A separate package, so that nothing here is part of Talyn's graph.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Talyn", path: "../..")],
    targets: [
        .target(name: "Measure"),
        .target(name: "Stacks"),
        .target(name: "BareCURL"),
        .target(
            name: "Subjects",
            dependencies: [.product(name: "Talyn", package: "Talyn"), .product(name: "TalynStubs", package: "Talyn")]),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "BareCURL", "Measure", "Subjects", .product(name: "Talyn", package: "Talyn"),
                .product(name: "TalynStores", package: "Talyn"), .product(name: "TalynStubs", package: "Talyn"),
            ]),
        .executableTarget(
            name: "soak",
            dependencies: ["Measure", "Stacks", "Subjects", .product(name: "Talyn", package: "Talyn")]),
        .executableTarget(
            name: "instructions",
            dependencies: [
                "Subjects", .product(name: "Talyn", package: "Talyn"), .product(name: "TalynMoya", package: "Talyn"),
                .product(name: "TalynStores", package: "Talyn"), .product(name: "TalynStubs", package: "Talyn"),
            ]),
        .executableTarget(
            name: "visits",
            dependencies: [
                .product(name: "Talyn", package: "Talyn"), .product(name: "TalynStubs", package: "Talyn"),
                .product(name: "TalynTesting", package: "Talyn"),
            ]),
        .executableTarget(name: "calls", dependencies: ["Measure", .product(name: "Talyn", package: "Talyn")]),
    ],
    swiftLanguageModes: [.v6]
)
