import CivilDates
import Immunization

/// Decides the state of what a row says, by what the record knows and what it doesn't.
struct ClaimJudge {
    let dossier: Dossier
    let judgement: Judgement
    private var today: CalendarDate { judgement.day }
    init(_ dossier: Dossier, _ judgement: Judgement) {
        (self.dossier, self.judgement) = (dossier, judgement)
    }

    /// What all rows say, each with its state.
    var claims: [Claim] {
        judgement.recommendations.compactMap { recommendation in
            var claim = Claim(recommendation, in: judgement)
            // What nobody is recommended is neither forbidden nor missing.
            if recommendation.kind == .evaluation, recommendation.state != .complete { return nil }
            (claim.state, claim.isQuestion) = state(claim)
            return claim
        }
    }

    /// The claims of which some are questions, with what may be the last page of the same childhood asked about as well, on
    /// its own day: one combination for the age holds both.
    func asking(_ claims: [Claim], _ combinations: Combinations) -> [Claim] {
        let asked = Set(claims.filter(\.isQuestion).flatMap(\.antigens))
        guard !asked.isEmpty else { return claims }
        return claims.map { claim in
            guard claim.state == .soon || claim.state == .later, isLastPage(claim),
                !judgement.entered(against: claim.antigens).isEmpty,
                combinations.combinations(of: asked.union(claim.antigens), on: today).contains(where: { vaccine in
                    !asked.isDisjoint(with: vaccine.targets) && !Set(claim.antigens).isDisjoint(with: vaccine.targets)
                })
            else { return claim }
            var claim = claim
            claim.isQuestion = true
            return claim
        }
    }

    private func state(_ claim: Claim) -> (Answer.State, isQuestion: Bool) {
        let recommendation = claim.recommendation
        if let open = openTrip(claim) { return (open, false) }
        switch recommendation.state {
        case .overdue, .due: return isTooLate(claim) ? (late(claim), false) : due(claim)
        case .dueSoon, .planned:
            if isTooLate(claim) { return (late(claim), false) }
            if isTooYoung(claim) { return (.ask, false) }
            if isWaiting(claim), due(claim).isQuestion { return (.nowUnlessGiven, true) }
            // Whether the course was begun in childhood is asked at once: else its second dose would be planned.
            return dossier.completeSince == nil && isEnteredLate(claim)
                ? (.nowUnlessGiven, true) : (ahead(claim.recommended), false)
        case .askDoctor: return (ask(claim), false)
        case .complete, .immune: return (.complete, false)
        case .contraindicated: return (.contraindicated, false)
        case .notRecommended, .agedOut: return (.notRecommended, false)
        }
    }

    /// Who is too young by the departure isn't late: a doctor may decide for it before, or it is given there.
    ///
    /// What everybody gets at its age isn't asked about.
    private func late(_ claim: Claim) -> Answer.State {
        guard claim.waitsForAge else { return .tooLate }
        let isUsual = judgement.recommendations.contains { other in
            other.kind == .standard && other.state <= .planned
                && !Set(other.antigens).isDisjoint(with: claim.antigens)
        }
        return isUsual && !claim.isEarlyByException ? .tooLate : .ask
    }

    /// Whether it would be due if it didn't wait, as for the second third of a pregnancy.
    private func isWaiting(_ claim: Claim) -> Bool {
        guard case .interval(let gap)? = claim.deciding?.forecast.reason, gap.observation != nil else { return false }
        return claim.recommendation.kind == .standard
            && claim.deciding?.forecast.unadjustedRecommended.map { $0 <= today } ?? false
    }

    private func ahead(_ day: CalendarDate?) -> Answer.State { judgement.ahead(day) }

    /// What trips ask for of which nobody told what decides: it is asked for, and nothing is planned for a trip without days.
    private func openTrip(_ claim: Claim) -> Answer.State? {
        let (recommendation, patient) = (claim.recommendation, judgement.patient)
        guard recommendation.state <= .askDoctor, claim.isOpenTrip(of: patient, on: today) else { return nil }
        let isDue = recommendation.state <= .due || recommendation.state == .askDoctor
        if recommendation.isForTripsWithoutDay(of: patient, on: today) {
            return isDue || !judgement.patient.isPerson && claim.waitsForAge ? .ask : .notRecommended
        }
        if case .trip? = claim.deciding?.forecast.reason { return .ask }
        return isDue ? .ask : nil
    }

    /// What a doctor decides is no matter yet where the next dose keeps a distance that isn't over.
    private func ask(_ claim: Claim) -> Answer.State {
        let asking = claim.series.filter { $0.forecast.status == .askDoctor }.map { $0.forecast.earliest ?? today }
        guard let first = asking.min(), first > today else { return .ask }
        if claim.recommendation.isForTripAlone {
            if claim.isEarlyByException { return .ask }
            let trips = claim.trips(of: judgement.patient, on: today).map(\.trip)
            if trips.compactMap(\.departure).contains(where: { first <= $0 }) { return .ask }
            let isOver = trips.allSatisfy { $0.returning.map { $0 < first } ?? false }
            if !trips.isEmpty {
                return isOver ? .notRecommended : claim.isBeginning ? .ask : ahead(claim.recommended ?? first)
            }
        }
        return ahead(claim.recommended ?? first)
    }

    // MARK: What isn't entered

    /// Something that the engine calls due: what isn't entered hides no dose, and is said to be missing only of whose
    /// record that is known.
    private func due(_ claim: Claim) -> (Answer.State, isQuestion: Bool) {
        guard dossier.completeSince == nil else { return (.now, false) }
        guard judgement.entered(against: claim.antigens).isEmpty else {
            return isLastPage(claim) ? (.nowUnlessGiven, true) : (.now, false)
        }
        if judgement.isGrown, isOfChildhood(claim), !claim.isBooster { return (.nowUnlessGiven, true) }
        return (isKnown(claim) ? .now : .nowUnlessGiven, false)
    }

    /// Whether it is for everybody, begins under 18, and never ends.
    private func isOfChildhood(_ claim: Claim) -> Bool {
        claim.recommendation.kind == .standard && claim.recommendation.latest == nil && !claim.isSeasonal
            && !claim.rows.isEmpty
            && claim.rows.allSatisfy { row in
                let ages = row.doses.first?.ages.first
                let begin = row.selection.minimumAgeToStart ?? ages?.earliestRecommended ?? ages?.minimum
                return begin.map { judgement.day(atAge: $0) < judgement.day(atAge: Judgement.grown) } ?? true
            }
    }

    /// Whether the record would have it: it came up within a year, it is of this season, or the record of a child or an
    /// animal goes on after its day.
    private func isKnown(_ claim: Claim) -> Bool {
        guard let recommended = claim.recommended, !claim.isSeasonal else { return true }
        if recommended >= today.adding(CalendarPeriod(years: -1)) { return true }
        return !judgement.isGrown && judgement.patient.doses.contains { $0.date.earliest > recommended }
    }

    /// Whether something is entered, and all of it can be a course's later doses: one of the last 12 months may have begun
    /// the course, unless something that was ticked asked for it.
    private func isEnteredLate(_ claim: Claim) -> Bool {
        let doses = judgement.entered(against: claim.antigens)
        guard let first = doses.first, isLastPage(claim) else { return false }
        let ticked = judgement.recommendations.filter(\.isTicked).flatMap(\.doses).filter { $0.status == .valid }
        return first.date < today.adding(CalendarPeriod(years: -1))
            || Set(doses.map(\.dose)).isSubset(of: ticked.map(\.dose))
    }

    /// Whether all that is entered of a course that children begin can be its later doses, as the last page of a booklet
    /// has them: adults' doses, fewer than two within five years, none entered as the first of several.
    private func isLastPage(_ claim: Claim) -> Bool {
        guard judgement.isGrown, isOfChildhood(claim), !claim.isBooster,
            claim.rows.allSatisfy({ $0.doses.contains(where: \.isBooster) })
        else { return false }
        let doses = judgement.entered(against: claim.antigens)
        let grown = judgement.day(atAge: Judgement.grown)
        return doses.allSatisfy { $0.date >= grown && !dossier.firstDoses.contains($0.dose) }
            && zip(doses, doses.dropFirst()).allSatisfy { first, second in
                first.date.adding(CalendarPeriod(years: 5)) <= second.date
            }
    }
}
