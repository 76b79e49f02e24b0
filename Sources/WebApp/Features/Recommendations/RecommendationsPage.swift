import CivilDates
import Foundation
import Immunization
import Model
import Vault

/// The recommendations for a pass, the most urgent first, each with its reason and its source; the life line, the
/// visits to come.
struct RecommendationsPage: TypedPage {
    let pass: PassRecord
    let release: CatalogueRelease
    let record: HealthRecord
    /// Nil where the date of birth isn't known.
    let advice: Advice?
    let filter: AdviceFilter
    static let template = Template.recommendations
    let section = Section.recommendations
    /// The recommendations that the filter leaves, the most urgent first.
    let shown: [Recommendation]
    /// Those that are told, by their states.
    let parts: [(state: Recommendation.State, recommendations: [Recommendation])]
    let visits: [VisitPlan.Visit]

    init(
        pass: PassRecord, release: CatalogueRelease, record: HealthRecord, advice: Advice?, filter: AdviceFilter
    ) {
        (self.pass, self.release, self.record, self.advice, self.filter) = (pass, release, record, advice, filter)
        shown = advice.map { filter.shown($0.recommendations) } ?? []
        visits = advice?.visits(for: shown) ?? []
        let told = Self.told(shown)
        parts = Self.states.compactMap { state in
            let recommendations = told.filter { $0.state == state }
            return recommendations.isEmpty ? nil : (state, recommendations)
        }
    }

    /// The states that have a part of the page, in its order.
    static let states: [Recommendation.State] = [
        .overdue, .due, .dueSoon, .askDoctor, .planned, .complete, .immune, .contraindicated,
    ]

    func title(_ words: Localizer) -> String { "\(pass.name), \(words[.recommendationsTitle])" }

    func fields(_ words: Localizer) -> TemplateContext {
        let list = advice.map { filter.shown($0.recommendations) } ?? []
        let told = Self.told(list)
        let names = VaccinationNames(catalogue: release.catalogue, words: words)
        let parts = Self.states.compactMap { state -> TemplateContext? in
            let rows = told.filter { $0.state == state }
            guard let advice, !rows.isEmpty else { return nil }
            return [
                "heading": words.state(state),
                "rows": rows.map {
                    RecommendationView(recommendation: $0, advice: advice, names: names, filter: filter).fields
                },
            ]
        }
        let visits = advice.map { VisitsView(advice: $0, shown: list, names: names) }
        return [
            "emoji": release.catalogue.emoji(pass.kind),
            "name": pass.name,
            "today": (advice.map { words.date($0.today.description) }).field,
            "edit": Links.editPass(pass.id),
            "action": Links.recommendations(pass.id),
            "health": Links.health(pass.id),
            "journeys": Links.journeys(pass.id),
            "countries": Links.countries,
            "withoutBirthDate": advice == nil,
            "nothing": advice != nil && parts.isEmpty,
            "draft": list.contains { Self.states.contains($0.state) && $0.review == .draft },
            "parts": parts,
            "situations": situations(words).field,
            "uncovered": uncovered(words).field,
            "country": countryField(words).field,
            "filter": filterFields(words).field,
            "visits": (visits?.fields).field,
            "calendar": calendar(visits, list).field,
            "schedules": Links.schedules,
            "lifeLine": lifeLine(list, visits, names).field,
        ]
    }

    /// Without what contradicts something more pressing: that nothing is missing, or asked for, against a disease against
    /// which something is, by another rule.
    private static func told(_ list: [Recommendation]) -> [Recommendation] {
        var open: Set<String> = []
        var finished: Set<[String]> = []
        for recommendation in list where recommendation.state <= .askDoctor { open.formUnion(recommendation.antigens) }
        return list.filter { recommendation in
            guard recommendation.state == .complete || recommendation.state == .immune else { return true }
            return recommendation.reason != .noIndication && !open.isSuperset(of: recommendation.antigens)
                && finished.insert(recommendation.antigens.sorted()).inserted
        }
    }

    /// What can be taken into a calendar: visits, and what is to be asked.
    private func calendar(_ visits: VisitsView?, _ list: [Recommendation]) -> String? {
        guard visits?.isEmpty == false || list.contains(where: { $0.state == .askDoctor }) else { return nil }
        return Links.calendar(pass.id)
    }

    private func lifeLine(
        _ list: [Recommendation], _ visits: VisitsView?, _ names: VaccinationNames
    ) -> TemplateContext? {
        guard let advice else { return nil }
        let rows = LifeLineRows(
            vaccinations: record.vaccinations, advice: advice, shown: list, visits: visits?.visits ?? [], names: names)
        return LifeLine(
            birth: advice.patient.birthDate, today: advice.today, rows: rows.rows, words: names.words
        )?.fields
    }

    private func situations(_ words: Localizer) -> TemplateContext? {
        guard let advice else { return nil }
        let rows = SituationsView(advice: advice, release: release, words: words).rows
        return rows.isEmpty
            ? nil
            : [
                "rows": rows.map {
                    ["name": $0.name, "texts": $0.texts.map { ["text": $0] as TemplateContext }] as TemplateContext
                }
            ]
    }

    /// What no row of the schedules that judge this pass speaks of.
    private func uncovered(_ words: Localizer) -> TemplateContext? {
        guard let advice else { return nil }
        let schedules = SituationsView(advice: advice, release: release, words: words).schedules
        let rows = UncoveredRows(
            schedules: schedules, species: pass.kind, catalogue: release.catalogue, words: words
        ).rows
        return rows.isEmpty
            ? nil : ["rows": rows.map { ["name": $0.name, "why": $0.why.field] as TemplateContext }]
    }

    private func countryField(_ words: Localizer) -> TemplateContext? {
        let countries = release.countries(for: pass.kind)
        guard countries.count > 1 else { return nil }
        let options = countries.map { FormView.Option(value: $0, text: words.flagged($0)) }
        return FormView(values: ["country": filter.home ?? ""]).choice("country", options)
    }

    private func filterFields(_ words: Localizer) -> TemplateContext? {
        guard !filter.travel.isEmpty else { return nil }
        func choice(_ choice: AdviceFilter.Choice, _ text: String) -> TemplateContext {
            [
                "link": Links.recommendations(pass.id) + choice.query, "text": text,
                "isChosen": choice == filter.choice,
            ]
        }
        let home = filter.home.map { choice(.home, words.flagged($0)) }
        let all = [choice(.all, words[.recommendationsAll])] + [home].compactMap(\.self)
        return ["choices": all + filter.travel.map { choice(.country($0), words.flagged($0)) }]
    }
}

/// A country's flag as an emoji; its name always stands beside it.
enum Flag {
    static func emoji(_ country: String) -> String {
        String(String.UnicodeScalarView(country.unicodeScalars.compactMap { UnicodeScalar(0x1F1A5 + $0.value) }))
    }
}

extension Localizer {
    /// A country's flag and name.
    func flagged(_ country: String) -> String { "\(Flag.emoji(country)) \(self.country(country))" }

    /// The heading of a part of the page.
    func state(_ state: Recommendation.State) -> String { text("recommendations.state.\(state)") }

    /// What decided a recommendation, in a sentence.
    func reason(_ reason: SeriesForecast.Reason) -> String {
        guard case .trip(let departure) = reason else { return self(reason.code) }
        return self(reason.code, ["date": date(departure.description)])
    }
}
