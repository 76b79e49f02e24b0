import CivilDates

@testable import Immunization

/// A schedule of one series, of which a test tells the doses and what else it needs.
struct SmallSchedule {
    var antigen = "green"
    var doses: String
    /// More keys of the series.
    var series = ""
    /// More series.
    var more = ""
    /// More keys of the file.
    var rest = ""

    static let vaccines: VaccineTable = {
        var antibody = VaccineTable.Entry(
            id: "green-antibody", species: "person", antigens: ["green"], isLive: false)
        antibody.isPassive = true
        var drops = VaccineTable.Entry(id: "green-drops", species: "person", antigens: ["green"], isLive: true)
        drops.antigens[0].dates = ContentDates(from: nil, until: CalendarDate("2016-05-01"))
        let (year, grown) = (CalendarPeriod(years: 1), CalendarPeriod(years: 16))
        var products = [("green-late", nil), ("green-child", Vaccine.Strength.child), ("green-adult", .adult)].map {
            id, strength in
            var entry = VaccineTable.Entry(
                id: id, kind: "green-dead", species: "person", antigens: ["green"], isLive: false)
            entry.strength = strength
            return entry
        }
        products[0].ages = .init(from: CalendarPeriod(years: 2), before: CalendarPeriod(years: 7))
        products[1].ages = .init(from: year, before: grown)
        products[2].ages = .init(from: grown, before: nil)
        return VaccineTable(
            [
                .init(id: "green-dead", species: "person", antigens: ["green"], isLive: false),
                .init(id: "green-old", species: "person", antigens: ["green"], isLive: false),
                .init(id: "green-live", species: "person", antigens: ["green"], isLive: true),
                .init(id: "gold-live", species: "person", antigens: ["gold"], isLive: true),
                antibody, drops,
            ] + products)
    }()

    var text: String {
        """
        {"format": 1, "id": "small", "species": "person", "authority": "x", "edition": "1", \(rest)
        "series": [{"id": "one", "antigens": ["\(antigen)"], \(series) "doses": [\(doses)]}\(more)]}
        """
    }

    func engine(_ observations: ObservationTable = ObservationTable()) throws -> ImmunizationEngine {
        try ImmunizationEngine(
            schedules: [Schedule(json: Array(text.utf8), file: "small.json")], vaccines: Self.vaccines,
            observations: observations)
    }

    func assess(
        _ patient: Patient, on day: String, _ observations: ObservationTable = ObservationTable()
    ) throws -> Assessment {
        let assessments = try engine(observations).assess(patient, on: ExampleSchedule.day(day))
        guard let first = assessments.first else { throw ExampleSchedule.Unreadable(text: "no assessment") }
        return first
    }

    /// What the one series asks for.
    func forecast(
        _ patient: Patient, on day: String, _ observations: ObservationTable = ObservationTable()
    ) throws -> SeriesForecast {
        let found = try assess(patient, on: day, observations).series.first { $0.key.series == "one" }
        guard let found else { throw ExampleSchedule.Unreadable(text: "no series") }
        return found.forecast
    }

    /// What each vaccination counts for in the one series.
    func statuses(_ patient: Patient, on day: String) throws -> [DoseEvaluation.Status] {
        try assess(patient, on: day).series.first { $0.key.series == "one" }?.doses.map(\.status) ?? []
    }
}
