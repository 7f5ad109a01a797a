// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "hello",
    platforms: [.macOS(.v13), .iOS(.v16)],
    dependencies: [.package(url: "https://<HOST>/talyn.git", branch: "main")],
    targets: [
        .executableTarget(name: "hello", dependencies: [.product(name: "Talyn", package: "talyn")]),
        .testTarget(
            name: "helloTests",
            dependencies: [
                "hello",
                .product(name: "TalynTesting", package: "talyn"),  // stubs, clock, loopback server
                .product(name: "TalynCassettes", package: "talyn"),  // recordings of real responses
                .product(name: "TalynTestSupport", package: "talyn"),  // traits of Swift Testing, XCTest helper
            ],
            exclude: ["Cassettes"]),
    ]
)
