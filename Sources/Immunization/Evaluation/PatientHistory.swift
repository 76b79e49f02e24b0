import CivilDates

/// A patient's vaccinations, checked, put in order, and split into antigens (CDSi Logic Specification 4.5, section 4.2).
struct PatientHistory {
    /// More doses than anybody has: what is beyond is reported and not judged, so that time stays bounded.
    static let limit = 10_000

    /// One vaccination that can be judged: a class, so that the many steps share it instead of copying it.
    final class Dose: Sendable {
        let id: String
        /// The day it is judged at: the last it can have been, at most the day of assessment.
        let date: CalendarDate
        /// The first day it can have been, for whatever is lost with time.
        let earliestDate: CalendarDate
        let vaccine: IndexedVaccine?
        /// The kinds that it can have been, where no more is known than what it was against.
        let possible: [IndexedVaccine]
        let antigens: [String]
        /// Antigens that the vaccine's name stands for, but that weren't in it on the day.
        let missing: Set<String>
        let manufacturer: String?
        /// Why it is worthless whatever the rules say; nil where nothing is known against it.
        let defect: DoseEvaluation.Reason?
        /// Until when it is said to be valid.
        let validUntil: CalendarDate?

        init(
            _ dose: AdministeredDose, on date: CalendarDate, earliest: CalendarDate, _ vaccine: IndexedVaccine?,
            against antigens: [String], possible: [IndexedVaccine]
        ) {
            self.possible = possible
            (id, self.date, earliestDate, self.vaccine) = (dose.id, date, earliest, vaccine)
            (self.antigens, manufacturer, validUntil) = (antigens, dose.manufacturer, dose.validUntil)
            let missing = vaccine?.entry.antigens.filter { $0.dates.map { !$0.contains(date) } ?? false }
            self.missing = Set(missing?.map(\.antigen) ?? [])
            defect = dose.isSubstandard ? .substandard : dose.isReduced ? .reduced : nil
        }
    }

    /// In order of time; the order in which doses were given to us doesn't matter.
    private(set) var doses: [Dose] = []
    /// For each antigen, the indices of its doses, in order of time.
    private(set) var indices: [String: [Int]] = [:]
    private(set) var issues: [HistoryIssue] = []
    /// For each product and each kind, the indices of its doses, in order of time.
    private var indicesByVaccine: [String: [Int]] = [:]

    init(of patient: Patient, on assessment: CalendarDate, vaccines: VaccineTable) {
        add(patient.doses[...], of: patient, on: assessment, vaccines: vaccines)
    }

    /// Adds doses that come after all others.
    mutating func add(
        _ new: ArraySlice<AdministeredDose>, of patient: Patient, on assessment: CalendarDate, vaccines: VaccineTable
    ) {
        for dose in new.sorted(by: Self.isOrdered) {
            if doses.count == Self.limit {
                issues.append(HistoryIssue(dose: dose.id, kind: .tooMany))
            } else if let problem = Self.problem(of: dose, patient, assessment, vaccines) {
                issues.append(HistoryIssue(dose: dose.id, kind: problem))
            } else {
                let vaccine = dose.vaccine.flatMap(vaccines.vaccine)
                let possible = vaccines.possible(vaccine, Set(dose.antigens))
                // Whoever tells hepatitis A and B had the one kind of vaccine that holds both.
                let only = possible.count == 1 ? possible.first { $0.antigens == Set(dose.antigens) } : nil
                add(dose, patient, assessment, vaccine ?? only, only == nil ? possible : [])
            }
        }
    }

    private mutating func add(
        _ dose: AdministeredDose, _ patient: Patient, _ assessment: CalendarDate, _ vaccine: IndexedVaccine?,
        _ possible: [IndexedVaccine]
    ) {
        let date = min(dose.latest, assessment)
        let antigens =
            vaccine.map { vaccine in
                vaccine.entry.antigens.filter { association in
                    (association.beginAge.map { patient.birthDate.adding($0) <= date } ?? true)
                        && (association.endAge.map { date < patient.birthDate.adding($0) } ?? true)
                }.map(\.antigen)
            } ?? dose.antigens
        for antigen in antigens {
            // An antibody on the day of a vaccine, as after a bite, is no second one.
            if let previous = indices[antigen]?.last, doses[previous].date == date, dose.date.isExact,
                doses[previous].vaccine?.isPassive ?? false == vaccine?.isPassive ?? false
            {
                issues.append(HistoryIssue(dose: dose.id, kind: .sameDay))
                break
            }
        }
        for antigen in antigens { indices[antigen, default: []].append(doses.count) }
        if let vaccine {
            indicesByVaccine[vaccine.id, default: []].append(doses.count)
            if vaccine.kind != vaccine.id { indicesByVaccine[vaccine.kind, default: []].append(doses.count) }
        }
        if !dose.date.isExact { issues.append(HistoryIssue(dose: dose.id, kind: .uncertainDate)) }
        if vaccine?.isForAdults(givenOn: date, bornOn: patient.birthDate) == true {
            issues.append(HistoryIssue(dose: dose.id, kind: .adultStrength))
        }
        let earliest = max(dose.date.earliest, patient.birthDate)
        doses.append(Dose(dose, on: date, earliest: earliest, vaccine, against: antigens, possible: possible))
    }

    /// The latest dose before an index that a selector means, those left out that the caller names.
    func latest(_ selector: VaccineSelector, before limit: Int, except isLeftOut: (Int) -> Bool) -> Int? {
        guard case .named(let name) = selector else {
            return doses.indices.prefix(limit).last { !isLeftOut($0) && selector.matches(doses[$0]) }
        }
        let all = indicesByVaccine[name] ?? []
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle] < limit { low = middle + 1 } else { high = middle }
        }
        return all[..<low].last { !isLeftOut($0) }
    }

    private static func problem(
        of dose: AdministeredDose, _ patient: Patient, _ assessment: CalendarDate, _ vaccines: VaccineTable
    ) -> HistoryIssue.Kind? {
        if dose.date.latest < patient.birthDate { return .beforeBirth }
        if dose.date.earliest > assessment { return .inFuture }
        guard let id = dose.vaccine else { return dose.antigens.isEmpty ? .unknownVaccine : nil }
        guard let vaccine = vaccines[id] else { return .unknownVaccine }
        return vaccine.species == patient.species ? nil : .otherSpecies
    }

    private static func isOrdered(_ left: AdministeredDose, _ right: AdministeredDose) -> Bool {
        if left.latest != right.latest { return left.latest < right.latest }
        if left.date.earliest != right.date.earliest { return left.date.earliest < right.date.earliest }
        if left.vaccine != right.vaccine { return (left.vaccine ?? "") < (right.vaccine ?? "") }
        return left.id < right.id
    }
}

extension VaccineSelector {
    /// Whether a dose was given with a vaccine that is meant.
    func matches(_ dose: PatientHistory.Dose) -> Bool {
        switch self {
        case .any: true
        case .live: dose.vaccine?.isLive == true
        case .inactivated: dose.vaccine?.isLive == false
        case .named(let name): dose.vaccine.map { $0.id == name || $0.kind == name } ?? false
        }
    }
}
