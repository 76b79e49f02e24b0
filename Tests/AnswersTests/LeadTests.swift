import Answers
import CivilDates
import Immunization
import Testing

/// How long before a departure something has to be given.
@Suite("Time before trips", .timeLimit(.minutes(3)))
struct LeadTests {
    private func dossier(
        _ doses: [String] = [], birth: String = "1986-08-08", to country: String, on departure: String,
        until returning: String = "2027-02-10", style: Trip.Style = .simple, observations: [PatientObservation] = []
    ) throws -> Dossier {
        var dossier = try Records.person(birth, .male, doses, observations: observations)
        var trip = Trip(to: [country], departure: try Records.day(departure), returning: try Records.day(returning))
        trip.style = style
        dossier.patient.trips = [trip]
        return dossier
    }

    private func state(_ line: String, _ dossier: Dossier, on day: String = Records.today) throws -> Answer.State {
        try Records.line(line, of: dossier, on: day).state
    }

    @Test("a booster protects at once, and is in time until the day before")
    func booster() throws {
        let japanese = ["2022-02-02 ixiaro", "2022-03-02 ixiaro"]
        let answer = try Records.answer(dossier(japanese, to: "VN", on: "2026-12-03"))
        #expect(answer.line(of: "japanese-encephalitis")?.state == .now)
        #expect(answer.line(of: "japanese-encephalitis")?.lastGoodDay == Records.date("2026-12-02"))
        let trip = try #require(answer.trips.first)
        #expect(trip.inTime.contains { $0.line == "japanese-encephalitis" && $0.last == Records.date("2026-12-02") })
        let begun = try dossier(["2022-02-02 ixiaro"], to: "VN", on: "2026-12-03")
        #expect(try state("japanese-encephalitis", begun) == .tooLate)
        let ticks = ["2021-03-01", "2021-04-01", "2021-10-01"].map { $0 + " fsme-immun-erwachsene" }
        let styria = try dossier(ticks, to: "AT", on: "2026-06-06", until: "2026-06-27")
        #expect(try state("tbe", styria, on: "2026-06-01") == .now)
        #expect(try state("yellow-fever", dossier(["2014-02-02 stamaril"], to: "UG", on: "2026-12-07")) == .now)
    }

    @Test("what a border counts, and what keeps no memory, has its time before each dose")
    func everyDose() throws {
        let mecca = try dossier(["2019-01-10 nimenrix"], to: "SA", on: "2026-12-03", style: .hotel)
        #expect(try state("meningococcal-acwy", mecca) == .tooLate)
        #expect(try state("typhoid", dossier(["2022-01-10 typhim-vi"], to: "IN", on: "2026-12-03")) == .tooLate)
    }

    @Test("polio before a long stay is measured from its end, not from the departure")
    func longStay() throws {
        let doses = ["1986-10-08 polio", "1986-12-08 polio", "1987-10-08 polio", "2021-04-20 boostrix-polio"]
        let answer = try Records.answer(dossier(doses, to: "BF", on: "2026-12-03", until: "2027-03-14"))
        #expect(answer.line(of: "polio")?.state == .now)
        #expect(answer.trips.first?.tooLate.contains("polio") == false)
    }

    @Test("one dose against hepatitis B protects for no trip")
    func hepatitisB() throws {
        let answer = try Records.answer(dossier(to: "VN", on: "2026-12-14"))
        #expect(answer.line(of: "hepatitis-b")?.state == .tooLate)
        // Rabies takes the place that it would have had.
        #expect(answer.line(of: "rabies")?.day == Records.date(Records.today))
        #expect(try state("hepatitis-b", dossier(to: "VN", on: "2026-12-21")) == .now)
    }

    @Test("before a trip with ticks two doses have to be in, the quick way three weeks before")
    func ticks() throws {
        for (birth, place) in [("1986-08-08", "AT"), ("1960-08-08", "DE-BY-passau-stadt")] {
            func state(on departure: String) throws -> Answer.State {
                let dossier = try dossier(birth: birth, to: place, on: departure, until: "2027-06-30")
                return try self.state("tbe", dossier, on: "2027-05-01")
            }
            #expect(try state(on: "2027-05-21") == .tooLate && state(on: "2027-05-22") == .now)
        }
    }

    @Test("what a trip asks for within a week is for now: nobody comes back for it")
    func withinAWeek() throws {
        let near = try Records.answer(dossier(to: "TH", on: "2027-01-02", until: "2027-01-15", style: .hotel))
        #expect(near.line(of: "hepatitis-a")?.state == .now && near.visits.first?.day == near.day)
        let far = try dossier(to: "TH", on: "2027-01-03", until: "2027-01-15", style: .hotel)
        #expect(try Records.line("hepatitis-a", of: far).state == .soon)
    }

    @Test("the quick courses against rabies are for those whose immune system works")
    func immunodeficiency() throws {
        let weak = [PatientObservation("immunodeficiency")]
        #expect(try state("rabies", dossier(to: "NP", on: "2026-12-07", observations: weak)) == .tooLate)
        #expect(try state("rabies", dossier(to: "NP", on: "2026-12-21", observations: weak)) == .now)
        #expect(try state("rabies", dossier(to: "NP", on: "2026-12-07")) == .now)
    }

    @Test("a baby that is too young for a vaccination isn't too late for it")
    func tooYoung() throws {
        let answer = try Records.answer(dossier(birth: "2026-10-10", to: "TR", on: "2026-12-30"))
        let trip = try #require(answer.trips.first)
        #expect(answer.line(of: "measles")?.state == .later)
        #expect(!trip.lines.contains("mmr") && trip.tooLate.isEmpty)
    }

    @Test("what is given now all the same isn't told to be too late for a trip")
    func givenNow() throws {
        let six = ["2026-03-23 hexyon", "2026-05-25 hexyon"]
        let answer = try Records.answer(dossier(six, birth: "2026-01-20", to: "GH", on: "2026-12-10"))
        let trip = try #require(answer.trips.first)
        #expect(answer.line(of: "measles")?.state == .now)
        #expect(trip.inTime.contains { $0.line == "mmr" && $0.last == Records.date("2026-12-09") })
        #expect(!trip.tooLate.contains("mmr"))
    }
}
