import CivilDates
import Immunization

/// What the engine finds for one patient on one day, with what every step of the answer has at hand.
struct Judgement {
    private(set) var patient: Patient
    let day: CalendarDate
    let recommender: Recommender
    let judge: PatientJudge
    let assessments: [Assessment]
    /// What the engine says of all groups.
    let found: [Recommendation]
    /// What a schedule's own rows for trips ask for though its rows for all do before the departure anyway, by id.
    let needlessEarly: Set<String>
    /// The most urgent first; without what a trip asks for of a person who is too young until its end.
    let recommendations: [Recommendation]

    init(_ patient: Patient, by engine: ImmunizationEngine, on day: CalendarDate) {
        let patient = patient.entered(by: day)
        (self.patient, self.day, recommender) = (patient, day, Recommender(engine))
        judge = engine.judge(of: patient)
        assessments = judge.assess(patient, on: day)
        found = recommender.recommendations(of: assessments)
        let early = Self.needlessEarly(found, of: patient, by: recommender, on: day)
        needlessEarly = early
        recommendations = found.filter { dose in
            !(patient.isPerson && dose.comesAfter(patient.trips)) && !early.contains(dose.id)
        }
    }

    /// What rows for trips ask for though what everybody gets comes in time for them, also after a live vaccine that a trip
    /// asks for before it, which keeps others waiting for weeks; by id.
    private static func needlessEarly(
        _ found: [Recommendation], of patient: Patient, by recommender: Recommender, on day: CalendarDate
    ) -> Set<String> {
        let asked = found.filter { $0.isForTripAlone && $0.state <= .planned }
        let early = asked.filter { dose in found.contains { dose.bringsForward($0, for: patient, on: day) } }
        let live = asked.filter { dose in !early.contains { $0.id == dose.id } }.compactMap { dose in
            recommender.engine.liveVaccine(against: dose.antigens).map { vaccine in
                let date = max(day, dose.recommended ?? dose.earliest ?? day)
                return AdministeredDose(id: "before \(dose.id)", vaccine: vaccine, date: PartialDate(date))
            }
        }
        guard !early.isEmpty, let last = live.map(\.date.latest).max() else { return Set(early.map(\.id)) }
        var later = patient
        later.doses += live
        let then = recommender.recommendations(for: later, on: last)
        return Set(
            early.filter { dose in then.contains { dose.bringsForward($0, for: patient, on: day) } }.map(\.id))
    }

    /// The same of a patient who isn't away on some trips.
    func staying(from refused: [Trip]) -> Judgement {
        guard !refused.isEmpty else { return self }
        var judgement = self
        judgement.patient.trips = patient.trips.map { trip in
            var trip = trip
            trip.isRefused = refused.contains(trip)
            return trip
        }
        return judgement
    }

    /// The series that a recommendation was made from.
    func series(of recommendation: Recommendation) -> [SeriesAssessment] {
        let keys = recommendation.progress.map(\.key)
        let series = assessments.first { $0.schedule == recommendation.schedule }?.series ?? []
        return series.indices.filter { keys.contains(series[$0].key) }.map { series[$0] }
    }

    /// The rows of a schedule.
    func schedule(_ id: String) -> Schedule? { recommender.engine.schedules.first { $0.id == id } }

    /// A series' row.
    func row(_ series: SeriesAssessment, of schedule: String) -> AntigenSeries? {
        recommender.engine.row(series.key.series, of: schedule)
    }

    /// The ids of the vaccinations that were judged against any of these antigens, each with its day, in order of time.
    func entered(against antigens: [String]) -> [DoseEvaluation] {
        var seen: Set<String> = []
        return assessments.flatMap(\.antigens).filter { antigens.contains($0.antigen) }.flatMap(\.doses)
            .filter { seen.insert($0.dose).inserted }.sorted { ($0.date, $0.dose) < ($1.date, $1.dose) }
    }

    /// What is to be done about a dose of a later day.
    func ahead(_ day: CalendarDate?) -> Answer.State {
        day ?? .last <= self.day.adding(recommender.soon) ? .soon : .later
    }

    /// The day on which the patient reaches an age.
    func day(atAge age: CalendarPeriod) -> CalendarDate { patient.birthDate.adding(age) }

    /// Whether anybody can have had so many doses: a longer history is judged and neither planned for nor judged again for
    /// other days of birth, so that a page's time stays bounded.
    var isShort: Bool { patient.doses.count <= 1_000 }

    /// Whether the patient is a person who has grown up.
    var isGrown: Bool { patient.isPerson && day(atAge: Self.grown) <= day }

    static let grown = CalendarPeriod(years: 18)
}

extension Recommendation {
    /// Whether only trips ask for it.
    var isForTripAlone: Bool { !indications.isEmpty && indications.allSatisfy { $0.trip != nil } }

    /// Whether something that was ticked asks for it.
    var isTicked: Bool { indications.contains { if case .observation = $0.ground { true } else { false } } }

    /// Whether it is for trips alone, and only brings forward what its schedule gives everybody in time for them.
    fileprivate func bringsForward(_ usual: Recommendation, for patient: Patient, on day: CalendarDate) -> Bool {
        guard isForTripAlone, usual.kind == .standard, usual.state <= .planned, usual.schedule == schedule,
            usual.group == group, let first = usual.recommended
        else { return false }
        return indications.compactMap(\.trip).allSatisfy { rule in
            patient.trips.filter { rule.fit($0, home: patient.home, on: day) != .no }.compactMap(\.departure)
                .allSatisfy { departure in first <= rule.lastDay(before: departure) ?? departure }
        }
    }

    /// Whether it is for trips alone, nothing of it has been given, and its first day is after the last of them; what only
    /// another vaccine holds up is told.
    fileprivate func comesAfter(_ trips: [Trip]) -> Bool {
        if case .conflict = reason { return false }
        guard state <= .askDoctor, isForTripAlone, let earliest, !doses.contains(where: { $0.status == .valid }) else {
            return false
        }
        let ends = trips.map(\.returning)
        return !ends.isEmpty && ends.allSatisfy { $0.map { $0 < earliest } ?? false }
    }
}

extension Catalogue {
    /// What a vaccination is against: all that its vaccine holds, where that is known.
    func targets(of dose: AdministeredDose) -> [String] {
        guard let id = dose.vaccine, let vaccine = vaccine(id) else { return dose.antigens }
        return vaccine.targets
    }
}

extension Indication {
    /// The rule of a trip, where its ground is one.
    var trip: TripRule? { if case .trip(let rule) = ground { rule } else { nil } }
}
