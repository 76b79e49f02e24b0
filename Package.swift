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
    dependencies: [],
    // One target a block, arrows run downwards only: see ARCHITECTURE.md.
    targets: []
)
