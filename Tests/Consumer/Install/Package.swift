// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "hello",
    platforms: [.macOS(.v13), .iOS(.v16)],
    dependencies: [.package(url: "https://<HOST>/talyn.git", branch: "main")],
    targets: [
        .executableTarget(name: "hello", dependencies: [.product(name: "Talyn", package: "talyn")])
    ]
)
