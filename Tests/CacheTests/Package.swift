// swift-tools-version: 6.1
import PackageDescription

// CacheTests runs the cases of http-tests/cache-tests through a Provider with a cache: see `.ci/check-cache`. StoreWork
// works on stores until it is killed: see `.ci/long stores`.
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
            ]),
        .executableTarget(
            name: "StoreWork",
            dependencies: [
                .product(name: "Talyn", package: "talyn"), .product(name: "TalynStores", package: "talyn"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
