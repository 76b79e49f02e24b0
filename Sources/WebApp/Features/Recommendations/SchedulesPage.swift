import CivilDates
import Immunization

/// Which edition each schedule follows, what changed with it, and what isn't covered: for readers and admins alike.
struct SchedulesPage: TypedPage {
    let release: CatalogueRelease
    static let template = Template.schedules
    let section = Section.recommendations

    func title(_ words: Localizer) -> String { words[.schedulesTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        [
            "title": title(words),
            "schedules": release.schedules.map { schedule -> TemplateContext in
                let uncovered = UncoveredRows(
                    schedules: [schedule], species: schedule.species, catalogue: release.catalogue, words: words
                ).rows
                return [
                    "name": text(schedule.title, words) ?? schedule.id,
                    "emoji": release.catalogue.emoji(schedule.species),
                    "country": schedule.country.map(words.flagged).field,
                    "authority": schedule.authority,
                    "edition": schedule.edition,
                    "draft": schedule.review == .draft,
                    "changes": schedule.changes.map { change -> TemplateContext in
                        [
                            "date": words.date(change.date.description), "text": text(change.text, words).field,
                            "sources": change.sources.compactMap { schedule.sources[$0] }
                                .map { ["title": $0.title, "address": ($0.url).field] as TemplateContext },
                        ]
                    },
                    "hasChanges": !schedule.changes.isEmpty,
                    "uncovered": uncovered.map { ["name": $0.name, "why": $0.why.field] as TemplateContext },
                    "hasUncovered": !uncovered.isEmpty,
                ]
            },
        ]
    }

    static let fields: [TemplateField<Self>] = [
        .rows("schedules") { page, words in
            page.release.schedules.map { ScheduleRow($0, page.release.catalogue, words) }
        }
    ]

    private func text(_ texts: [String: String], _ words: Localizer) -> String? { texts[words.code] ?? texts["en"] }
}
