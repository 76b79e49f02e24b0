import Algorithms
import CivilDates
import Foundation
import Immunization
import Situation

/// One recommendation: what, which dose, when, why, for which countries, by which source.
struct RecommendationView: TemplateModel {
    let card: RecommendationCard
    let advice: Advice
    let names: VaccinationNames
    let filter: AdviceFilter
    let visits: [VisitPlan.Visit]
    let indicators: [Indicator]

    private var recommendation: Recommendation { card.recommendation }
    private var words: Localizer { names.words }
    private var isOpen: Bool { !recommendation.isIdle }
    private var reasons: ReasonWords { ReasonWords(advice: advice, names: names) }

    static let fields: [TemplateField<Self>] = [
        .text("name") { $1.list($0.recommendation.antigens.map($0.names.target)) },
        .text("step") { $0.isOpen ? $0.advice.step($0.recommendation, $1) : nil },
        .text("when") { $0.isOpen ? $0.when($0.recommendation) : nil },
        .text("until") { $0.isOpen ? $0.reasons.lastDay($0.recommendation)?.text : nil },
        .text("why") { view, _ in view.why }, .text("becauseOf") { $0.becauseOf($0.recommendation) },
        .flag("isUnfolded") { $0.recommendation.state == .askDoctor },
        .lines("others") { view, _ in view.others }, .text("combination") { view, _ in view.combination },
        .flag("hasFlags") { !$0.flags.isEmpty }, .rows("flags") { $0.flags.map { FlagRow(country: $0) } },
        .text("vaccines") { $0.isOpen ? $0.vaccines : nil },
        .one("numbers") { $0.isOpen ? $0.numbers : nil },
        .lines("notes") { $0.card.notes.compactMap($1.text(of:)) },
        .text("authority") { view, _ in view.reasons.authority(view.recommendation) },
        .rows("sources") { $0.card.sources.map(SourceRow.init) },
        .text("sourceLanguage") { $1.sourceLanguage(of: $0.card.sources) },
    ]

    /// The age or the gap that decides, and which doses counted.
    private var why: String {
        guard recommendation.state != .askDoctor else { return rule }
        let unmeasured = reasons.unmeasured(recommendation)
        return [rule, reasons.counted(recommendation), unmeasured].compactMap(\.self).joined(separator: " ")
    }

    private var rule: String {
        switch recommendation.state {
        case .notRecommended where recommendation.reason == .noIndication: words[.recommendationsBegun]
        case .notRecommended, .agedOut: words[.recommendationsBegunOver]
        default: reasons.rule(recommendation)
        }
    }

    /// What other rules say against the same diseases: 'from 3 March 2027: In each pregnancy'.
    private var others: [String] {
        card.others.compactMap { other in
            guard let because = becauseOf(other) else { return nil }
            guard let when = other.isIdle ? words.state(other.state) : when(other) else { return because }
            return words(.recommendationsAlso, ["when": when, "reason": because])
        }
    }

    /// The injection that serves this and others.
    private var combination: String? {
        let injections = Injections(advice: advice, catalogue: names.catalogue)
        return injections.combination(for: recommendation, in: visits)?.combination?.name[words.code]
    }

    /// Where to see how much of it goes around: the numbers of this disease alone, else where ticks carry it.
    private var numbers: NumbersLink? {
        if recommendation.antigens == ["tbe"] {
            return NumbersLink(link: Links.situationTBE, names: [words.code: words[.situationTbeTitle]])
        }
        return indicators.first { $0.targets.count == 1 && recommendation.antigens == $0.targets && $0.ended == nil }
            .map { NumbersLink(link: Links.indicator($0.id), names: $0.names) }
    }

    private func when(_ recommendation: Recommendation) -> String? {
        guard let day = words.day(of: recommendation) else { return nil }
        return switch recommendation.state {
        case .overdue where advice.isMissed(recommendation): words[.recommendationsSince]
        case .overdue, .due: words[.recommendationsNow]
        default: day
        }
    }

    /// The vaccines that can be had for it, where they aren't too many to help.
    private var vaccines: String? {
        let injections = Injections(advice: advice, catalogue: names.catalogue)
        let day = max(recommendation.recommended ?? advice.today, advice.today)
        let found = recommendation.vaccines.compactMap { names.catalogue.vaccine($0) }
            .filter { canBeHad($0) && !injections.isOutgrown($0, on: day) }
        guard (1...Self.mostVaccines).contains(found.count) else {
            return injections.carrier(of: recommendation, on: day)?.name[words.code]
        }
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

    /// What makes it right for this pass and not for everyone.
    private func becauseOf(_ recommendation: Recommendation) -> String? {
        let texts = recommendation.indications.map { SituationsView.text($0, names.catalogue, words) }
        guard recommendation.kind == .risk, !texts.isEmpty else { return nil }
        // Each stands by itself, so each begins as a sentence does.
        let because = texts.uniqued().joined(separator: "; ")
        guard isLengthAssumed(recommendation) else { return because }
        return words(.recommendationsLengthUnknown, ["reason": because])
    }

    /// Whether it is for long trips, and nobody has said how long any is.
    private func isLengthAssumed(_ recommendation: Recommendation) -> Bool {
        let lengths = recommendation.indications.compactMap { indication -> Int? in
            if case .trip(let rule) = indication.ground { rule.minimumDays } else { nil }
        }
        guard lengths.count == recommendation.indications.count, let shortest = lengths.min() else { return false }
        return !advice.patient.trips.contains { trip in
            guard let start = trip.departure, let end = trip.returning else { return false }
            return start.days(until: end) >= shortest
        }
    }

    /// The countries it is recommended for, where several are compared: those travelled to, or home.
    private var flags: [String] {
        guard !filter.travel.isEmpty else { return [] }
        let travel = filter.countries(of: recommendation)
        if !travel.isEmpty { return travel }
        let schedule = advice.recommender.engine.schedules.first { $0.id == recommendation.schedule }
        return [schedule?.country].compactMap(\.self)
    }
}

/// A recommendation, and what other rules say against the same diseases, which is told with it.
struct RecommendationCard: Sendable {
    let recommendation: Recommendation
    fileprivate(set) var others: [Recommendation] = []

    var notes: [[String: String]] { Array(([recommendation] + others).flatMap(\.notes).uniqued()) }
    var sources: [RuleSource] { Array(([recommendation] + others).flatMap(\.sources).uniqued()) }

    /// One card for what is against the same diseases: the most pressing rule's, which the others stand on.
    ///
    /// - Parameter list: Recommendations, the most urgent first.
    static func cards(_ list: [Recommendation]) -> [RecommendationCard] {
        var cards: [RecommendationCard] = []
        for recommendation in list {
            let known = cards.firstIndex { card in
                card.recommendation.state <= .askDoctor && recommendation.state <= .askDoctor
                    && Set(recommendation.antigens).isSubset(of: card.recommendation.antigens)
            }
            if let known {
                cards[known].others.append(recommendation)
            } else {
                cards.append(RecommendationCard(recommendation: recommendation))
            }
        }
        return cards
    }
}

/// Public numbers of a disease.
struct NumbersLink: TemplateModel {
    let link: String
    let names: [String: String]

    static let fields: [TemplateField<Self>] = [
        .text("link") { $0.link }, .text("name") { row, words in words.label(row.names) },
    ]
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
        .text("title") { row, words in row.source.titles[words.code] ?? row.source.title },
        .text("titleLanguage") { row, words in
            row.source.titles[words.code] == nil ? Catalogue.languageOfSources : words.code
        },
        .text("address") { $0.source.url },
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
