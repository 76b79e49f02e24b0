/// The components that are in the server, and their licences by SPDX name.
enum Licences {
    struct Component: Sendable {
        let name: String
        let licence: String
    }

    static let components = [
        Component(name: "Hummingbird, swift-mustache", licence: "Apache-2.0"),
        Component(
            name: "SwiftNIO, swift-crypto, swift-asn1, swift-log and Swift’s other server libraries",
            licence: "Apache-2.0"),
        Component(name: "GRDB", licence: "MIT"),
        Component(name: "SQLite", licence: "public domain"),
        Component(name: "libsodium", licence: "ISC"),
        Component(name: "zlib", licence: "Zlib"),
        Component(name: "libqrencode", licence: "LGPL-2.1-or-later"),
        Component(name: "zxcvbn-c", licence: "MIT"),
        Component(name: "ZXing-C++", licence: "Apache-2.0"),
        Component(name: "ZBar", licence: "LGPL-2.1-or-later"),
        Component(name: "Leptonica", licence: "BSD-2-Clause"),
        Component(name: "libheif", licence: "LGPL-3.0-or-later"),
        Component(name: "poppler-utils (as a program of its own)", licence: "GPL-2.0-or-later"),
    ]
}
