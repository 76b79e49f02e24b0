// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target of ours is built with: Swift 6 mode, explicit existentials and imports, no warnings.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "vaccinapp",
    products: [],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    ],
    // One target a block, arrows run downwards only: see ARCHITECTURE.md.
    targets: [
        // MARK: C libraries
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // MARK: Codes
        .target(name: "Codes", dependencies: ["CQREncode", "CZlib"], swiftSettings: strict),
        .testTarget(name: "CodesTests", dependencies: ["Codes"], swiftSettings: strict),
        // MARK: Modules
        .target(name: "Immunization", swiftSettings: strict),
        .target(
            name: "WebApp",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            swiftSettings: strict
        ),
    ]
)
