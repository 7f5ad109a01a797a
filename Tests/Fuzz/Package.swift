// swift-tools-version: 6.1
import PackageDescription

// Fuzz targets for code that parses untrusted text: one program, in which `TALYN_FUZZ_TARGET` selects a target.
// `Tests/Fuzz/run` builds and runs it with the flags that instrument Talyn as well.
let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "talyn", path: "../..")],
    targets: [
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                .product(name: "Talyn", package: "talyn"), .product(name: "TalynTesting", package: "talyn"),
                .product(name: "TalynCassettes", package: "talyn"), .product(name: "TalynDigest", package: "talyn"),
                "APIReading",
            ]),
        // A link to the reader of the API generator, which is no product.
        .target(name: "APIReading"),
    ],
    swiftLanguageModes: [.v6]
)
