import Foundation
import Immunization
import Web

/// A publication that a schedule's rule rests on.
struct SourceRow: TemplateModel {
    let source: RuleSource

    static let fields: [TemplateField<Self>] = [
        .text("title") { row, words in row.source.titles[words.code] ?? row.source.title },
        .text("titleLanguage") { row, words in
            row.source.titles[words.code] == nil ? Catalogue.languageOfSources : words.code
        },
        .text("address") { $0.source.url },
        .text("read") { $1[$0.source.isRead ? .`answer.read.original` : .`answer.read.second-hand`] },
    ]
}

extension Catalogue {
    /// The language in which it names its sources, ISO 639-1.
    static let languageOfSources = "en"
}

extension Localizer {
    /// The language in which some of the sources are named, unless it is the reader's.
    func sourceLanguage(of sources: [RuleSource]) -> String? {
        guard code != Catalogue.languageOfSources, sources.contains(where: { $0.titles[code] == nil }) else {
            return nil
        }
        return locale.localizedString(forLanguageCode: Catalogue.languageOfSources)
    }
}
