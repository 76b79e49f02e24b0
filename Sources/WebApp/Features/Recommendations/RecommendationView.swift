import CivilDates
import Foundation
import Immunization

/// One recommendation: what, which dose, when, why, for which countries, by which source.
struct RecommendationView: TemplateModel {
    let recommendation: Recommendation
    let advice: Advice
    let names: VaccinationNames
    let filter: AdviceFilter

    private var words: Localizer { names.words }
    private var isOpen: Bool { !recommendation.isIdle }

    static let fields: [TemplateField<Self>] = [
        .text("name") { $1.list($0.recommendation.antigens.map($0.names.target)) },
        .text("step") { $0.isOpen ? $0.advice.step($0.recommendation, $1) : nil },
        .text("when") { $0.isOpen ? $0.when : nil }, .text("until") { $0.isOpen ? $0.until : nil },
        .text("why") { $0.why }, .text("becauseOf") { $0.becauseOf }, .flag("hasFlags") { !$0.flags.isEmpty },
        .rows("flags") { $0.flags.map { FlagRow(country: $0) } },
        .text("vaccines") { $0.isOpen ? $0.vaccines : nil },
        .lines("notes") { $0.recommendation.notes.compactMap($1.text(of:)) },
        .rows("sources") { $0.recommendation.sources.map(SourceRow.init) },
    ]

    /// What the schedule says of it where something stands against it, else what decided the day.
    private var why: String {
        let texts = recommendation.why(words)
        return texts.isEmpty ? words.reason(recommendation.reason) : texts.joined(separator: " ")
    }

    private var when: String? {
        guard let recommended = recommendation.recommended else { return nil }
        switch recommendation.state {
        case .overdue: return words[.recommendationsSince]
        case .due: return words[.recommendationsNow]
        default: return words(.recommendationsFrom, ["date": words.date(recommended.description)])
        }
    }

    /// The vaccines that can be had for it, where they aren't too many to help.
    private var vaccines: String? {
        let found = recommendation.vaccines.compactMap { names.catalogue.vaccine($0) }.filter(canBeHad)
        guard (1...Self.mostVaccines).contains(found.count) else { return nil }
        return found.compactMap { $0.name[words.code] }.formatted(.list(type: .or).locale(words.locale))
    }

    /// Whether it is a product in use, or a kind that there is one of.
    private func canBeHad(_ vaccine: Vaccine) -> Bool {
        vaccine.targets.flatMap { names.catalogue.vaccines(for: $0) }.contains { product in
            !product.isBrandUnknown && product.status == .inUse
                && (product.id == vaccine.id || product.kind == vaccine.id)
        }
    }

    private static let mostVaccines = 6

    /// The last day on which it may be given, if that is near enough to matter; before a journey, the last that helps.
    private var until: String? {
        var latest = recommendation.latest
        if case .trip = recommendation.reason, let overdue = recommendation.overdueFrom {
            guard overdue > advice.today else { return words[.recommendationsTooLate] }
            latest = min(latest ?? .last, overdue.adding(days: -1))
        }
        guard let latest, latest < advice.today.adding(CalendarPeriod(years: 1)) else { return nil }
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

/// A country that something is recommended for.
struct FlagRow: TemplateModel {
    let country: String

    static let fields: [TemplateField<Self>] = [
        .text("flag") { Flag.emoji($0.country) }, .text("country") { $1.country($0.country) },
    ]
}

extension Recommendation {
    /// What stands against it, or leaves it to a doctor.
    func why(_ words: Localizer) -> [String] {
        why.compactMap(words.text(of:)).filter { !$0.isEmpty }
    }
}

/// A publication that a schedule's rule rests on.
struct SourceRow: TemplateModel {
    let source: RuleSource

    static let fields: [TemplateField<Self>] = [
        .text("title") { $0.source.title }, .text("address") { $0.source.url },
    ]
}
