import Algorithms
import CivilDates
import Immunization
import Model
import Vault

/// What the schedules say of a pass on a day, arranged for pages.
struct Advice: Sendable {
    let patient: Patient
    let today: CalendarDate
    let recommender: Recommender
    /// The most urgent first.
    let recommendations: [Recommendation]
    /// The visits that do all that is due in the next two years; none unless they were planned.
    ///
    /// What is unrecorded has none: nobody plans to catch up on what stands in a booklet. Somebody who has entered
    /// nothing reads first to enter it, and is planned for what is due whatever it says: the flu of this season, what
    /// a trip asks for, what a birthday of the last 12 months brought.
    private(set) var plan = VisitPlan()
    /// Whether every vaccination that was ever given is entered, as somebody said.
    let isRecordComplete: Bool
    /// How many doses a course has, with those to come.
    private var totals: [CourseKey: Int] = [:]
    private let verdicts: [String: [DoseVerdict]]
    private let issues: [String: [HistoryIssue.Kind]]

    /// Nil where the date of birth isn't known.
    ///
    /// - Parameter isPlanned: whether visits are planned, which takes longest; without, no total of doses can be told that
    ///   another course brings once the next dose is given.
    /// - Parameter horizon: how far ahead they are planned.
    init?(
        _ record: HealthRecord, _ release: CatalogueRelease, on today: CalendarDate, isPlanned: Bool = true,
        horizon: CalendarPeriod = CalendarPeriod(years: 2)
    ) {
        guard record.pass.birthDate != nil else { return nil }
        let patient = record.patient(release, on: today)
        (self.patient, self.today, recommender) = (patient, today, Recommender(release.engine))
        let assessments = release.engine.assess(patient, on: today)
        recommendations = recommender.recommendations(of: assessments).filter { !$0.comesAfter(patient.trips) }
        isRecordComplete = record.facts.recordCompleteSince != nil
        verdicts = Self.verdicts(assessments, recommendations)
        issues = Dictionary(grouping: assessments.flatMap(\.issues).uniqued(), by: \.dose).mapValues { $0.map(\.kind) }
        guard isPlanned, patient.hasShortHistory else { return }
        let unknown = recommendations.filter { isUnrecorded($0) || $0.isForbiddenAndUnrecorded }
        let unrecorded = isRecordComplete ? [] : Set(unknown.flatMap(\.antigens))
        let continued = Set(recommendations.filter(isOnlyContinued).flatMap(\.antigens))
        plan = recommender.plan(for: patient, from: today, horizon: horizon) { dose in
            // Nobody knows whether the next dose of a course leaves any to give.
            dose.goesOn(with: unrecorded)
                || dose.goesOn(with: continued) && dose.doses.contains { $0.date >= today }
        }
        totals = Self.totals(plan)
    }

    /// 'Dose 2 of 3', 'Booster' or, where it is asked for season after season, that; nil where none says anything.
    func step(_ recommendation: Recommendation, _ words: Localizer) -> String? {
        guard let progress = recommendation.progress.first(where: { $0.nextFrom != nil }) else { return nil }
        if isRegular(progress) { return words[.recommendationsRepeat] }
        if isOnlyContinued(recommendation) { return nil }
        if progress.isBooster { return progress.given > 0 ? words[.recommendationsBooster] : nil }
        let total = total(progress, of: recommendation)
        guard total > 1, progress.given < total else { return nil }
        return words(.recommendationsDose, ["dose": String(progress.given + 1), "total": String(total)])
    }

    /// How many doses the course has that a recommendation goes on with against one antigen: the number that every page
    /// tells.
    ///
    /// Only doses that are still asked for once the earlier ones are given count into it: whoever begins late, or had
    /// another vaccine, goes on with another series than the one that asks for the first dose.
    func total(_ progress: SeriesProgress, of recommendation: Recommendation) -> Int {
        let antigen = progress.key.antigen
        let own = totals[CourseKey(recommendation: recommendation.id, antigen: antigen)]
        guard recommendation.indications.contains(where: \.isTrip) else { return own ?? progress.planned }
        // What a trip begins goes on after it, by another rule.
        return totals.filter { $0.key.antigen == antigen }.values.max() ?? progress.planned
    }

    /// A course against one antigen, by whichever series.
    private struct CourseKey: Hashable {
        let recommendation: String
        let antigen: String
    }

    /// Whether the next dose of a series is one of every season, as against the flu, and refreshes no earlier one.
    func isRegular(_ progress: SeriesProgress) -> Bool {
        progress.isBooster && isSeasonal(progress)
    }

    /// Whether a series has a dose in every season, as against the flu.
    func isSeasonal(_ progress: SeriesProgress) -> Bool {
        recommender.engine.schedules.lazy.flatMap(\.series).first { $0.id == progress.key.series }?.doses
            .contains { $0.isRecurring && $0.season != nil } ?? false
    }

    /// The totals of all courses that a plan goes on with: what its last dose is, or what remains after it.
    private static func totals(_ plan: VisitPlan) -> [CourseKey: Int] {
        var totals: [CourseKey: Int] = [:]
        func note(_ recommendation: Recommendation, _ number: (SeriesProgress) -> Int) {
            for progress in recommendation.progress where progress.nextFrom != nil && !progress.isBooster {
                let key = CourseKey(recommendation: recommendation.id, antigen: progress.key.antigen)
                totals[key] = max(totals[key] ?? 0, number(progress))
            }
        }
        for dose in plan.visits.flatMap(\.doses) { note(dose) { $0.given + 1 } }
        for open in plan.remaining { note(open, \.planned) }
        return totals
    }

    /// The recommendations without those so far ahead that nobody waits for them.
    var near: [Recommendation] { recommendations.filter { !isFar($0) } }

    /// Whether its day is further ahead than any booster is: what is begun at 60 is no news to somebody of 14.
    func isFar(_ recommendation: Recommendation) -> Bool {
        recommendation.state == .planned && (recommendation.recommended ?? .first) > today.adding(Self.horizon)
    }

    /// Whether something was missed long ago; what is late by less is just due.
    func isMissed(_ recommendation: Recommendation) -> Bool {
        recommendation.state == .overdue
            && (recommendation.overdueFrom ?? today) < today.adding(CalendarPeriod(months: -6))
    }

    private static let horizon = CalendarPeriod(years: 11)

    /// Whether a row that something was said by hasn't been reviewed yet.
    var isDraft: Bool { recommendations.contains { $0.review == .draft } }

    /// What a vaccination counts for, one verdict for each antigen that a schedule asks for.
    func verdicts(of id: VaccinationID) -> [DoseVerdict] { verdicts[id.description] ?? [] }

    /// What its owner should look at.
    func issues(of id: VaccinationID) -> [HistoryIssue.Kind] { issues[id.description] ?? [] }

    /// How far the series against an antigen is, by the recommendation that presses most.
    func standing(_ antigen: String) -> Standing? { Self.standing(antigen, recommendations) }

    private static func standing(_ antigen: String, _ recommendations: [Recommendation]) -> Standing? {
        for recommendation in recommendations {
            let progress = recommendation.progress.filter { $0.key.antigen == antigen }
            guard let first = progress.first(where: { $0.nextFrom != nil }) ?? progress.first else { continue }
            return Standing(recommendation: recommendation, progress: first)
        }
        return nil
    }

    /// A recommendation, and how far it is for one of its antigens.
    struct Standing: Sendable {
        let recommendation: Recommendation
        let progress: SeriesProgress
    }

    /// Courses that were begun and not finished, against what no schedule asks for at present, or at this age any more:
    /// each once, whatever other schedules say of it.
    var begun: [Recommendation] {
        func isOver(_ recommendation: Recommendation) -> Bool {
            recommendation.state == .notRecommended || recommendation.state == .agedOut
        }
        let asked = Set(recommendations.filter { !isOver($0) }.flatMap(\.progress).map(\.key.antigen))
        return recommendations.filter { recommendation in
            isOver(recommendation) && asked.isDisjoint(with: recommendation.antigens)
                && recommendation.progress.contains(where: \.isBegun)
        }.uniqued { $0.antigens.sorted() }
    }

    /// How far a course against an antigen is that was begun and isn't gone on with.
    func begun(_ antigen: String) -> SeriesProgress? {
        begun.flatMap(\.progress).first { $0.key.antigen == antigen && $0.isBegun }
    }

    /// The antigens that no schedule asks for at present.
    private static func unwanted(_ recommendations: [Recommendation]) -> Set<String> {
        func antigens(_ list: [Recommendation]) -> Set<String> {
            Set(list.flatMap(\.progress).map(\.key.antigen))
        }
        let idle = recommendations.filter { $0.reason == .noIndication }
        return antigens(idle).subtracting(antigens(recommendations.filter { $0.reason != .noIndication }))
    }

    /// Of what several series and schedules say of a dose against one antigen, the best counts.
    ///
    /// Its number is the one in the course that the pages tell of, and none where it counted for another one: numbers of
    /// different courses side by side would contradict each other. What counts in another course and not in the one that
    /// goes on doesn't count: else a page would name four doses and ask for the fourth. Of antigens that nothing asks for
    /// only what counts is told.
    private static func verdicts(
        _ assessments: [Assessment], _ recommendations: [Recommendation]
    ) -> [String: [DoseVerdict]] {
        let unwanted = unwanted(recommendations)
        var best: [String: [DoseVerdict]] = [:]
        for antigen in assessments.flatMap(\.antigens) {
            let course = course(antigen.antigen, assessments, recommendations)
            let counted = course?.assessment.doses.filter { $0.status == .valid } ?? []
            var numbers = counted.reduce(into: [:]) { $0[$1.dose] = $1.seriesDose }
            let doses = Self.told(antigen.doses, lacking: course.map(Self.missing) ?? [:])
            // A course that leaves out a dose before its first one numbers others than the holder does.
            if doses.prefix(while: { numbers[$0.dose] == nil }).contains(where: { $0.status == .valid }) {
                numbers = [:]
            }
            for dose in doses where dose.status == .valid || !unwanted.contains(antigen.antigen) {
                let verdict = DoseVerdict(antigen: antigen.antigen, evaluation: dose, number: numbers[dose.dose])
                let known = best[dose.dose, default: []].firstIndex { $0.antigen == antigen.antigen }
                guard let known else {
                    best[dose.dose, default: []].append(verdict)
                    continue
                }
                if let old = best[dose.dose]?[known].evaluation.status, dose.status < old {
                    best[dose.dose]?[known] = verdict
                }
            }
        }
        return best
    }

    /// The course that the pages tell of, and where it stands.
    private static func course(
        _ antigen: String, _ assessments: [Assessment], _ recommendations: [Recommendation]
    ) -> (standing: Standing, assessment: SeriesAssessment)? {
        guard let standing = standing(antigen, recommendations) else { return nil }
        let assessment = assessments.first { $0.schedule == standing.recommendation.schedule }
        return assessment?.series.first { $0.key == standing.progress.key }.map { (standing, $0) }
    }

    /// The doses as the course in question judges them, but for those that it calls too early and another one counts.
    private static func told(_ doses: [DoseEvaluation], lacking: [String: DoseEvaluation]) -> [DoseEvaluation] {
        doses.map { dose in
            guard let judged = lacking[dose.dose] else { return dose }
            return judged.isAheadOfItsTime && dose.status == .valid ? dose : judged
        }
    }

    /// The doses that a course lacks though they were given: it asks for another one in their place.
    private static func missing(
        _ course: (standing: Standing, assessment: SeriesAssessment)
    ) -> [String: DoseEvaluation] {
        let (standing, assessment) = course
        guard !standing.recommendation.isIdle, !standing.progress.isBooster else { return [:] }
        let lacking = assessment.doses.filter {
            $0.status == .notValid && DoseVerdict(antigen: "", evaluation: $0, number: nil).isInvalid
        }
        return Dictionary(lacking.map { ($0.dose, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// What a dose was given against, as far as the schedules speak of it.
    func diseases(ofDose dose: String) -> [String] { Array((verdicts[dose] ?? []).map(\.antigen).uniqued()) }

    /// Whether a dose counts against any of these antigens, by what the pages say of it.
    func counts(_ dose: String, against antigens: [String]) -> Bool {
        guard let told = verdicts[dose] else { return true }
        return told.contains { antigens.contains($0.antigen) && $0.evaluation.status == .valid }
    }
}

extension Recommendation {
    /// Whether it is for trips alone, nothing of it has been given, and its first day is after the last of them: a baby's
    /// that it is too young for.
    fileprivate func comesAfter(_ trips: [Trip]) -> Bool {
        guard state <= .planned, !indications.isEmpty, indications.allSatisfy(\.isTrip), let earliest,
            !doses.contains(where: { $0.status == .valid })
        else { return false }
        let ends = trips.map(\.returning)
        return !ends.isEmpty && ends.allSatisfy { $0.map { $0 < earliest } ?? false }
    }
}

extension SeriesProgress {
    /// Whether some of its doses were given and others lack.
    fileprivate var isBegun: Bool { (1..<max(planned, 1)).contains(given) }
}

extension Patient {
    /// Whether anybody can have had so many doses: a longer history is judged once and not planned for, so that a page's
    /// time stays bounded.
    var hasShortHistory: Bool { doses.count <= 1_000 }
}

/// What a vaccination counts for against one antigen.
struct DoseVerdict: Sendable {
    let antigen: String
    let evaluation: DoseEvaluation
    /// Which dose of its course it is, if it counts there.
    let number: Int?

    /// A dose so many days before its age was given for another reason, not by mistake.
    private static let anotherAge = 365

    /// Why it counts or doesn't, unless there is nothing to say.
    var reason: DoseEvaluation.Reason? {
        if case .gracePeriod(let days) = evaluation.reason, days >= Self.anotherAge { return nil }
        return evaluation.reason
    }

    /// Whether its owner should know that it doesn't count; one that was merely not needed is no matter.
    var isInvalid: Bool {
        if case .tooYoung(_, let days) = evaluation.reason, days >= Self.anotherAge { return false }
        if evaluation.reason == .beforehand { return false }
        return switch evaluation.status {
        case .valid: false
        case .notValid, .substandard: true
        case .extraneous: evaluation.reason != .seriesComplete
        }
    }
}
