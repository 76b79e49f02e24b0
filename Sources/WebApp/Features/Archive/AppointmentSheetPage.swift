import CivilDates
import Immunization
import Model
import Vault

/// A sheet to take along to an appointment: what is due, what is to be asked, what to bring, where to get one.
struct AppointmentSheetPage: Page {
    /// Countries with a national telephone line for it, which a message names.
    static let countries = ["AT", "DE"]
    /// As many visits as fit beside the rest on one page.
    private static let mostVisits = 2

    let record: HealthRecord
    let release: CatalogueRelease
    /// Nil where the date of birth isn't known.
    let advice: Advice?
    let today: CalendarDate
    static let template = "Archive/appointment-sheet"

    func title(_ words: Localizer) -> String { words(.appointmentTitle, ["name": record.pass.name]) }

    static let fields: [TemplateField<Self>] = [
        .text("back") { Links.recommendations($0.record.pass.id) }, .text("edit") { Links.editPass($0.record.pass.id) },
        .text("name") { $0.record.pass.name },
        .text("born") { page, words in page.record.pass.birthDate.map(words.date) },
        .text("printed") { page, words in words.date(page.today.description) },
        .one("visits") { $0.visits($1) },
        .rows("questions") { $0.questions($1) }, .text("unrecorded") { $0.unrecorded($1) },
        .flag("draft") { $0.advice?.isDraft ?? false },
        .flag("isPerson") { $0.record.pass.isForPerson },
        .flag("asksForPregnancy") { HealthForm.asksForPregnancy($0.record.pass, on: $0.today) },
        .text("line") { $0.line($1) },
    ]

    private func names(_ words: Localizer) -> VaccinationNames {
        VaccinationNames(catalogue: release.catalogue, words: words)
    }

    private func visits(_ words: Localizer) -> RowGroup<VisitRow>? {
        guard let advice else { return nil }
        return RowGroup(
            advice.visits(for: advice.near).prefix(Self.mostVisits)
                .map { VisitRow(visit: $0, advice: advice, names: names(words)) })
    }

    private func questions(_ words: Localizer) -> [AppointmentQuestion] {
        RecommendationCard.cards(advice?.recommendations.filter(\.isToAsk) ?? []).map {
            AppointmentQuestion(recommendation: $0.recommendation, names: names(words))
        }
    }

    /// The diseases of which nothing is recorded, so that the booklet is to be looked at.
    private func unrecorded(_ words: Localizer) -> String? {
        let found = advice.map { advice in advice.recommendations.filter(advice.isUnrecorded) } ?? []
        let targets = found.flatMap(\.antigens).map(names(words).target)
        return targets.isEmpty ? nil : words.list(words.sorted(Set(targets)))
    }

    /// The line of the country in which its holder lives.
    private func line(_ words: Localizer) -> String? {
        guard record.pass.isForPerson, let home = record.home(release), Self.countries.contains(home) else {
            return nil
        }
        return words.text("appointment.line.\(home.lowercased())")
    }
}

/// What is to be asked, and why.
struct AppointmentQuestion: TemplateModel {
    let recommendation: Recommendation
    let names: VaccinationNames

    static let fields: [TemplateField<Self>] = [
        .text("name") { row, words in words.list(row.recommendation.antigens.map(row.names.target)) },
        .text("why") { row, words in row.recommendation.why(words).joined(separator: " ") },
    ]
}
