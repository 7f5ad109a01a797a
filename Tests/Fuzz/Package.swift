// swift-tools-version: 6.1
import PackageDescription

// Fuzz targets for what reads text of others: one program, which `TALYN_FUZZ_TARGET` makes one of them. `Tests/Fuzz/run`
// builds and runs it, with the flags that instrument Talyn as well.
let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "talyn", path: "../..")],
    targets: [
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                .product(name: "Talyn", package: "talyn"), .product(name: "TalynTesting", package: "talyn"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
