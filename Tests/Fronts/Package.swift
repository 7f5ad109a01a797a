// swift-tools-version: 6.1
import PackageDescription

let combine: [Target.Dependency] = [
    "TalynOpenCombine", .product(name: "Talyn", package: "talyn"), .product(name: "TalynTesting", package: "talyn"),
    .product(name: "OpenCombineShim", package: "OpenCombine", condition: .when(platforms: [.linux])),
]

// The samples of TalynCombine in the modes of the modules that use it. Older compilers have no default isolation.
var samples: [Target] = [
    .testTarget(
        name: "CombineSamples5", dependencies: combine, path: "CombineSamples5",
        swiftSettings: [.swiftLanguageMode(.v5)])
]
#if compiler(>=6.2)
samples.append(
    .testTarget(
        name: "CombineSamplesMain", dependencies: combine, path: "CombineSamplesMain",
        swiftSettings: [.unsafeFlags(["-default-isolation", "MainActor"])]))
#endif

// The sources of TalynCombine, compiled with OpenCombine where Combine is missing, and their tests. The module has another
// name, because a graph of packages cannot have two of one name. The fronts for RxSwift have no target here:
// `.ci/check-fronts` compiles them.
let package = Package(
    name: "Fronts",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "talyn", path: "../.."),
        .package(url: "https://github.com/OpenCombine/OpenCombine.git", exact: "0.14.0"),
    ],
    targets: [
        .target(
            name: "TalynOpenCombine",
            dependencies: [
                .product(name: "Talyn", package: "talyn"),
                .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
            ],
            exclude: ["TalynCombine.docc"],
            swiftSettings: [
                .define("OPENCOMBINE", .when(platforms: [.linux])), .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
            ]),
        .target(
            name: "TalynOpenCombineMoya",
            dependencies: [
                .product(name: "TalynMoya", package: "talyn"), .product(name: "Talyn", package: "talyn"),
                .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
            ],
            exclude: ["TalynCombineMoya.docc"],
            swiftSettings: [
                .define("OPENCOMBINE", .when(platforms: [.linux])), .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
            ]),
        .testTarget(
            name: "MoyaCombineTests",
            dependencies: [
                "TalynOpenCombineMoya", .product(name: "TalynMoya", package: "talyn"),
                .product(name: "TalynCombineMoya", package: "talyn"), .product(name: "Talyn", package: "talyn"),
                .product(name: "TalynStubs", package: "talyn"),
                .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
            ],
            path: "MoyaCombineTests"),
        .testTarget(name: "CombineTests", dependencies: combine, path: "CombineTests"),
    ] + samples,
    swiftLanguageModes: [.v6]
)
