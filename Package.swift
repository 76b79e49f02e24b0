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
        .target(name: "Immunization", swiftSettings: strict),
        .target(
            name: "WebApp",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            swiftSettings: strict
        )
    ]
)
