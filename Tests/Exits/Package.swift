// swift-tools-version: 6.1
import PackageDescription

// A separate package, so that nothing here is part of Talyn's graph.
let package = Package(
    name: "Exits",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "Talyn", path: "../..")],
    targets: [.executableTarget(name: "exits", dependencies: [.product(name: "Talyn", package: "Talyn")])],
    swiftLanguageModes: [.v6]
)
