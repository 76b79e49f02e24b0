import Answers
import CivilDates
import Immunization
import Testing

@Suite("Animals: validity, borders and the way back", .timeLimit(.minutes(3)))
struct PetTests {
    private func dog(
        _ birth: String, _ doses: [String] = [], to country: String, _ departure: String, _ returning: String?
    ) throws -> Dossier {
        var dossier = try Records.person(birth, .female, doses, species: "dog")
        dossier.patient.trips = [
            Trip(
                to: [country], departure: try Records.day(departure), returning: try returning.map(Records.day))
        ]
        return dossier
    }

    private func trip(_ dossier: Dossier, on day: String = Records.today) throws -> Answer.JudgedTrip {
        try #require(try Records.answer(dossier, on: day).trips.first)
    }

    private func blood(_ trip: Answer.JudgedTrip) -> Answer.JudgedTrip.BloodTest? {
        for case .test(let test) in trip.borders.map(\.standing) { return test }
        return nil
    }

    // MARK: The way back

    @Test("blood is taken 30 days after the vaccination, before the departure where there is time")
    func bloodBeforeLeaving() throws {
        let none = try trip(try dog("2024-05-04", to: "MA", "2026-08-20", "2026-09-10"), on: "2026-06-10")
        let first = try #require(blood(none))
        #expect(first.from == Records.date("2026-07-10") && first.until == Records.date("2026-08-19"))
        #expect(first.isInTime && first.vaccinationBy == Records.date("2026-07-20"))
        #expect(none.inTime.first { $0.line == "dog-rabies" }?.last == Records.date("2026-07-20"))
        // Long vaccinated, refreshed in time: today is soon enough.
        let doses = ["2022-08-05 nobivac-t-dog", "2025-08-01 nobivac-t-dog"]
        let old = try trip(try dog("2020-05-04", doses, to: "MA", "2026-08-20", "2026-09-10"), on: "2026-08-10")
        #expect(blood(old)?.from == Records.date("2026-08-10") && blood(old)?.vaccinationBy == nil)
        #expect(old.verdict == .ask && old.unknownBorders == ["MA"])
    }

    @Test("blood that can't be taken before the departure makes the way back wait three months")
    func bloodAfterLeaving() throws {
        let doses = ["2026-07-31 nobivac-t-dog"]
        func found(_ returning: String) throws -> Answer.JudgedTrip {
            try trip(try dog("2024-05-04", doses, to: "MA", "2026-08-25", returning), on: "2026-08-05")
        }
        let short = try found("2026-09-10")
        let test = try #require(blood(short))
        #expect(test.from == Records.date("2026-08-30") && !test.isInTime && test.isTooLate)
        guard case .entryRefused(let refusal) = short.verdict else {
            Issue.record("\(short.verdict)")
            return
        }
        #expect(refusal.from == Records.date("2026-11-30") && refusal.isGiven)
        #expect(try found("2026-11-29").verdict != .ask)
        #expect(try found("2026-11-30").verdict == .ask)
        // A dose after a gap is a first one again.
        let gap = ["2022-08-01 nobivac-t-dog", "2026-07-31 nobivac-t-dog"]
        let lapsed = try trip(try dog("2020-05-04", gap, to: "MA", "2026-08-25", nil), on: "2026-08-05")
        #expect(blood(lapsed)?.from == Records.date("2026-08-30"))
    }

    @Test("the chip is named for every country outside, blood only where rabies is")
    func whatIsAskedOnTheWayBack() throws {
        for (country, isTested) in [("MA", true), ("CU", true), ("TR", true), ("US", false)] {
            let found = try trip(try dog("2024-05-04", to: country, "2027-08-20", "2027-09-10"))
            let texts = found.borders.map { $0.rule.text["de"] }
            #expect(texts.contains { $0.contains("Chip") }, "\(country)")
            #expect((blood(found) != nil) == isTested, "\(country)")
            #expect(found.unknownBorders == [country])
        }
        let britain = try trip(try dog("2024-05-04", to: "GB", "2027-08-20", "2027-09-10"))
        #expect(britain.borders.count == 1 && britain.borders[0].rule.text["de"].contains("Chip"))
        #expect(britain.unknownBorders.isEmpty && blood(britain) == nil)
    }

    @Test("what a border asks for is said once; what else a rule says of the country is said beside it")
    func once() throws {
        for (country, away) in [("MA", 1), ("FI", 1), ("FI", 8)] {
            let found = try trip(try dog("2024-05-04", to: country, "2027-0\(away)-20", "2027-0\(away + 1)-10"))
            #expect(!found.borders.isEmpty && found.notes.isEmpty, "\(country)")
        }
        // In the summer sandflies bite there.
        let summer = try trip(try dog("2024-05-04", to: "MA", "2027-08-20", "2027-09-10"))
        #expect(summer.notes.count == 1 && summer.notes[0]["de"]?.contains("Leishmaniose") == true)
    }

    // MARK: Validity

    private func verdict(_ antigen: String, _ doses: [String], on day: String) throws -> JudgedDose? {
        let dossier = try Records.person("2022-01-10", .female, doses, species: "dog")
        return try Records.answer(dossier, on: day).doses.last { $0.antigen == antigen }
    }

    @Test("leptospirosis is valid for a year, though 18 months don't start it again")
    func leptospirosis() throws {
        let doses = ["2025-09-01 nobivac-l4", "2025-09-29 nobivac-l4"]
        let found = try verdict("dog-leptospirosis", doses, on: "2026-07-28")
        #expect(found?.validUntil == Records.date("2026-09-29"))
        let first = try verdict("dog-leptospirosis", ["2025-09-01 nobivac-l4"], on: "2025-09-10")
        #expect(first?.counts == true && first?.validUntil == nil)
    }

    @Test("a rabies product that nobody named is valid for a year, then only as the passport says")
    func unknownBrand() throws {
        func end(_ doses: [String], on day: String) throws -> CalendarDate? {
            try verdict("dog-rabies", doses, on: day)?.validUntil
        }
        #expect(try end(["2025-04-20 dog-rabies"], on: "2025-11-01") == Records.date("2026-04-20"))
        #expect(try end(["2025-04-20 dog-rabies"], on: "2026-11-01") == nil)
        let known = "2022-05-01 nobivac-t-dog"
        #expect(try end([known, "2025-04-20 dog-rabies"], on: "2026-11-01") == nil)
        let stated = try verdict("dog-rabies", [known, "2025-04-20 dog-rabies until 2028-04-19"], on: "2026-11-01")
        #expect(stated?.validUntil == Records.date("2028-04-19") && stated?.isValidityStated == true)
    }

    @Test("what is entered later than the product is authorised for is kept beside what counts")
    func shortened() throws {
        let found = try verdict("dog-rabies", ["2026-05-10 rabisin-dog until 2029-05-09"], on: "2026-11-01")
        #expect(found?.validUntil == Records.date("2027-05-10"))
        #expect(found?.statedUntil == Records.date("2029-05-09") && found?.isValidityStated == false)
    }

    @Test("what is entered later than the product is authorised for has one end, on the dose and in its line")
    func oneEnd() throws {
        let dossier = try Records.person(
            "2022-01-10", .female, ["2026-05-10 rabisin-dog until 2029-05-09"], species: "dog")
        let line = try Records.line("dog-rabies", of: dossier, on: "2026-11-01")
        #expect(line.state == .later && line.day == Records.date("2027-05-10"))
        #expect(line.reasons == [.validUntil(Records.date("2027-05-10"))])
    }

    @Test("rabies that ran out by its product is asked about without a trip, and given before one that is near")
    func ranOut() throws {
        let dose = ["2023-05-16 nobivac-t-dog"]
        let home = try Records.person("2020-02-29", .female, dose, species: "dog")
        let line = try Records.line("dog-rabies", of: home)
        #expect(line.state == .ask && line.reasons == [.validUntil(Records.date("2026-05-16"))])
        for country in ["FR", "MA"] {
            let near = try dog("2020-02-29", dose, to: country, "2026-12-10", "2026-12-20")
            let answer = try Records.answer(near)
            #expect(answer.line(of: "dog-rabies")?.isForNow == true, "\(country)")
            #expect(answer.visits.first?.injections.contains { $0.lines == ["dog-rabies"] } == true, "\(country)")
        }
    }

    @Test("a year of birth is a span: no dose of it is before the birth, and none surely too early")
    func yearOfBirth() throws {
        let doses = [
            "2024-05-10 versican-plus-dhppi-l4", "2024-06-07 versican-plus-dhppi-l4", "2024-08-01 nobivac-t-dog",
            "2023-12-30 nobivac-t-dog",
        ]
        var dossier = try Records.person("2024-12-31", .female, doses, species: "dog")
        dossier.birth = PartialDate("2024")
        let answer = try Records.answer(dossier)
        #expect(answer.issues.filter { $0.kind == .beforeBirth }.map(\.dose) == ["4"])
        #expect(!answer.doses.contains { if case .doesNotCount = $0.verdict { true } else { false } })
        #expect(answer.birth.map { $0 < Records.date("2024-05-10") } == true)
    }

    // MARK: Trips and the plan

    @Test("what is for now is named beside a trip that doesn't ask for it")
    func besides() throws {
        let home = try trip(try dog("2026-05-04", to: "DE", "2026-08-20", "2026-09-10"), on: "2026-08-10")
        #expect(home.verdict == .ready && Set(home.besides) == ["dog-sp", "dog-leptospirosis"])
    }

    @Test("a trip that a border refuses postpones nothing, and one that is allowed does")
    func refusedTrip() throws {
        func visits(_ birth: String, _ doses: [String]) throws -> [CalendarDate] {
            let dossier = try dog(birth, doses, to: "FR", "2026-08-10", "2026-09-25")
            return try Records.answer(dossier, on: "2026-07-28").visits.map(\.day)
        }
        let away = Records.date("2026-08-10")...Records.date("2026-09-25")
        // A puppy of eight weeks is too young for rabies until the trip.
        #expect(try visits("2026-06-01", []).contains { away.contains($0) })
        let grown = ["2026-05-20 nobivac-t-dog", "2026-07-20 nobivac-l4"]
        #expect(try !visits("2026-01-01", grown).contains { away.contains($0) })
    }

    @Test(
        "leishmaniosis is asked about before a summer around the Mediterranean, and not where it begins after the trip")
    func leishmaniosis() throws {
        func state(_ birth: String, _ country: String, _ from: String, _ until: String) throws -> Answer.State {
            let dossier = try dog(birth, ["2025-08-01 nobivac-t-dog"], to: country, from, until)
            return try Records.line("dog-leishmaniosis", of: dossier, on: "2026-05-28").state
        }
        #expect(try state("2022-06-01", "IT", "2026-08-10", "2026-09-25") == .ask)
        #expect(try state("2022-06-01", "IT", "2026-12-10", "2026-12-25") == .notRecommended)
        #expect(try state("2022-06-01", "NO", "2026-08-10", "2026-09-25") == .notRecommended)
        #expect(try state("2026-05-01", "IT", "2026-08-10", "2026-09-25") == .notRecommended)
    }

    @Test("the second dose against leptospirosis is planned three to four weeks after the first", arguments: 8...11)
    func secondLeptospirosis(weeks: Int) throws {
        let birth = Records.date("2026-05-04")
        let today = birth.adding(CalendarPeriod(weeks: weeks))
        let puppy = try Records.person(birth.description, .female, [], species: "dog")
        let days = try Records.answer(puppy, on: today.description).visits.filter { visit in
            visit.injections.contains { $0.lines.contains("dog-leptospirosis") }
        }.map(\.day)
        #expect(days[0] == today && (21...28).contains(today.days(until: days[1])), "\(days)")
    }

    @Test("a puppy that is too young for a trip is vaccinated against rabies from 12 weeks, and counts 21 days later")
    func tooYoung() throws {
        // At home again before it is old enough, at all, or in time; and in time for a trip after the 21 days.
        for (day, from, until) in [
            ("2026-06-29", "2026-07-05", "2026-07-20"), ("2026-07-13", "2026-08-10", "2026-08-20"),
            ("2026-06-29", "2026-07-05", "2026-12-20"), ("2026-07-13", "2026-08-17", "2026-08-30"),
        ] {
            let answer = try Records.answer(try dog("2026-05-04", to: "ES", from, until), on: day)
            let line = try #require(answer.line(of: "dog-rabies"))
            #expect(line.state == .soon && line.firstDay == Records.date("2026-07-27"), "\(from)")
            #expect(line.lastGoodDay.map { Records.date("2026-07-27") <= $0 } ?? true, "\(from)")
            let visit = try #require(
                answer.visits.first { $0.injections.contains { $0.lines.contains("dog-rabies") } }, "\(from)")
            #expect(visit.day == Records.date("2026-07-27"), "\(from)")
            switch answer.trips[0].verdict {
            case .entryRefused(let refusal):
                #expect(from < "2026-08-17" && refusal.from == Records.date("2026-08-17"), "\(from)")
                #expect(refusal.vaccination == Records.date("2026-07-27"))
            case .act(let last): #expect(from == "2026-08-17" && last == Records.date("2026-07-27"))
            default: Issue.record("\(from): \(answer.trips[0].verdict)")
            }
        }
        // Without days of a trip nothing is planned, and from when it is possible is said.
        var open = try Records.person("2026-05-04", .female, [], species: "dog")
        open.patient.trips = [Trip(to: ["ES"], departure: nil, returning: nil)]
        let line = try Records.line("dog-rabies", of: open, on: "2026-06-29")
        #expect(line.state == .ask && line.firstDay == Records.date("2026-07-27"))
    }

    @Test("a booster is in time until the day on which the dose before ends, and no later visit gives it")
    func lastGoodDay() throws {
        let doses = [
            "2022-03-13 nobivac-l4", "2022-04-10 nobivac-l4", "2026-02-20 nobivac-l4", "2026-03-20 nobivac-l4",
            "2024-01-10 nobivac-t-dog",
        ]
        let home = try dog("2022-01-15", doses, to: "FR", "2026-12-05", "2026-12-12")
        let answer = try Records.answer(home)
        for (id, end) in [("dog-leptospirosis", "2027-03-20"), ("dog-rabies", "2027-01-10")] {
            let (line, last) = (try #require(answer.line(of: id)), Records.date(end))
            #expect(line.validUntil == last && line.lastGoodDay == last, "\(id)")
            #expect(answer.doses.last { $0.counts && $0.antigen == id }?.validUntil == last, "\(id)")
            let visit = try #require(answer.visits.first { $0.injections.contains { $0.lines.contains(id) } })
            #expect(visit.day <= last && answer.reminderDays.contains(last), "\(id)")
        }
    }

    @Test("rabies that nobody asks for at home is asked about from six weeks before it runs out by its product")
    func runsOut() throws {
        let dose = ["2024-01-10 nobivac-t-dog"]
        let home = try Records.person("2020-02-29", .female, dose, species: "dog")
        let before = try Records.answer(home, on: "2026-11-28")
        #expect(
            before.line(of: "dog-rabies")?.state == .notRecommended && before.changesOn <= Records.date("2026-11-29"))
        for (day, last) in [("2026-11-29", "2027-01-10"), ("2027-01-10", "2027-01-10"), ("2027-01-11", nil)] {
            let line = try Records.line("dog-rabies", of: home, on: day)
            #expect(line.state == .ask && line.lastGoodDay == last.map(Records.date), "\(day)")
            #expect(line.reasons == [.validUntil(Records.date("2027-01-10"))] && line.validUntil != nil, "\(day)")
        }
    }
}
