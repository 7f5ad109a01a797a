// swift-tools-version: 6.2
import PackageDescription

// The glue of the article OnServers, between Talyn and the packages of the Swift server ecosystem. `swift run Servers`
// runs it over stubs.
let package = Package(
    name: "Servers",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "talyn", path: "../.."),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", exact: "1.7.3"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    ],
    targets: [
        .executableTarget(
            name: "Servers",
            dependencies: [
                .product(name: "Talyn", package: "talyn"), .product(name: "TalynTesting", package: "talyn"),
                .product(name: "TalynStores", package: "talyn"),
                .product(name: "Logging", package: "swift-log"), .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                // What the program compares.
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
