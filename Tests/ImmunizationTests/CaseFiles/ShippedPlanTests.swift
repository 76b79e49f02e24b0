import CivilDates
import Testing

@testable import Immunization

@Suite("Plans of visits by the shipped schedules", .timeLimit(.minutes(3)))
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

    @Test("after tetanus alone, the dose against diphtheria comes now, and once")
    func tetanusAlone() throws {
        let child = try Self.person(
            "2021-05-17", ["2021-07-12 hexyon", "2022-05-03 dtap-ipv-hib-hepb", "2024-09-01 tetanus"])
        let visits = try plan(child).visits.filter { $0.doses.contains { $0.antigens.contains("diphtheria") } }
        #expect(visits.map(\.date.description) == ["2026-11-23"])
        // The vaccine against diphtheria holds tetanus too: its booster isn't planned a few months after it.
        let adult = try Self.person("1990-05-17", ["1990-07-12 tetanus", "1990-09-12 tetanus", "1991-06-12 tetanus"])
        let doses = try plan(adult).visits.filter { !$0.doses.filter { $0.group == "td" }.isEmpty }
        #expect(doses.map(\.date.description) == ["2026-11-23", "2026-12-23", "2027-06-23"])
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

    /// With the rules for travellers.
    private static func traveller(_ patient: Patient, from day: String = "2026-11-25") throws -> VisitPlan {
        let schedules = try ShippedSchedules.load().filter { ["de-stiko", "travel"].contains($0.id) }
        let engine = try ImmunizationEngine(schedules: schedules, catalogue: try ShippedCatalogue.load())
        return Recommender(engine).plan(for: patient, from: try Self.day(day))
    }

    private static func trip(_ country: String, _ from: String, _ until: String) throws -> Trip {
        Trip(to: [country], departure: try day(from), returning: try day(until))
    }

    private static func days(of group: String, _ plan: VisitPlan) -> [CalendarDate] {
        plan.visits.filter { visit in visit.doses.contains { $0.group == group } }.map(\.date)
    }

    @Test("live vaccines that a plan gives are on one day, or four weeks apart")
    func liveVaccinesKeepTheirDistance() throws {
        for (country, from) in [("KE", "2026-12-30"), ("BR", "2026-12-30"), ("KE", "2027-01-06")] {
            var patient = try Self.person("1994-05-03")
            patient.trips = [try Self.trip(country, from, "2027-01-20")]
            let plan = try Self.traveller(patient)
            let live = Self.days(of: "mmr", plan) + Self.days(of: "yellow-fever", plan)
            #expect(!Self.days(of: "yellow-fever", plan).isEmpty)
            for (first, second) in zip(live.sorted(), live.sorted().dropFirst()) where first != second {
                #expect(first.days(until: second) >= 28, "\(country): \(first) and \(second)")
            }
        }
    }

    @Test("what is asked for before trips that follow each other is given before the first")
    func tripsThatFollowEachOtherAreOne() throws {
        var patient = try Self.person("1994-05-03", ["2019-05-05 tdap-ipv"])
        patient.trips = [
            try Self.trip("PK", "2026-12-30", "2027-02-10"), try Self.trip("SA", "2027-02-10", "2027-02-20"),
        ]
        let days = Self.days(of: "meningococcal-acwy", try Self.traveller(patient))
        #expect(!days.isEmpty && days.allSatisfy { $0.description <= "2026-12-20" }, "\(days)")
        // Weeks at home between two trips.
        patient.trips[1] = try Self.trip("SA", "2027-03-20", "2027-03-30")
        #expect(patient.leaving(for: patient.trips[1])?.description == "2027-03-20")
    }

    @Test("a booster waits for the dose of the pregnancy, and nothing against tetanus is given twice within weeks")
    func oneDoseAgainstTetanusInPregnancy() throws {
        for given in [
            ["2000-05-05 dtap", "2000-07-05 dtap", "2001-05-05 dtap", "2010-05-05 tdap-ipv"], ["2020-05-05 tdap-ipv"],
        ] {
            var pregnant = try Self.person("1994-05-03", given)
            pregnant.pregnancyStart = try Self.day("2026-05-27")
            let plan = try plan(pregnant)
            let days = plan.visits.filter { visit in
                visit.doses.contains { !Set($0.antigens).isDisjoint(with: ["tetanus", "pertussis"]) }
            }.map(\.date)
            #expect(days.first?.description ?? "" >= "2026-12-02", "\(days)")
            for (first, second) in zip(days, days.dropFirst()) { #expect(first.days(until: second) >= 28) }
        }
    }

    @Test("what a pregnancy forbids is planned for six weeks after a birth at term")
    func afterTheBirth() throws {
        var pregnant = try Self.person("1994-05-03", ["2019-05-05 tdap-ipv"])
        pregnant.pregnancyStart = try Self.day("2026-02-26")
        let days = Self.days(of: "mmr", try plan(pregnant))
        #expect(days.first == (try Self.day("2027-01-14")), "\(days)")
    }
}
