import Foundation
import Immunization
import Web

/// What one release changes of another, record by record.
struct CatalogueComparison: TemplateModel {
    /// How many changes are shown; the command line lists all.
    private static let mostShown = 200

    let base: CatalogueRelease
    let release: CatalogueRelease
    let changes: [CatalogueChange]

    init(base: CatalogueRelease, release: CatalogueRelease) {
        (self.base, self.release) = (base, release)
        changes = release.changes(since: base)
    }

    static let fields: [TemplateField<Self>] = [
        .text("summary") { comparison, words in words(.`admin.review.count`, count: comparison.changes.count) },
        .text("counts") { comparison, words in comparison.counts(words) },
        .text("more") { comparison, words in
            let more = comparison.changes.count - mostShown
            return more > 0 ? words(.`admin.review.more`, count: more) : nil
        },
        .rows("sections") { comparison, words in comparison.sections(words) },
    ]

    /// '3 new, 1 changed'.
    private func counts(_ words: Localizer) -> String {
        words.list(
            CatalogueChange.Kind.allCases.compactMap { kind in
                let count = changes.count { $0.kind == kind }
                return count == 0 ? nil : words.text(kind.messageID("count"), count: count)
            })
    }

    private func sections(_ words: Localizer) -> [CatalogueChangeSection] {
        Dictionary(grouping: changes.prefix(Self.mostShown), by: \.section).sorted { $0.key < $1.key }.map {
            CatalogueChangeSection(heading: heading($0, words), changes: $1)
        }
    }

    /// What a section's records are called: a schedule by its title.
    private func heading(_ section: String, _ words: Localizer) -> String {
        let schedule = (release.schedules + base.schedules).first { $0.id == section }
        return schedule?.title(words) ?? words.text("admin.section.\(section)")
    }
}

/// What changes of one list of records.
struct CatalogueChangeSection: TemplateModel {
    let heading: String
    let changes: [CatalogueChange]

    static let fields: [TemplateField<Self>] = [
        .text("heading") { $0.heading },
        .rows("rows") { section in section.changes.map { CatalogueChangeRow(change: $0) } },
    ]
}

/// What becomes of one record.
struct CatalogueChangeRow: TemplateModel {
    let change: CatalogueChange

    static let fields: [TemplateField<Self>] = [
        .text("id") { row, words in row.change.id.isEmpty ? words[.`admin.review.head`] : row.change.id },
        .text("kind") { row, words in words(row.change.kind) },
        .rows("details") { row in row.change.fields.map { ChangedValue(field: $0) } },
    ]
}

/// One value of a record, before and after.
struct ChangedValue: TemplateModel {
    let field: CatalogueChange.Field

    static let fields: [TemplateField<Self>] = [
        .text("key") { $0.field.key }, .text("old") { $0.field.old.map(plain) },
        .text("new") { $0.field.new.map(plain) },
    ]

    /// A text without its quotes, and not more of a value than a person reads.
    private static func plain(_ json: String) -> String {
        let text =
            json.hasPrefix("\"") && json.hasSuffix("\"") && json.count > 1 ? String(json.dropFirst().dropLast()) : json
        return text.count > 300 ? text.prefix(300) + "…" : text
    }
}

extension CatalogueChange.Kind: MessageCode {
    package static let family = "admin.change"
    package static let parts = ["", "count"]
}
