import Algorithms
import Immunization

/// A recommendation, and what other rules say against the same diseases, which is told with it.
struct RecommendationCard: Sendable {
    let recommendation: Recommendation
    fileprivate(set) var others: [Recommendation] = []

    var notes: [[String: String]] { Array(([recommendation] + others).flatMap(\.notes).uniqued()) }
    var sources: [RuleSource] { Array(([recommendation] + others).flatMap(\.sources).uniqued()) }

    /// The states that pages name.
    static let states: [Recommendation.State] = [
        .overdue, .due, .dueSoon, .askDoctor, .planned, .notRecommended, .complete, .immune, .contraindicated,
    ]

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

extension Recommendation {
    /// What stands against it, or leaves it to a doctor.
    func why(_ words: Localizer) -> [String] {
        why.compactMap(words.text(of:)).filter { !$0.isEmpty }
    }
}

extension Localizer {
    /// The heading of a part of the page.
    func state(_ state: Recommendation.State) -> String { text("recommendations.state.\(state)") }
}
