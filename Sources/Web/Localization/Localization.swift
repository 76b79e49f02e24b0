package import Foundation

/// The languages that the pages speak: one message file each, all prepared at start-up.
package struct Localization: Sendable {
    /// Every language, the default one first.
    package let languages: [Localizer]

    /// The language for those who ask for none that we have.
    package var fallback: Localizer { languages[0] }

    /// Loads every `<code>.json` of a folder; other files there, such as the glossary, are no languages.
    package init(directory: URL, defaultLanguage: String = "en") throws {
        let files: [URL]
        do {
            files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        } catch {
            throw LocalizationError(code: .unreadableFolder, reason: "Can't read the folder \(directory.path).")
        }
        let loaded = try files.filter {
            $0.lastPathComponent.wholeMatch(of: /[a-z]{2,3}(-[A-Za-z0-9]{2,8})*\.json/) != nil
        }
        .sorted { $0.lastPathComponent < $1.lastPathComponent }
        .map { try Localizer(json: Data(contentsOf: $0), file: $0.lastPathComponent) }
        guard let fallback = loaded.first(where: { $0.code == defaultLanguage }) else {
            throw LocalizationError(
                code: .missingDefaultLanguage, reason: "\(directory.path) has no \(defaultLanguage).json.")
        }
        self.languages = [fallback] + loaded.filter { $0.code != defaultLanguage }
    }

    /// The language with a code, if we have it.
    package func words(_ code: String?) -> Localizer? {
        languages.first { $0.code == code }
    }

    /// The language that a browser's `Accept-Language` likes best, by quality, then by order.
    ///
    /// See RFC 9110, section 12.5.4: https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4
    package func negotiate(_ acceptLanguage: String?) -> Localizer {
        guard let acceptLanguage else { return fallback }
        var best: (words: Localizer, quality: Double)?
        for range in acceptLanguage.prefix(1_000).split(separator: ",").prefix(20) {
            let parts = range.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let tag = parts.first?.lowercased() else { continue }
            let quality =
                parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double(typed: $0.dropFirst(2), in: 0...1) }
                ?? 1
            let primary = tag.split(separator: "-").first.map(String.init)
            let match = tag == "*" ? fallback : words(primary)
            if let match, quality > 0, quality > (best?.quality ?? 0) { best = (match, quality) }
        }
        return best?.words ?? fallback
    }
}

/// Why the message catalogues could not be loaded: a fault of the installation, told at start-up.
struct LocalizationError: Error, CustomStringConvertible, Equatable {
    enum Code: Sendable, Equatable {
        case unreadableFolder
        case malformedFile
        case unknownPluralRule
        case missingPluralForm
        case missingDefaultLanguage
    }

    let code: Code
    let reason: String

    var description: String { reason }
}
