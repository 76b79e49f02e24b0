import Answers
import CivilDates
import Immunization
import Testing

/// Courses of which several doses have to be in before a departure.
@Suite("Courses before trips", .timeLimit(.minutes(3)))
struct CourseBeforeTripTests {
    private func dossier(
        _ birth: String, _ sex: Sex = .male, to country: String = "IN", on departure: String,
        style: Trip.Style = .simple
    ) throws -> Dossier {
        var dossier = try Records.person(birth, sex)
        dossier.completeSince = Records.date(Records.today)
        var trip = Trip(to: [country], departure: try Records.day(departure), returning: try Records.day("2027-02-10"))
        trip.style = style
        dossier.patient.trips = [trip]
        return dossier
    }

    /// The days on which a line is given, by the plan.
    private func days(_ line: String, of dossier: Dossier, until last: String) throws -> [String] {
        let visits = try Records.answer(dossier).visits.filter { visit in
            visit.day.description < last && visit.injections.contains { $0.lines.contains(line) }
        }
        return visits.map(\.day.description)
    }

    @Test("rabies is begun at once and ends before the departure, on days 0, 3 and 7 where only that fits")
    func rabies() throws {
        let rapid = ["2026-11-28", "2026-12-01", "2026-12-05"]
        for departure in ["2026-12-07", "2026-12-08", "2026-12-12"] {
            #expect(
                try days("rabies", of: dossier("2001-06-01", on: departure), until: departure) == rapid, "\(departure)")
            let old = try days("rabies", of: dossier("1959-03-03", on: departure), until: departure)
            #expect(old == ["2026-11-28", "2026-12-05"], "\(departure)")
        }
        let usual = try days(
            "rabies", of: dossier("2001-06-01", to: "TR", on: "2027-01-05"), until: "2027-01-05")
        #expect(usual == ["2026-11-28", "2026-12-05", "2026-12-28"])
    }

    @Test("a quick course against hepatitis B ends before the departure, and goes on with its own fourth dose")
    func hepatitisB() throws {
        let dossier = try dossier("1967-01-05", to: "GH", on: "2026-12-20")
        let all = try days("hepatitis-b", of: dossier, until: "2028-11-28")
        #expect(all.prefix(3) == ["2026-11-28", "2026-12-05", "2026-12-19"])
        // Six months after the third, with the second dose against hepatitis A.
        #expect(all.count == 4 && all.last ?? "" >= "2027-06-19")
    }

    @Test("a course that can't end before the departure is too late, and isn't planned")
    func tooLate() throws {
        for (birth, departure) in [("2001-06-01", "2026-12-03"), ("1959-03-03", "2026-12-05")] {
            let answer = try Records.answer(dossier(birth, on: departure))
            #expect(answer.line(of: "rabies")?.state == .tooLate)
            #expect(answer.trips.first?.tooLate.contains("rabies") == true)
            #expect(!answer.visits.flatMap(\.injections).contains { $0.lines.contains("rabies") })
        }
    }

    @Test("both doses against Japanese encephalitis are in a week before, 7 days apart only at 18 to 65 years")
    func japaneseEncephalitis() throws {
        func state(_ birth: String, _ departure: String) throws -> Answer.State {
            try Records.line("japanese-encephalitis", of: dossier(birth, to: "VN", on: departure)).state
        }
        #expect(try state("2001-06-01", "2026-12-12") == .now && state("2001-06-01", "2026-12-11") == .tooLate)
        #expect(try state("1959-03-03", "2027-01-02") == .now && state("1959-03-03", "2027-01-01") == .tooLate)
        let quick = try days(
            "japanese-encephalitis", of: dossier("2001-06-01", to: "VN", on: "2026-12-12"), until: "2026-12-12")
        #expect(quick == ["2026-11-28", "2026-12-05"])
    }

    @Test("from 60 a trip within two weeks asks for no other flu vaccine than the season does")
    func influenza() throws {
        let answer = try Records.answer(dossier("1964-03-03", to: "ES", on: "2026-12-08", style: .hotel))
        let given = answer.visits.flatMap(\.injections).filter { $0.lines == ["influenza"] }
        #expect(answer.line(of: "influenza")?.vaccines.first == "influenza-hd")
        #expect(!given.isEmpty && given.allSatisfy { $0.vaccine == "influenza-hd" })
    }

    @Test("in the first third of a pregnancy a trip asks for flu only with an underlying disease")
    func influenzaInPregnancy() throws {
        var dossier = try dossier("1996-04-04", .female, to: "TH", on: "2027-01-05", style: .hotel)
        dossier.patient.pregnancyStart = Records.date("2026-10-05")
        let line = try Records.line("influenza", of: dossier)
        #expect(line.state == .soon && line.day == Records.date("2027-01-04"))
        dossier.patient.observations = [PatientObservation("chronic-disease")]
        #expect(try Records.line("influenza", of: dossier).state == .now)
    }

    @Test("a vaccination that is forbidden and that a border asks for makes the trip a question, with the disease")
    func barred() throws {
        var dossier = try dossier("1981-03-01", .female, to: "UG", on: "2027-01-10", style: .hotel)
        dossier.patient.observations = [PatientObservation("immunodeficiency")]
        let answer = try Records.answer(dossier)
        let trip = try #require(answer.trips.first)
        #expect(trip.verdict == .ask && trip.barred == "yellow-fever" && trip.toAsk.contains("yellow-fever"))
        #expect(answer.visits.first?.toAsk.contains("yellow-fever") == true)
        dossier.patient.observations = []
        #expect(try Records.answer(dossier).trips.first?.barred == nil)
    }

    @Test("a course goes on after a dose that is due anyway only once its question is answered")
    func unanswered() throws {
        var dossier = try Records.person("1985-03-03", .male, ["2014-05-05 td-pur"])
        func injections() throws -> [Answer.Injection] {
            try Records.answer(dossier).visits.flatMap(\.injections).filter { $0.lines.contains("td") }
        }
        let line = try Records.line("td", of: dossier)
        #expect(line.state == .now && line.dose == nil && line.total == nil)
        #expect(try injections().map(\.dose) == [nil])
        for antigen in ["tetanus", "diphtheria", "polio"] { dossier.told[antigen] = .no }
        #expect(try Records.line("td", of: dossier).dose == 2)
        #expect(try injections().count > 1)
    }
}
