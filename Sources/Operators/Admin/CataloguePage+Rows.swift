import Immunization
import Lists
package import Web

/// A schedule of the catalogue in use.
struct CatalogueScheduleRow: TemplateModel {
    let schedule: Schedule

    private var drafts: Int { schedule.series.count { ($0.review ?? schedule.review) == .draft } }

    static let fields: [TemplateField<Self>] = [
        .text("title") { row, words in row.schedule.title(words) },
        .text("series") { row, words in words(.`admin.schedule.series`, count: row.schedule.series.count) },
        .text("drafts") { row, words in row.drafts == 0 ? nil : words(.`admin.schedule.drafts`, count: row.drafts) },
    ]
}

extension Schedule {
    /// What it is called in the reader's language, else in English.
    package func title(_ words: Localizer) -> String { title[words.code] ?? title["en"] ?? id }
}

/// What came into use when, and by whom.
struct CatalogueEventRow: TemplateModel {
    let event: CatalogueEvent
    /// The admin who reads the page.
    let reader: CatalogueAuthor

    static let fields: [TemplateField<Self>] = [
        .one("time") { Moment(date: $0.event.moment) },
        .text("what") { row, words in
            words(
                row.event.action,
                [
                    "version": CatalogueVersionName.text(row.event.version, words),
                    "before": CatalogueVersionName.text(row.event.before, words),
                ])
        },
        .text("who") { row, words in row.who(words) },
    ]

    private func who(_ words: Localizer) -> String {
        switch event.author {
        case reader: words[.`admin.history.you`]
        case .commandLine: words[.`admin.history.command-line`]
        case .admin(let tag): words(.`admin.history.admin`, ["tag": tag])
        }
    }
}

extension CatalogueEvent.Action: MessageCode {
    package static let family = "admin.history"
    package var parameters: Set<String> { ["version", "before"] }
}
