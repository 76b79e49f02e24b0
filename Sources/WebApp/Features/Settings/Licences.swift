/// The components that are in the server, and their licences by SPDX name.
enum Licences {
    struct Component: TemplateModel {
        let name: String
        let licence: String

        static let fields: [TemplateField<Self>] = [.text("name") { $0.name }, .text("licence") { $0.licence }]
    }

    static let components = [
        Component(name: "Hummingbird", licence: "Apache-2.0"),
        Component(
            name: "SwiftNIO, swift-nio-ssl, swift-crypto, swift-asn1, swift-log, swift-http-types, AsyncHTTPClient, "
                + "swift-service-lifecycle, swift-subprocess, swift-argument-parser",
            licence: "Apache-2.0"),
        Component(name: "GRDB", licence: "MIT"),
        Component(name: "SQLite", licence: "blessing"),
        Component(name: "libpq", licence: "PostgreSQL"),
        Component(name: "libsodium", licence: "ISC"),
        Component(name: "OpenSSL", licence: "Apache-2.0"),
        Component(name: "zlib", licence: "Zlib"),
        Component(name: "libqrencode", licence: "LGPL-2.1-or-later"),
        Component(name: "zxcvbn-c", licence: "MIT"),
        Component(name: "ZXing-C++", licence: "Apache-2.0"),
        Component(name: "ZBar", licence: "LGPL-2.1-or-later"),
        Component(name: "Leptonica", licence: "BSD-2-Clause"),
        Component(name: "libheif", licence: "LGPL-3.0-or-later"),
        Component(name: "libseccomp", licence: "LGPL-2.1-only"),
        Component(name: "poppler-utils", licence: "GPL-2.0-or-later"),
    ]
}
