package import Foundation

/// What the server is made of, with each part's whole licence: `scripts/licences` writes it to `Public/licences`.
package struct Licences: Sendable {
    package struct Part: Decodable, Sendable {
        package let name: String
        package let version: String
        /// By its SPDX name.
        package let licence: String
        /// Where its source is; nil for codes of the catalogue.
        package let source: String?
        /// The Debian packages that come of it.
        package let packages: [String]?
        /// The names of its texts.
        package let texts: [String]
    }

    private struct Listed: Decodable {
        let release: String
        let titles: [String: String]
        let parts: [Part]
    }

    /// The system whose versions are named.
    package let release: String
    /// Sorted by name.
    package let parts: [Part]
    /// What each text is called, by its name in addresses.
    package let titles: [String: String]
    private let texts: [String: String]

    /// Reads the list, and every text that it names.
    package init(directory: URL) throws {
        do {
            let listed = try JSONDecoder().decode(
                Listed.self, from: Data(contentsOf: directory.appending(path: "parts.json")))
            (release, parts, titles) = (listed.release, listed.parts, listed.titles)
            texts = try Dictionary(
                uniqueKeysWithValues: listed.titles.keys.map { name in
                    (name, try String(contentsOf: directory.appending(path: "\(name).txt"), encoding: .utf8))
                })
        } catch {
            throw StaticFilesError.unreadable(directory: directory.path)
        }
    }

    package func text(_ name: String) -> String? { texts[name] }
}
