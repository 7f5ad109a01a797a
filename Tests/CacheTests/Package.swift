// swift-tools-version: 6.1
import PackageDescription

// Runs the cases of http-tests/cache-tests through a Provider with a cache: see `.ci/check-cache`.
let package = Package(
    name: "CacheTests",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "talyn", path: "../..")],
    targets: [
        .executableTarget(
            name: "CacheTests",
            dependencies: [
                .product(name: "Talyn", package: "talyn"), .product(name: "TalynStores", package: "talyn"),
                .product(name: "TalynTesting", package: "talyn"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
