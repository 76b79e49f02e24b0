// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "benchmarks",
    dependencies: [
        .package(name: "vaccinapp", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    ],
    targets: [
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                .product(name: "AgeEncryption", package: "vaccinapp"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "BoundedJSON", package: "vaccinapp"),
                .product(name: "CBORCoding", package: "vaccinapp"),
                .product(name: "CivilDates", package: "vaccinapp"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HealthCardIssuing", package: "vaccinapp"),
                .product(name: "HealthCertificate", package: "vaccinapp"),
                .product(name: "Immunization", package: "vaccinapp"),
            ]
        ),
        .executableTarget(
            name: "code-benchmarks",
            linkerSettings: [.linkedLibrary("ZXing"), .linkedLibrary("lept")]
        ),
    ],
    cxxLanguageStandard: .cxx17
)
