import CivilDates
import Foundation
import Immunization
import Model
import Situation
import Vault

/// What to do next for a pass; the visits to come; each recommendation with its reason and its source, the most urgent
/// first; what is complete, and what depends on answers; the life line.
struct RecommendationsPage: Page {
    let pass: PassRecord
    let release: CatalogueRelease
    let record: HealthRecord
    /// Nil where the date of birth isn't known.
    let advice: Advice?
    let filter: AdviceFilter
    /// What is published of the diseases where the account's home is.
    let indicators: [Indicator]
    static let template = "Recommendations/list"
    let section = Section.recommendations
    /// The recommendations that the filter leaves, the most urgent first.
    let shown: [Recommendation]
    /// What nothing is recorded of, so that nobody knows whether it is missing.
    let unrecorded: [Recommendation]
    /// Those that are told, by their states.
    let parts: [(state: Recommendation.State, cards: [RecommendationCard])]
    let visits: [VisitPlan.Visit]

    init(
        pass: PassRecord, release: CatalogueRelease, record: HealthRecord, advice: Advice?, filter: AdviceFilter,
        indicators: [Indicator] = []
    ) {
        (self.pass, self.release, self.record, self.advice, self.filter) = (pass, release, record, advice, filter)
        self.indicators = indicators
        shown = advice.map { filter.shown($0.near) } ?? []
        visits = advice?.visits(for: shown) ?? []
        let shown = shown
        unrecorded = advice.map { advice in shown.filter(advice.isUnrecorded) } ?? []
        let hidden = Set(unrecorded.map(\.id))
        let cards = RecommendationCard.cards(Self.told(shown).filter { !hidden.contains($0.id) })
        let begun = RecommendationCard.cards(filter.shown(advice?.begun ?? []))
        parts = Self.states.compactMap { state in
            let cards =
                switch state {
                case .notRecommended: begun
                case .overdue: cards.filter { advice?.isMissed($0.recommendation) ?? false }
                // What is late by a little is due, as the answer says of it.
                case .due:
                    cards.filter { card in
                        card.recommendation.state <= .due && !(advice?.isMissed(card.recommendation) ?? false)
                    }
                default: cards.filter { $0.recommendation.state == state }
                }
            return cards.isEmpty ? nil : (state, cards)
        }
    }

    /// The states that have a part of the page, in its order; of what isn't recommended only what was begun is told.
    static let states: [Recommendation.State] = [
        .overdue, .due, .dueSoon, .askDoctor, .planned, .notRecommended, .complete, .immune, .contraindicated,
    ]

    func title(_ words: Localizer) -> String { "\(pass.name), \(words[.recommendationsTitle])" }

    /// Without what contradicts something more pressing: that nothing is missing, or asked for, against a disease against
    /// which something is, by another rule; and without what another rule forbids for the same reason.
    private static func told(_ list: [Recommendation]) -> [Recommendation] {
        var open: Set<String> = []
        var finished: Set<[String]> = []
        var forbidden: Set<[[String]]> = []
        for recommendation in list where recommendation.state <= .askDoctor { open.formUnion(recommendation.antigens) }
        return list.filter { recommendation in
            if recommendation.state == .contraindicated {
                let why = recommendation.why.map { $0.values.sorted().joined(separator: "\n") }
                return forbidden.insert([recommendation.antigens.sorted(), why]).inserted
            }
            guard recommendation.state == .complete || recommendation.state == .immune else { return true }
            return recommendation.reason != .noIndication && !open.isSuperset(of: recommendation.antigens)
                && finished.insert(recommendation.antigens.sorted()).inserted
        }
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
}
