import CivilDates
import Immunization

/// Finds why a row says what it says: what was ticked, where somebody lives or travels, and what sets the day.
struct Reasons {
    let judgement: Judgement
    let catalogue: Catalogue
    private var patient: Patient { judgement.patient }

    /// Weeks of a pregnancy after which what waits for its end has no week of it.
    private static let term = 40

    /// More than anybody reads.
    private static let most = 2

    /// What decides first.
    func reasons(of claim: Claim) -> [Answer.Reason] {
        var found: [Answer.Reason] = []
        if claim.isOpenTrip(of: patient, on: judgement.day) { return open(claim) }
        for reason in claim.recommendation.indications.flatMap({ grounds($0, of: claim) })
            + [timing(claim)].compactMap(\.self)
        where !found.contains(where: { $0 == reason || $0.names(sameCountriesAs: reason) }) { found.append(reason) }
        guard found.count > Self.most else { return found }
        // Of several grounds we give the first, and the one that sets the day.
        return [found[0], found[found.count - 1]]
    }

    private func grounds(_ indication: Indication, of claim: Claim) -> [Answer.Reason] {
        switch indication.ground {
        case .observation(PatientObservation.pregnancy): return []
        case .observation(let code): return ticked(code)
        case .residence(let regions): return [.residence(regions.intersection(patient.home))]
        case .trip:
            return claim.trips(of: patient, on: judgement.day).filter { $0.rule == indication.trip && !$0.isOpen }.map {
                .trip($0.countries, days: $0.rule.minimumDays, departure: $0.trip.departure)
            }
        }
    }

    /// What would have to be known of trips.
    private func open(_ claim: Claim) -> [Answer.Reason] {
        let reasons = claim.trips(of: patient, on: judgement.day).map { asking -> Answer.Reason in
            guard asking.trip.departure != nil, var conditions = asking.rule.conditions else {
                return .tripWithoutDay(asking.countries)
            }
            // A stay that is long enough would be a ground.
            if asking.trip.returning != nil { conditions.days = nil }
            return .tripIf(asking.countries, conditions)
        }
        return Array(reasons.unique().prefix(Self.most))
    }

    /// What was ticked that an observation of a row follows from.
    private func ticked(_ code: String) -> [Answer.Reason] {
        let told = judgement.recommender.engine.told(code, of: patient).sorted { $0.code < $1.code }
        return told.map { observation in
            let known = catalogue.observations.first { $0.id == observation.code }
            return known?.topic == .work
                ? .job(observation.code) : .ticked(observation.code, degree: observation.degree)
        }
    }

    private func timing(_ claim: Claim) -> Answer.Reason? {
        guard let deciding = claim.deciding else { return nil }
        switch deciding.forecast.reason {
        case .age(let age), .minimumAge(let age): return isTold(age, of: claim) ? .age(age) : nil
        case .interval(let gap), .minimumInterval(let gap): return self.gap(gap, deciding.key.antigen)
        case .conflict(let gap): return conflict(gap) ?? self.gap(gap, deciding.key.antigen)
        case .validUntil(let day): return .validUntil(day)
        case .childStrength(let id):
            return date(of: id).map { .childStrength(dose: id, on: $0) }
        case .unknownVaccine(let id):
            return date(of: id).map { .unknownVaccine(dose: id, on: $0) }
        case .season(let first?, let last?): return .season(first: first, last: last)
        default: return nil
        }
    }

    /// Whether an age is a reason: where something else asks for it, not once it is long past.
    private func isTold(_ age: CalendarPeriod, of claim: Claim) -> Bool {
        claim.recommendation.indications.isEmpty
            || judgement.day(atAge: age).adding(CalendarPeriod(years: 1)) >= judgement.day
    }

    /// The interval from a dose that a series waits for.
    func gap(of series: SeriesAssessment) -> [Answer.Reason] {
        switch series.forecast.reason {
        case .interval(let gap), .minimumInterval(let gap): [self.gap(gap, series.key.antigen)].compactMap(\.self)
        default: []
        }
    }

    /// An interval from a dose that held the antigen: one that counts from another dose names the last that did.
    private func gap(_ gap: SeriesForecast.Gap, _ antigen: String) -> Answer.Reason? {
        // A dose that may follow at once waits for nothing.
        guard gap.length != CalendarPeriod() else { return nil }
        if gap.observation == PatientObservation.pregnancy {
            return gap.length.weeks < Self.term ? .pregnancyWeek(gap.length.weeks + 1) : nil
        }
        if let observation = gap.observation { return .after(observation, gap.length) }
        let holding = judgement.entered(against: [antigen])
        let dose = (holding.last { $0.dose == gap.dose } ?? holding.last)?.dose
        return dose.flatMap { id in
            date(of: id).map { .gap(gap.length, dose: id, antigen: antigen, on: $0) }
        }
    }

    /// A distance from another vaccine: that one is named, by the first disease that it is against.
    private func conflict(_ gap: SeriesForecast.Gap) -> Answer.Reason? {
        guard let dose = patient.doses.first(where: { $0.id == gap.dose }),
            let antigen = catalogue.targets(of: dose).first
        else { return nil }
        return .gap(gap.length, dose: dose.id, antigen: antigen, on: dose.date)
    }

    /// The day of a dose as it is entered: a year alone stays one.
    private func date(of dose: String) -> PartialDate? { patient.doses.first { $0.id == dose }?.date }
}

extension Answer.Reason {
    /// Whether both are trips to the same countries: the first of them is given.
    fileprivate func names(sameCountriesAs other: Self) -> Bool {
        if case .trip(let countries, _, _) = self, case .trip(let others, _, _) = other {
            countries == others
        } else {
            false
        }
    }
}
