import CivilDates
import Immunization

/// What one schedule's rows say of one vaccine group: the state of a line that had nothing but them.
struct Claim {
    let recommendation: Recommendation
    /// The series that it was made from, those first that the next dose is for.
    let series: [SeriesAssessment]
    /// The rows of the series that are open.
    let rows: [AntigenSeries]
    /// The antigens that the next dose is for.
    let antigens: [String]
    /// The day from which the next dose is recommended.
    let recommended: CalendarDate?
    var state = Answer.State.notRecommended
    var isQuestion = false
    /// Whether it is for now whatever is answered about its course, and nobody has.
    var isCourseUnknown = false
    /// What was answered of its course, where that decides.
    var told: Dossier.Told?

    init(_ recommendation: Recommendation, in judgement: Judgement) {
        self.recommendation = recommendation
        let series = judgement.series(of: recommendation)
        let next = Self.deciding(recommendation, series, on: judgement.day)
        antigens = next
        self.series = series.filter { next.contains($0.key.antigen) } + series.filter { !next.contains($0.key.antigen) }
        let open = self.series.filter { next.contains($0.key.antigen) && Self.isOpen($0) }
        rows = open.compactMap { judgement.row($0, of: recommendation.schedule) }
        let first = open.compactMap(\.forecast.recommended).min()
        // What is due has been so since the first of its antigens was; what isn't waits for all that are given together.
        let isDue = recommendation.state <= .due
        recommended = isDue ? first ?? recommendation.recommended : recommendation.recommended ?? first
    }

    /// Of antigens that are given together, those that ask for the dose: what isn't due yet goes with them.
    private static func deciding(
        _ recommendation: Recommendation, _ series: [SeriesAssessment], on day: CalendarDate
    ) -> [String] {
        guard recommendation.state <= .planned else { return recommendation.antigens }
        let limit = max(day, recommendation.recommended ?? day)
        let due = series.filter { isOpen($0) && ($0.forecast.recommended ?? .first) <= limit }.map(\.key.antigen)
        let deciding = recommendation.antigens.filter(due.contains)
        return deciding.isEmpty ? recommendation.antigens : deciding
    }

    /// The series that decides: the first that asks for the dose.
    var deciding: SeriesAssessment? {
        series.filter { antigens.contains($0.key.antigen) && Self.isOpen($0) }
            .min { ($0.forecast.recommended ?? .last) < ($1.forecast.recommended ?? .last) } ?? series.first
    }

    /// Whether an observation of the patient speaks against it, so that a doctor decides.
    var isCautioned: Bool { series.contains { $0.forecast.status == .askDoctor && $0.forecast.isCautioned } }

    /// Whether the next dose only refreshes.
    var isBooster: Bool {
        let open = series.filter { antigens.contains($0.key.antigen) && Self.isOpen($0) }
        return !open.isEmpty && open.allSatisfy(\.isBooster)
    }

    /// Whether it is for a season.
    var isSeasonal: Bool { rows.contains { $0.doses.contains { $0.season != nil } } }

    /// Whether that is season after season: not the first one of a life.
    var isYearly: Bool {
        rows.contains { row in
            row.doses.contains { dose in if case .yearly? = dose.season { true } else { false } }
        }
    }

    /// What a row says of its next dose where that can't wait.
    var urgent: [String: String]? {
        guard state == .now || state == .nowUnlessGiven, let next = deciding?.forecast.seriesDose else { return nil }
        let texts = rows.lazy.compactMap { $0.doses.count >= next ? $0.doses[next - 1].urgent : nil }
        return texts.first { !$0.isEmpty }
    }

    /// Whether something that was ticked asks for it.
    var isTicked: Bool { recommendation.isTicked }

    /// What a trip asks for soon outweighs what a doctor decides for another reason.
    var rank: Int {
        state == .soon && recommendation.isForTripAlone ? Answer.State.rankOfTrip : state.rank(isCautioned: isCautioned)
    }

    static func isOpen(_ series: SeriesAssessment) -> Bool {
        series.forecast.status == .notComplete || series.forecast.status == .askDoctor
    }
}
