import CivilDates
import Immunization
import Web

/// A schedule: whose it is, which edition, what changed with it, and what it doesn't cover.
struct ScheduleRow: TemplateModel {
    let schedule: Schedule
    let emoji: String
    let uncovered: [UncoveredRow]
    let sources: [ScheduleSourcesRow]

    init(_ schedule: Schedule, _ catalogue: Catalogue, _ words: Localizer) {
        (self.schedule, emoji) = (schedule, catalogue.emoji(schedule.species))
        uncovered =
            UncoveredRows(schedules: [schedule], species: schedule.species, catalogue: catalogue, words: words).rows
        sources = ScheduleSourcesRow.rows(schedule, VaccinationNames(catalogue: catalogue, words: words))
    }

    private var changes: [ScheduleChangeRow] {
        schedule.changes.map { change in
            ScheduleChangeRow(
                change: change, sources: change.sources.compactMap { schedule.sources[$0] }.map(SourceRow.init))
        }
    }

    static let fields: [TemplateField<Self>] = [
        .text("id") { $0.schedule.id }, .text("name") { $1.text(of: $0.schedule.title) ?? $0.schedule.id },
        .text("emoji") { $0.emoji },
        .text("country") { $0.schedule.country.map($1.flagged) }, .text("authority") { $0.schedule.authority },
        .text("edition") { $1.date($0.schedule.edition) },
        .text("sourceLanguage") { $1.sourceLanguage(of: Array($0.schedule.sources.values)) },
        .flag("hasChanges") { !$0.schedule.changes.isEmpty }, .rows("changes") { $0.changes },
        .flag("hasSources") { !$0.sources.isEmpty }, .rows("sources") { $0.sources },
        .flag("hasUncovered") { !$0.uncovered.isEmpty }, .rows("uncovered") { $0.uncovered },
    ]
}

/// What changed with an edition.
struct ScheduleChangeRow: TemplateModel {
    let change: ScheduleChange
    let sources: [SourceRow]

    static let fields: [TemplateField<Self>] = [
        .text("date") { $1.date($0.change.date.description) }, .text("text") { $1.text(of: $0.change.text) },
        .rows("sources") { $0.sources },
    ]
}
