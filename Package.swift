// swift-tools-version: 6.2
import PackageDescription

/// Whether this is the optimised build whose internals tests may see: `scripts/test` asks for it, and nobody runs it.
let isTestable = Context.environment["TESTABLE"] != nil

/// A module's files compiled by as many processes as there are cores, without what is optimised across them.
let byFile = ["-no-whole-module-optimization", "-enable-batch-mode"]

func released(_ flags: [String]) -> [SwiftSetting] { [.unsafeFlags(flags, .when(configuration: .release))] }

/// What every Swift target of ours is built with: Swift 6 mode, explicit existentials and imports, no warnings.
let strict: [SwiftSetting] =
    [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (isTestable ? released(["-enable-testing"]) : [])

/// Tests, which compute little: Swift 6.3.1 crashes where it optimises `WebAppTests`.
let tests = strict + released(["-Onone"])

/// What a build for tests would wait for longest.
///
/// Other tests are compiled by one process, since each reads all that they import.
let (large, largeTests) = (strict + (isTestable ? released(byFile) : []), tests + released(byFile))

/// Tools, which compute little themselves: a build for tests optimises what they call.
let tools = isTestable ? tests : strict

/// What computes a lot, and is optimised in a debug build too: tests judge a hundred thousand histories with it.
let computing = strict + [SwiftSetting.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The readers of codes compute for as long as their budget lasts: unoptimised they would read less in a debug build.
let optimised: [CXXSetting] = [.unsafeFlags(["-O2"], .when(configuration: .debug))]

/// Libraries that a program loads only if it calls them: `vaccinapp` is built with its readers, and reads no picture itself.
///
/// LLVM's linker asks after it has removed what nothing calls, GNU's before.
func onlyWhereUsed(_ libraries: [String]) -> LinkerSetting {
    let options = ["--as-needed"] + libraries.map { "-l" + $0 } + ["--no-as-needed"]
    return .unsafeFlags(["-use-ld=lld"] + options.flatMap { ["-Xlinker", $0] })
}

let package = Package(
    name: "vaccinapp",
    products: [
        .library(name: "AgeEncryption", targets: ["AgeEncryption"]),
        .library(name: "BoundedJSON", targets: ["BoundedJSON"]),
        .library(name: "CBORCoding", targets: ["CBORCoding"]),
        .library(name: "CivilDates", targets: ["CivilDates"]),
        .library(name: "HealthCardIssuing", targets: ["HealthCardIssuing"]),
        .library(name: "HealthCertificate", targets: ["HealthCertificate"]),
        .library(name: "Immunization", targets: ["Immunization"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-algorithms", exact: "1.2.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
    ],
    // One target a block, arrows run downwards only: see ARCHITECTURE.md.
    targets: [
        // MARK: C libraries
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .target(name: "CSQLiteWiping", linkerSettings: [.linkedLibrary("sqlite3")]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CZxcvbn", providers: [.apt(["libzxcvbn-dev"])]),
        .target(name: "CLinux"),
        .target(
            name: "CReading", cxxSettings: optimised,
            linkerSettings: [.linkedLibrary("m"), onlyWhereUsed(["ZXing", "zbar", "lept"])]),
        .target(name: "CSandbox", linkerSettings: [.linkedLibrary("seccomp")]),
        .target(name: "CTestSupport", path: "Tests/CTestSupport"),
        .target(
            name: "TestSupport", dependencies: ["CLinux", "CTestSupport", "CivilDates", "Model"],
            path: "Tests/TestSupport",
            swiftSettings: strict),
        // MARK: Floor
        .target(name: "BoundedJSON", dependencies: ["ByteCoding"], swiftSettings: computing),
        .testTarget(name: "BoundedJSONTests", dependencies: ["BoundedJSON"], swiftSettings: tests),
        .target(name: "BoundedXML", dependencies: ["ByteCoding"], swiftSettings: computing),
        .testTarget(name: "BoundedXMLTests", dependencies: ["BoundedXML"], swiftSettings: tests),
        .target(name: "ByteCoding", dependencies: ["CZlib"], swiftSettings: computing),
        .testTarget(name: "ByteCodingTests", dependencies: ["ByteCoding"], swiftSettings: tests),
        .target(name: "CBORCoding", dependencies: ["BoundedJSON", "ByteCoding"], swiftSettings: computing),
        .testTarget(name: "CBORCodingTests", dependencies: ["ByteCoding", "CBORCoding"], swiftSettings: tests),
        .target(name: "CivilDates", swiftSettings: computing),
        .target(name: "Secrets", dependencies: ["CSodium"], swiftSettings: strict),
        .testTarget(name: "CivilDatesTests", dependencies: ["CivilDates", "Seeded"], swiftSettings: tests),
        .target(name: "Model", dependencies: ["ByteCoding", "CivilDates", "Secrets"], swiftSettings: computing),
        .testTarget(name: "ModelTests", dependencies: ["CivilDates", "Model", "TestSupport"], swiftSettings: tests),
        // MARK: FairnessLimits
        .target(name: "Fairness", swiftSettings: strict),
        .testTarget(name: "FairnessTests", dependencies: ["Fairness", "TestSupport"], swiftSettings: tests),
        // MARK: Codes
        .target(
            name: "Codes",
            dependencies: [
                "ByteCoding", "CLinux", "CQREncode", "Fairness",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(name: "vaccinapp-reader", dependencies: ["CReading", "CSandbox"]),
        .executableTarget(
            name: "vaccinapp-reader-heic",
            dependencies: ["CReading", "CSandbox"],
            linkerSettings: [.linkedLibrary("heif")]
        ),
        .executableTarget(name: "vaccinapp-reader-pdf", dependencies: ["CSandbox"]),
        .executableTarget(
            name: "vaccinapp-reader-text",
            dependencies: ["CReading", "CSandbox"],
            cxxSettings: optimised,
            linkerSettings: [.linkedLibrary("tesseract")]
        ),
        .target(name: "SandboxProbe", dependencies: ["CSandbox"], path: "Tests/SandboxProbe"),
        .target(
            name: "ReaderScript", dependencies: ["Codes", "TestSupport"], path: "Tests/ReaderScript",
            swiftSettings: strict),
        .testTarget(
            name: "CodesTests", dependencies: ["ByteCoding", "Codes", "ReaderScript", "SandboxProbe", "TestSupport"],
            exclude: ["Pictures"],
            swiftSettings: tests),
        // MARK: Modules
        .target(name: "Seeded", path: "Tests/Seeded", swiftSettings: strict),
        .target(
            name: "AgeEncryption", dependencies: ["ByteCoding", "COpenSSL", "CSodium", "Fairness", "Secrets"],
            swiftSettings: computing),
        .testTarget(
            name: "AgeEncryptionTests",
            dependencies: ["AgeEncryption", "ByteCoding", "Fairness", "Secrets", "Seeded", "TestSupport"],
            swiftSettings: tests),
        .target(
            name: "HealthCertificate",
            dependencies: [
                "BoundedJSON", "ByteCoding", "CBORCoding", "CivilDates",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ],
            swiftSettings: computing
        ),
        .testTarget(
            name: "HealthCertificateTests",
            dependencies: [
                "BoundedJSON", "ByteCoding", "CBORCoding", "CivilDates", "HealthCardIssuing", "HealthCertificate",
                "Seeded",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: tests
        ),
        .target(
            name: "HealthCardIssuing", dependencies: ["BoundedJSON", "ByteCoding", "CivilDates", "HealthCertificate"],
            path: "Tools/HealthCardIssuing", swiftSettings: strict),
        .target(name: "Immunization", dependencies: ["BoundedJSON", "CivilDates"], swiftSettings: computing),
        .target(name: "Answers", dependencies: ["CivilDates", "Immunization"], swiftSettings: computing),
        .target(name: "Intake", dependencies: ["CivilDates", "Immunization", "Model"], swiftSettings: computing),
        .testTarget(
            name: "IntakeTests", dependencies: ["CivilDates", "Immunization", "Intake", "Model", "Seeded"],
            swiftSettings: tests),
        .testTarget(
            name: "AnswersTests",
            dependencies: ["Answers", "CivilDates", "Immunization", "ImmunizationCases", "Seeded"],
            exclude: ["Patients"],
            swiftSettings: tests
        ),
        .target(
            name: "CDSiConverter", dependencies: ["CivilDates", "Immunization"], path: "Tools/CDSiConverter",
            swiftSettings: strict),
        .target(
            name: "ImmunizationCases", dependencies: ["Answers", "CivilDates", "Immunization", "Seeded"],
            path: "Tools/ImmunizationCases", swiftSettings: strict),
        .testTarget(
            name: "ImmunizationTests",
            dependencies: ["CDSiConverter", "CivilDates", "Immunization", "ImmunizationCases", "Seeded"],
            exclude: ["Cases"],
            swiftSettings: tests
        ),
        .target(name: "Scanning", dependencies: ["BoundedJSON", "ByteCoding", "CivilDates"], swiftSettings: computing),
        .testTarget(
            name: "ScanningTests", dependencies: ["BoundedJSON", "CivilDates", "Scanning", "Seeded"],
            swiftSettings: tests),
        .target(
            name: "Situation", dependencies: ["BoundedJSON", "ByteCoding", "CivilDates"], swiftSettings: computing),
        .testTarget(
            name: "SituationTests", dependencies: ["BoundedJSON", "CivilDates", "Seeded", "Situation"],
            swiftSettings: tests),
        .target(
            name: "Passkeys",
            dependencies: [
                "BoundedJSON", "ByteCoding", "CBORCoding",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "SoftAuthenticator",
            dependencies: [
                "ByteCoding", "CBORCoding", "Passkeys",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            path: "Tests/SoftAuthenticator",
            swiftSettings: strict
        ),
        .testTarget(
            name: "PasskeysTests",
            dependencies: [
                "CBORCoding", "Passkeys", "SoftAuthenticator",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: tests
        ),
        .target(
            name: "PassArchive",
            dependencies: ["BoundedJSON", "BoundedXML", "ByteCoding", "CivilDates", "Immunization", "Model"],
            swiftSettings: computing),
        .testTarget(
            name: "PassArchiveTests",
            dependencies: [
                "AgeEncryption", "BoundedJSON", "CivilDates", "Immunization", "Model", "PassArchive", "Seeded",
                "TestSupport",
            ],
            exclude: ["Fixtures"],
            swiftSettings: tests
        ),
        .target(
            name: "VaultStorage",
            dependencies: [
                "ByteCoding", "CLinux", "COpenSSL", "CSQLiteWiping", "CSodium", "Fairness", "Model", "Secrets",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Vault",
            dependencies: [
                "ByteCoding", "CLinux", "CPostgres", "CSodium", "CZxcvbn", "CivilDates", "Fairness", "Model",
                "Passkeys", "Secrets", "VaultStorage",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "VaultTests",
            dependencies: [
                "ByteCoding", "CSodium", "CivilDates", "Fairness", "Model", "Passkeys", "Secrets", "Seeded",
                "SoftAuthenticator", "TestSupport", "Vault", "VaultStorage", "vault-trials",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: largeTests),
        .target(
            name: "Lists",
            dependencies: [
                "BoundedXML", "ByteCoding", "CivilDates", "HealthCertificate", "Immunization", "Scanning", "Secrets",
                "Situation", "VaultStorage",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Web",
            dependencies: [
                "AgeEncryption", "Answers", "BoundedJSON", "ByteCoding", "CivilDates", "Codes", "Fairness",
                "HealthCertificate", "Immunization", "Lists", "Model", "Passkeys", "Scanning", "Situation", "Vault",
                "VaultStorage",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOExtras", package: "swift-nio-extras"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: large
        ),
        .target(
            name: "IntakePages",
            dependencies: [
                "AgeEncryption", "Answers", "BoundedJSON", "ByteCoding", "CivilDates", "Codes", "Fairness",
                "HealthCertificate", "Immunization", "Intake", "Lists", "Model", "PassArchive", "Scanning", "Vault",
                "VaultStorage", "Web",
                .product(name: "Algorithms", package: "swift-algorithms"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: large
        ),
        .target(
            name: "Papers",
            dependencies: [
                "AgeEncryption", "Answers", "BoundedJSON", "CivilDates", "Codes", "Fairness", "HealthCertificate",
                "Immunization", "IntakePages", "Lists", "Model", "PassArchive", "Secrets", "Situation", "Vault",
                "VaultStorage", "Web",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: large
        ),
        .target(
            name: "People",
            dependencies: [
                "Answers", "BoundedJSON", "CivilDates", "Codes", "Fairness", "HealthCertificate", "Immunization",
                "Intake", "IntakePages", "Lists", "Model", "Papers", "Passkeys", "Scanning", "Vault", "VaultStorage",
                "Web",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: large
        ),
        .target(
            name: "Operators",
            dependencies: [
                "Answers", "CivilDates", "HealthCertificate", "Immunization", "Lists", "Model", "Situation", "Vault",
                "Web",
                .product(name: "Algorithms", package: "swift-algorithms"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "WebApp",
            dependencies: [
                "AgeEncryption", "Codes", "HealthCertificate", "Immunization", "IntakePages",
                "Lists", "Model", "Operators", "Papers", "PassArchive", "People", "Situation", "Vault", "VaultStorage",
                "Web",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "WebAppTests",
            dependencies: [
                "AgeEncryption", "Answers", "BoundedJSON", "BoundedXML", "ByteCoding", "CBORCoding", "CivilDates",
                "Codes", "Fairness", "HealthCardIssuing", "HealthCertificate", "Immunization", "ImmunizationCases",
                "Intake", "IntakePages", "Lists", "Model", "Operators", "Papers", "PassArchive", "Passkeys", "People",
                "ReaderScript", "Scanning",
                "Secrets", "Seeded", "Situation", "SoftAuthenticator", "TestSupport", "Vault", "VaultStorage", "Web",
                "WebApp",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: largeTests
        ),
        // MARK: Command line
        .executableTarget(
            name: "conformance",
            dependencies: [
                "AgeEncryption", "Answers", "BoundedJSON", "ByteCoding", "CBORCoding", "CDSiConverter", "CivilDates",
                "Codes", "HealthCardIssuing", "HealthCertificate", "Immunization", "ImmunizationCases", "PassArchive",
                "Passkeys", "Scanning", "Seeded", "vaccinapp-reader", "vaccinapp-reader-heic", "vaccinapp-reader-pdf",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Tools/conformance",
            swiftSettings: tools
        ),
        .testTarget(
            name: "ConformanceTests", dependencies: ["conformance", "HealthCertificate", "ImmunizationCases"],
            swiftSettings: tests),
        .executableTarget(
            name: "vaccinapp",
            dependencies: [
                "AgeEncryption", "BoundedJSON", "BoundedXML", "ByteCoding", "CBORCoding", "CivilDates", "Codes",
                "HealthCertificate", "Immunization", "Intake", "IntakePages", "Lists", "Model", "Operators",
                "PassArchive",
                "People", "Scanning", "Situation", "Vault", "VaultStorage", "Web", "WebApp",
                // Not linked, but built as well: they are beside the program, which starts them.
                "vaccinapp-reader", "vaccinapp-reader-heic", "vaccinapp-reader-pdf", "vaccinapp-reader-text",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "page-trials",
            dependencies: [
                "Answers", "CivilDates", "HealthCertificate", "Immunization", "IntakePages", "Lists", "Model", "Vault",
                "Web",
            ],
            path: "Tools/page-trials", swiftSettings: tools),
        .executableTarget(
            name: "vault-trials",
            dependencies: [
                "CivilDates", "Model", "Secrets", "Vault", "VaultStorage",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tools/vault-trials",
            swiftSettings: tools
        ),
    ],
    cxxLanguageStandard: .cxx17
)
