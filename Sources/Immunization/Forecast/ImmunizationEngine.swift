public import CivilDates

/// Judges vaccinations and forecasts what is due, by schedules that are data.
///
/// Follows CDC's CDSi Logic Specification 4.5 (https://www.cdc.gov/iis/cdsi/). Pure: the day to judge at is a
/// parameter, and no rule in it names a vaccine or a disease.
public struct ImmunizationEngine: Sendable {
    /// The schedules.
    public let schedules: [Schedule]
    private let ruleSets: [RuleSet]
    private let vaccines: VaccineTable

    /// An engine for these schedules.
    ///
    /// - Throws: ``DataFault`` if a schedule contradicts itself.
    public init(schedules: [Schedule], catalogue: Catalogue) throws(DataFault) {
        try self.init(
            schedules: schedules, vaccines: VaccineTable(catalogue), observations: ObservationTable(catalogue))
    }

    /// An engine for these schedules, without a catalogue.
    ///
    /// - Throws: ``DataFault`` if a schedule contradicts itself.
    public init(
        schedules: [Schedule], vaccines: VaccineTable, observations: ObservationTable = ObservationTable()
    ) throws(DataFault) {
        for schedule in schedules { try ScheduleCheck(schedule).run() }
        (self.schedules, self.vaccines) = (schedules, vaccines)
        ruleSets = schedules.map { RuleSet($0, vaccines: vaccines, observations: observations) }
    }

    /// What a product or kind protects against; empty for an unknown one.
    func antigens(of vaccine: String) -> Set<String> { vaccines.vaccine(vaccine)?.antigens ?? [] }

    /// The kind by which a dose against antigens is known where all that there are against them are live and of one kind:
    /// for these, distances from other live vaccines hold.
    package func liveVaccine(against antigens: [String]) -> String? {
        let all = antigens.first.map(vaccines.vaccines) ?? []
        let serving = all.filter { $0.antigens.isSuperset(of: antigens) && !$0.isPassive }
        guard !serving.isEmpty, serving.allSatisfy(\.isLive) else { return nil }
        let least = serving.map(\.entry.antigens.count).min()
        let kinds = Set(serving.filter { $0.entry.antigens.count == least }.map(\.kind))
        return kinds.count == 1 ? kinds.first : nil
    }

    /// A patient's own observation that one of the rows follows from: what was ticked, with its degree.
    public func told(_ code: String, of patient: Patient) -> [PatientObservation] {
        guard let table = ruleSets.first?.observations else { return [] }
        return patient.observations.filter { own in
            table.withAftermath(own).contains { table.codes(of: $0).contains(code) }
        }
    }

    /// The days on which observations, and what follows their end, begin to hold and are over.
    public func changes(of observations: [PatientObservation]) -> [CalendarDate] {
        let table = ruleSets.first?.observations ?? ObservationTable()
        return observations.flatMap(table.withAftermath).flatMap { [$0.date, table.last(of: $0)?.adding(days: 1)] }
            .compactMap(\.self)
    }

    /// The last day on which an observation holds, which may be after its end; nil: it goes on.
    public func lastDay(of observation: PatientObservation) -> CalendarDate? {
        ruleSets.first.map { $0.observations.last(of: observation) } ?? observation.until
    }

    /// The days on which a patient reaches the age from which rows are for everybody, or for whoever has their ground.
    package func beginnings(for patient: Patient) -> [CalendarDate] {
        let table = ruleSets.first?.observations ?? ObservationTable()
        var codes = Set(patient.observations.flatMap(table.withAftermath).flatMap(table.codes))
        if patient.pregnancyStart != nil { codes.insert(PatientObservation.pregnancy) }
        let ages = ruleSets(for: patient).flatMap { rules in
            rules.turns.beginnings { $0.isFulfilled(by: codes, of: patient) }
        }
        return ages.unique().map(patient.birthDate.adding).unique()
    }

    /// What each schedule that is for the patient says on a day.
    ///
    /// A schedule is for the patient if it is for the species and, where it names a country, for the patient's home. A
    /// patient whose home is in none of the schedules' countries gets what all of them say.
    public func assess(_ patient: Patient, on date: CalendarDate) -> [Assessment] {
        judge(of: patient).assess(patient, on: date)
    }

    /// The day of birth to judge by, of one that is known in part: the last on which nobody was vaccinated before being born,
    /// or too young for what was given, so that no dose is recommended too early.
    package func birth(of patient: Patient, in birth: PartialDate, on date: CalendarDate) -> CalendarDate {
        let given = patient.doses.filter { birth.earliest <= $0.latest }.map { dose in
            let day = min(dose.latest, date)
            return day.adding(days: -(firstAges(of: dose, patient.species).map(\.approximateDays).max() ?? 0))
        }
        return max(birth.earliest, ([birth.latest, date] + given).min() ?? birth.earliest)
    }

    /// From which ages on a dose counts: by the product, and by the first row of any schedule against each antigen.
    private func firstAges(of dose: AdministeredDose, _ species: String) -> [CalendarPeriod] {
        let vaccine = dose.vaccine.flatMap(vaccines.vaccine)
        let product = vaccine?.entry.strength == .adult ? nil : vaccine?.entry.ages?.from
        let antigens = vaccine.map { Array($0.antigens) } ?? dose.antigens
        let ages = antigens.compactMap { antigen in
            ruleSets.filter { $0.schedule.species == species }.compactMap { $0.firstAge(against: antigen) }
                .min { $0.approximateDays < $1.approximateDays }
        }
        return ages + [product].compactMap(\.self)
    }

    /// What the rows of some schedules ask for on observations.
    package func askedObservations(of schedules: Set<String>) -> [AskedObservation] {
        ruleSets.filter { schedules.contains($0.schedule.id) }.flatMap(\.asked)
    }

    /// When rows of some schedules begin or end to ask for something.
    package func turns(of schedules: Set<String>) -> [RowTurns] {
        ruleSets.filter { schedules.contains($0.schedule.id) }.map(\.turns)
    }

    /// A judge for several days of a patient, by each schedule that is for the patient.
    public func judge(of patient: Patient) -> PatientJudge {
        PatientJudge(ruleSets(for: patient), vaccines: vaccines)
    }

    /// A row of a schedule.
    package func row(_ series: String, of schedule: String) -> AntigenSeries? {
        rules(of: schedule)?.row(series)?.series
    }

    /// The rules of a schedule.
    func rules(of schedule: String) -> RuleSet? { ruleSets.first { $0.schedule.id == schedule } }

    private func ruleSets(for patient: Patient) -> [RuleSet] {
        let all = ruleSets.filter { $0.schedule.species == patient.species }
        guard all.contains(where: { $0.schedule.country.map(patient.home.contains) ?? false }) else { return all }
        return all.filter { $0.schedule.country.map(patient.home.contains) ?? true }
    }
}

extension Indication.Ground {
    /// Whether a patient of whom these observations hold at some time has it, whatever the age and the day.
    fileprivate func isFulfilled(by codes: Set<String>, of patient: Patient) -> Bool {
        switch self {
        case .observation(let code): codes.contains(code)
        case .residence(let regions): !regions.isDisjoint(with: patient.home)
        case .trip: !patient.trips.isEmpty
        }
    }
}
