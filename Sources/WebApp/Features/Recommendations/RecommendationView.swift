import CivilDates
import Foundation
import Immunization

/// One recommendation: what, which dose, when, why, for which countries, by which source.
struct RecommendationView {
    let recommendation: Recommendation
    let advice: Advice
    let names: VaccinationNames
    let filter: AdviceFilter

    private var words: Words { names.words }
    private var isOpen: Bool { !recommendation.isIdle }

    var fields: Fields {
        let vaccines = recommendation.vaccines.compactMap { names.catalogue.vaccine($0)?.name[words.code] }
        return [
            "name": words.list(recommendation.antigens.map(names.target)),
            "step": isOpen ? step.field : false,
            "when": isOpen ? when.field : false,
            "until": isOpen ? until.field : false,
            "why": why,
            "becauseOf": becauseOf.field,
            "flags": flags.map { ["flag": Flag.emoji($0), "country": words.country($0)] as Fields },
            "hasFlags": !flags.isEmpty,
            "vaccines": isOpen && !vaccines.isEmpty
                ? vaccines.formatted(.list(type: .or).locale(words.locale)) : false,
            "notes": recommendation.notes.compactMap { $0[words.code] ?? $0["en"] }.map { ["text": $0] as Fields },
            "sources": recommendation.sources.map { ["title": $0.title, "address": ($0.url).field] as Fields },
        ]
    }

    /// What the schedule says of it where something stands against it, else what decided the day.
    private var why: String {
        let texts = recommendation.why.compactMap { $0[words.code] ?? $0["en"] }.filter { !$0.isEmpty }
        return texts.isEmpty ? words.reason(recommendation.reason) : texts.joined(separator: " ")
    }

    /// 'Dose 2 of 3' or 'Booster'.
    private var step: String? {
        guard let progress = recommendation.progress.first(where: { $0.nextFrom != nil }) else { return nil }
        if progress.isBooster { return words[.recommendationsBooster] }
        guard progress.planned > 0, progress.given < progress.planned else { return nil }
        return words(.recommendationsDose, ["dose": String(progress.given + 1), "total": String(progress.planned)])
    }

    private var when: String? {
        guard let recommended = recommendation.recommended else { return nil }
        switch recommendation.state {
        case .overdue:
            let since = recommendation.overdueFrom ?? recommended
            return words(.recommendationsSince, ["date": words.date(since.description)])
        case .due: return words[.recommendationsNow]
        default: return words(.recommendationsFrom, ["date": words.date(recommended.description)])
        }
    }

    /// The last day on which it may be given, if that is near enough to matter.
    private var until: String? {
        guard let latest = recommendation.latest, latest < advice.today.adding(CalendarPeriod(years: 1)) else {
            return nil
        }
        return words(.recommendationsUntil, ["date": words.date(latest.description)])
    }

    /// What makes it right for this pass and not for everyone.
    private var becauseOf: String? {
        let texts = recommendation.indications.map { SituationsView.text($0, names.catalogue, words) }
        guard recommendation.kind == .risk, !texts.isEmpty else { return nil }
        return words.list(texts.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    }

    /// The countries it is recommended for: those travelled to, or home.
    private var flags: [String] {
        let travel = filter.countries(of: recommendation)
        if !travel.isEmpty { return travel }
        let schedule = advice.recommender.engine.schedules.first { $0.id == recommendation.schedule }
        return [schedule?.country].compactMap(\.self)
    }
}
