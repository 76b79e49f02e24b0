import Foundation
import Immunization
import Vault

/// The recommendations for a pass, the most urgent first, each with its reason and its source.
struct RecommendationsPage: Page {
    let pass: Pass
    let release: CatalogueRelease
    /// The country whose schedule is asked.
    let home: String?
    /// Nil where the date of birth isn't known.
    let recommendations: [Recommendation]?
    let template = Template.recommendations
    let section = Section.recommendations

    /// The states that have a part of the page, in its order.
    static let states: [Recommendation.State] = [.overdue, .due, .dueSoon, .planned, .complete, .immune]

    func title(_ words: Words) -> String { "\(pass.name), \(words[.recommendationsTitle])" }

    func fields(_ words: Words) -> Fields {
        let list = recommendations ?? []
        let parts = Self.states.compactMap { state -> Fields? in
            let rows = list.filter { $0.state == state }
            guard !rows.isEmpty else { return nil }
            return ["heading": words.state(state), "rows": rows.map { rowFields($0, words) }]
        }
        let shown = list.filter { Self.states.contains($0.state) }
        return [
            "emoji": release.catalogue.emoji(pass.kind),
            "name": pass.name,
            "edit": Links.editPass(pass.id),
            "action": Links.recommendations(pass.id),
            "withoutBirthDate": recommendations == nil,
            "nothing": recommendations != nil && parts.isEmpty,
            "draft": shown.contains { $0.review == .draft },
            "parts": parts,
            "country": countryField(words).field,
        ]
    }

    private func countryField(_ words: Words) -> Fields? {
        let countries = release.countries(for: pass.kind)
        guard !countries.isEmpty else { return nil }
        let options = countries.map { FormView.Option(value: $0, text: "\(Flag.emoji($0)) \(words.country($0))") }
        return FormView(values: ["country": home ?? ""]).choice("country", options)
    }

    private func rowFields(_ recommendation: Recommendation, _ words: Words) -> Fields {
        let names = recommendation.antigens.map { release.catalogue.target($0)?.names[words.code] ?? $0 }
        let vaccines = recommendation.vaccines.compactMap { release.catalogue.vaccine($0)?.name[words.code] }
        let isOpen = recommendation.state <= .planned
        return [
            "name": names.formatted(.list(type: .and).locale(words.locale)),
            "step": isOpen ? step(recommendation, words).field : false,
            "when": isOpen ? when(recommendation, words).field : false,
            "why": words.reason(recommendation.reason),
            "vaccines": isOpen && !vaccines.isEmpty
                ? vaccines.formatted(.list(type: .or).locale(words.locale)) : false,
            "notes": recommendation.notes.compactMap { $0[words.code] ?? $0["en"] }.map { ["text": $0] as Fields },
            "sources": recommendation.sources.map { ["title": $0.title, "address": ($0.url).field] as Fields },
        ]
    }

    /// 'Dose 2 of 3' or 'Booster'.
    private func step(_ recommendation: Recommendation, _ words: Words) -> String? {
        guard let progress = recommendation.progress.first(where: { $0.nextFrom != nil }) else { return nil }
        if progress.isBooster { return words[.recommendationsBooster] }
        guard progress.planned > 0, progress.given < progress.planned else { return nil }
        return words(
            .recommendationsDose, ["dose": String(progress.given + 1), "total": String(progress.planned)])
    }

    private func when(_ recommendation: Recommendation, _ words: Words) -> String? {
        guard let recommended = recommendation.recommended else { return nil }
        let date = words.date(recommended.description)
        switch recommendation.state {
        case .overdue: return words(.recommendationsSince, ["date": date])
        case .due: return words[.recommendationsNow]
        default: return words(.recommendationsFrom, ["date": date])
        }
    }
}

/// A country's flag as an emoji; its name always stands beside it.
enum Flag {
    static func emoji(_ country: String) -> String {
        String(String.UnicodeScalarView(country.unicodeScalars.compactMap { UnicodeScalar(0x1F1A5 + $0.value) }))
    }
}

extension Words {
    /// The heading of a part of the page.
    func state(_ state: Recommendation.State) -> String { text("recommendations.state.\(state)") }

    /// What decided a recommendation, in a sentence.
    func reason(_ reason: SeriesForecast.Reason) -> String { text("recommendations.reason.\(reason.messageKey)") }
}

extension SeriesForecast.Reason {
    /// The last part of the message that words it.
    var messageKey: String {
        switch self {
        case .allDosesGiven: "all-doses-given"
        case .dosesNotNeeded: "doses-not-needed"
        case .immunity: "immunity"
        case .contraindication: "contraindication"
        case .noIndication: "no-indication"
        case .seasonOver: "season-over"
        case .pastMaximumAge: "past-maximum-age"
        case .cannotFinishInTime: "cannot-finish-in-time"
        case .age: "age"
        case .interval: "interval"
        case .conflict: "conflict"
        case .season: "season"
        case .trip: "trip"
        case .any: "any"
        }
    }

    static let messageKeys = [
        "all-doses-given", "doses-not-needed", "immunity", "contraindication", "no-indication", "season-over",
        "past-maximum-age", "cannot-finish-in-time", "age", "interval", "conflict", "season", "trip", "any",
    ]
}
