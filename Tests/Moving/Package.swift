// swift-tools-version: 6.1
import PackageDescription

// One small app in the three states of a move: on Moya, with its imports changed, and on Talyn. The targets Moya and
// Alamofire stand for those packages: they export TalynMoya and TalynAlamofire, so that sources as people write them
// compile here.
let package = Package(
    name: "Moving",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "Talyn", path: "../..")],
    targets: [
        .target(name: "Moya", dependencies: [.product(name: "TalynMoya", package: "Talyn")]),
        .target(name: "Alamofire", dependencies: [.product(name: "TalynAlamofire", package: "Talyn")]),
        .target(name: "WithMoya", dependencies: ["Moya", "Alamofire"], swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(
            name: "WithTalynMoya",
            dependencies: [
                .product(name: "TalynAlamofire", package: "Talyn"), .product(name: "TalynMoya", package: "Talyn"),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        // An app that has names of Alamofire and CombineMoya in a module of its own.
        .target(name: "OwnNames", dependencies: ["Moya"], swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(name: "WithOwnNames", dependencies: ["Moya", "OwnNames"], swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(
            name: "Halfway",
            dependencies: [
                .product(name: "TalynMoya", package: "Talyn"), .product(name: "Talyn", package: "Talyn"),
                .product(name: "TalynStubs", package: "Talyn"),
            ]),
        .target(name: "WithTalyn", dependencies: [.product(name: "Talyn", package: "Talyn")]),
        .testTarget(
            name: "MovingTests",
            dependencies: [
                "WithMoya", "WithTalynMoya", "WithOwnNames", "WithTalyn", "Halfway",
                .product(name: "Talyn", package: "Talyn"),
                .product(name: "TalynStubs", package: "Talyn"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
