import CivilDates
import Immunization
import Testing

@Suite("Plans of visits by the shipped schedules")
struct ShippedPlanTests {
    let recommender: Recommender

    init() throws {
        recommender = Recommender(
            try ImmunizationEngine(
                schedules: try ShippedSchedules.load().filter { $0.id == "de-stiko" },
                catalogue: try ShippedCatalogue.load()))
    }

    private static func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

    private static func person(_ born: String, _ given: [String] = []) throws -> Patient {
        var patient = Patient(species: "person", birthDate: try day(born), sex: .female)
        patient.doses = try given.enumerated().map { number, text in
            let parts = text.split(separator: " ").map(String.init)
            return AdministeredDose(id: "\(number)", vaccine: parts[1], date: PartialDate(try day(parts[0])))
        }
        return patient
    }

    private func plan(_ patient: Patient) throws -> VisitPlan {
        recommender.plan(for: patient, from: try Self.day("2026-11-23"))
    }

    @Test("no dose is planned before the day the list shows")
    func neverBeforeItIsRecommended() throws {
        let today = try Self.day("2026-11-23")
        var pregnant = try Self.person("1996-03-03", ["2001-05-05 tdap-ipv", "2011-05-05 tdap-ipv"])
        pregnant.pregnancyStart = try Self.day("2026-07-14")
        let baby = try Self.person(
            "2026-03-10",
            [
                "2026-05-10 hexyon", "2026-05-10 prevenar-13", "2026-07-10 hexyon", "2026-07-10 prevenar-13",
            ])
        for patient in [baby, pregnant, try Self.person("2012-06-01")] {
            let list = recommender.recommendations(for: patient, on: today)
            for visit in try plan(patient).visits {
                for dose in visit.doses {
                    #expect(try #require(dose.recommended) <= visit.date, "\(dose.id) on \(visit.date)")
                    // The first time that the plan gives it, the list's own day holds too.
                    guard let shown = list.first(where: { $0.id == dose.id })?.recommended else { continue }
                    #expect(shown <= visit.date, "\(dose.id) on \(visit.date)")
                }
            }
        }
        let measles = try plan(baby).visits.first { $0.doses.contains { $0.group == "mmr" } }
        #expect(try #require(measles).date >= Self.day("2027-02-10"))
    }

    @Test("a combination in pregnancy is one of the doses against tetanus, not a fourth")
    func combinationCounts() throws {
        var pregnant = try Self.person("1996-03-03")
        pregnant.pregnancyStart = try Self.day("2026-07-25")
        let days = try plan(pregnant).visits.filter { visit in
            visit.doses.contains { $0.antigens.contains("tetanus") || $0.antigens.contains("pertussis") }
        }.map(\.date.description)
        #expect(days == ["2026-11-23", "2027-01-30", "2027-07-30"])
    }

    @Test("a titre without a day asks for one dose in the plan, not for one every visit")
    func titreIsPlannedOnce() throws {
        var nurse = try Self.person(
            "1991-05-05",
            ["2010-02-01 engerix-b-erwachsene", "2010-03-01 engerix-b-erwachsene", "2010-08-01 engerix-b-erwachsene"])
        var titre = PatientObservation("anti-hbs")
        titre.degree = "below-10"
        nurse.observations = [PatientObservation("health-worker"), titre]
        let doses = try plan(nurse).visits.filter { $0.doses.contains { $0.group == "hepatitis-b" } }
        #expect(doses.map(\.date.description) == ["2026-11-23"])
    }
}
