import Answers
import CivilDates
import Immunization
import Testing

@Suite("Trips and their verdicts", .timeLimit(.minutes(3)))
struct TripTests {
    private func dossier(
        _ birth: String = "1981-03-01", _ doses: [String] = [], species: String = "person", to country: String,
        _ departure: String?, _ returning: String?, style: Trip.Style? = nil, animals: Bool = false
    ) throws -> Dossier {
        var dossier = try Records.person(birth, .female, doses, species: species)
        var trip = Trip(
            to: [country], departure: try departure.map(Records.day), returning: try returning.map(Records.day))
        (trip.style, trip.isWithAnimals) = (style, animals)
        dossier.patient.trips = [trip]
        return dossier
    }

    private func verdict(_ dossier: Dossier) throws -> Answer.JudgedTrip {
        try #require(try Records.answer(dossier).trips.first)
    }

    // MARK: Conditions

    @Test("what a trip's conditions ask for is for now, not needed, or asked about by what was told of it")
    func conditions() throws {
        func state(_ style: Trip.Style?, _ animals: Bool = false) throws -> Answer.Line {
            let trip = try dossier(to: "TR", "2026-12-20", "2026-12-30", style: style, animals: animals)
            return try Records.line("rabies", of: trip)
        }
        #expect(try state(.hotel).state == .notRecommended && state(.simple).state == .now)
        #expect(try state(.hotel, true).state == .now && state(.work).state == .notRecommended)
        let open = try state(nil)
        // The length of the trip is known.
        var conditions = TripConditions()
        (conditions.styles, conditions.withAnimals) = ([.simple], true)
        #expect(open.state == .ask && open.reasons == [.tripIf(["TR"], conditions)])
        let endless = try Records.line("rabies", of: dossier(to: "TR", "2026-12-20", nil))
        conditions.days = 28
        #expect(endless.reasons == [.tripIf(["TR"], conditions)])
        #expect(try state(nil, true).state == .now)
    }

    @Test("what isn't answered is neither counted nor planned")
    func openIsNotPlanned() throws {
        let answer = try Records.answer(try dossier(to: "TR", "2026-12-20", "2026-12-30"))
        #expect(answer.line(of: "hepatitis-a")?.state == .now)
        #expect(!answer.visits.flatMap(\.injections).contains { $0.lines.contains("rabies") })
        #expect(answer.visits.first?.toAsk.contains("rabies") == true)
    }

    @Test("a country without days asks, and plans nothing")
    func withoutDays() throws {
        let answer = try Records.answer(try dossier(to: "TH", nil, nil))
        let asked = ["hepatitis-a", "rabies", "typhoid", "japanese-encephalitis"]
        for line in asked {
            #expect(answer.lines.first { $0.id == line }?.state == .ask, "\(line)")
            #expect(!answer.visits.flatMap(\.injections).contains { $0.lines.contains(line) }, "\(line)")
        }
        #expect(answer.line(of: "hepatitis-a")?.reasons == [.tripWithoutDay(["TH"])])
        #expect(answer.trips.first?.verdict == .ask)
    }

    // MARK: Verdicts

    @Test("what is in time has its last day, and what there is no vaccine for is named")
    func act() throws {
        let found = try verdict(try dossier(to: "KE", "2027-01-02", "2027-01-16", style: .simple))
        #expect(found.by != nil && found.inTime.map(\.last).min() == found.by)
        #expect(found.inTime.contains { $0.line == "typhoid" && $0.last == Records.date("2026-12-19") })
        #expect(found.withoutVaccine.map(\.id) == ["malaria"])
    }

    @Test("who is too late for a border is refused, and told what is in time still")
    func refused() throws {
        let found = try verdict(try dossier(to: "GH", "2026-12-06", "2026-12-20", style: .hotel))
        guard case .entryRefused(let refusal) = found.verdict else {
            Issue.record("\(found.verdict)")
            return
        }
        #expect(refusal.target == "yellow-fever" && refusal.from == Records.date("2026-12-08"))
        #expect(found.inTime.contains { $0.line == "hepatitis-a" })
        #expect(found.tooLate.contains("yellow-fever"))
        let given = try dossier(
            "1981-03-01", ["2011-01-01 stamaril"], to: "GH", "2026-12-06", "2026-12-20", style: .hotel)
        let border = try verdict(given).borders.first
        #expect(border?.standing == .met(until: nil))
    }

    @Test("nobody is told yes for a country of which nobody here knows what it asks for")
    func unknownBorder() throws {
        let doses = ["2021-11-20 nobivac-t-dog", "2024-09-09 nobivac-t-dog until 2027-09-09"]
        let dog = try dossier("2021-08-15", doses, species: "dog", to: "MA", "2026-12-03", "2026-12-20")
        let found = try verdict(dog)
        #expect(found.verdict == .ask && found.unknownBorders == ["MA"])
    }

    @Test("an animal may come, may not yet, or only there and not back")
    func pets() throws {
        func found(_ doses: [String], _ departure: String, _ returning: String) throws -> Answer.JudgedTrip {
            try verdict(try dossier("2021-08-15", doses, species: "dog", to: "FR", departure, returning))
        }
        let doses = ["2021-11-20 nobivac-t-dog", "2024-09-09 nobivac-t-dog until 2027-09-09"]
        let ready = try found(doses, "2026-12-03", "2026-12-20")
        #expect(ready.verdict == .ready)
        #expect(ready.borders.map(\.standing) == [.met(until: Records.date("2027-09-09"))])
        let away = try found(doses, "2027-08-30", "2027-09-10")
        #expect(away.borders.map(\.standing) == [.endsAway(Records.date("2027-09-09"))])
        #expect(away.by == Records.date("2027-08-29"))
        let fresh = try found(["2026-11-28 nobivac-t-dog until 2027-11-27"], "2026-12-03", "2026-12-20")
        guard case .entryRefused(let refusal) = fresh.verdict else {
            Issue.record("\(fresh.verdict)")
            return
        }
        #expect(refusal.from == Records.date("2026-12-19") && refusal.isGiven)
        // What was given after the one before had ended counts as a first dose.
        let lapsed = try found(["2020-01-01 nobivac-t-dog", "2026-11-25 nobivac-t-dog"], "2026-12-01", "2026-12-20")
        #expect(lapsed.borders.map(\.standing).contains { if case .refused = $0 { true } else { false } })
        let none = try found([], "2026-12-03", "2026-12-20")
        guard case .entryRefused(let missing) = none.verdict else {
            Issue.record("\(none.verdict)")
            return
        }
        #expect(!missing.isGiven)
        let never = try found([], "2027-02-01", "2027-02-10")
        #expect(never.by == Records.date("2027-01-11"))
    }

    @Test("what comes too late for one trip is for now where a later one asks for it as well")
    func laterTrip() throws {
        var dog = try dossier("2021-08-15", [], species: "dog", to: "ES", "2026-12-03", "2026-12-20")
        #expect(try Records.line("dog-rabies", of: dog).state == .tooLate)
        let later = Trip(to: ["ES"], departure: Records.date("2027-06-01"), returning: Records.date("2027-06-20"))
        dog.patient.trips.append(later)
        #expect(try Records.line("dog-rabies", of: dog).state == .now)
    }

    // MARK: Babies, and days away

    @Test("a baby's combination is given whole before a trip, and nothing is planned on it")
    func baby() throws {
        let doses = ["2026-03-27 infanrix-hexa", "2026-05-26 infanrix-hexa"]
        let answer = try Records.answer(
            try dossier("2026-01-25", doses, to: "KE", "2026-12-20", "2027-01-10", style: .hotel))
        #expect(answer.line(of: "measles")?.state == .now)
        let whole: Set = ["td", "pertussis", "polio", "hib", "hepatitis-b"]
        #expect(answer.visits.first?.injections.contains { whole.isSubset(of: $0.lines) } == true)
        let away = Records.date("2026-12-20")...Records.date("2027-01-10")
        #expect(!answer.visits.contains { away.contains($0.day) })
    }

    @Test("a trip before nine months is for a doctor to decide")
    func beforeNineMonths() throws {
        let trip = try dossier("2026-04-05", to: "KE", "2026-12-10", "2026-12-24", style: .hotel)
        #expect(try Records.answer(trip).line(of: "measles")?.state == .ask)
    }

    private static let infant = [
        "2026-06-10 infanrix-hexa", "2026-08-08 infanrix-hexa", "2026-06-10 vaxneuvance", "2026-08-08 vaxneuvance",
    ]

    @Test(
        "a trip before nine months takes nothing from what everybody gets at 11 months", arguments: Trip.Style.allCases)
    func afterEarlyTrip(_ style: Trip.Style) throws {
        let answer = try Records.answer(
            try dossier("2026-04-10", Self.infant, to: "IN", "2026-12-20", "2027-01-10", style: style))
        let line = try #require(answer.line(of: "measles"))
        #expect(line.state == .ask)
        let day = Records.date("2027-03-10")
        let visit = try #require(answer.visits.first { $0.day == day })
        let lines = Set(visit.injections.flatMap(\.lines))
        #expect(lines.isSuperset(of: ["mmr", "varicella", "hepatitis-b", "td", "polio", "pneumococcal"]))
    }

    @Test(
        "a baby is given measles vaccine once it is nine months old, and hepatitis B with the rest of the combination")
    func babyOnLongTrip() throws {
        let trip = try dossier("2026-04-10", Self.infant, to: "IN", "2027-02-10", "2027-05-10", style: .simple)
        let answer = try Records.answer(trip)
        func days(_ line: String) -> [CalendarDate] {
            answer.visits.filter { $0.injections.contains { $0.lines.contains(line) } }.map(\.day)
        }
        #expect(days("mmr").first ?? .first >= Records.date("2027-01-10"))
        #expect(days("mmr").first ?? .last <= Records.date("2027-01-27"))
        #expect(days("mmr").count == 2)
        #expect(days("hepatitis-b").count == 1 && days("hepatitis-b") == days("hib"))
        #expect(answer.line(of: "hepatitis-b")?.day == answer.line(of: "hib")?.day)
    }

    // MARK: Courses

    @Test("hepatitis A is finished half a year after its first dose, also once the trip is over")
    func finished() throws {
        let ahead = try Records.answer(try dossier(to: "KE", "2026-12-20", "2027-01-10", style: .hotel))
        let visits = ahead.visits.filter { $0.injections.contains { $0.lines == ["hepatitis-a"] } }
        #expect(visits.count == 2 && visits.last?.day ?? .first >= Records.date("2027-05-28"))
        let over = try dossier(
            "1981-03-01", ["2026-05-01 havrix-1440"], to: "KE", "2026-06-20", "2026-07-10", style: .hotel)
        let line = try Records.line("hepatitis-a", of: over)
        #expect(line.state == .now && line.dose == 2)
        // What was given for no trip stays as it is.
        let without = try Records.person("1981-03-01", .female, ["2026-05-01 havrix-1440"])
        #expect(try Records.line("hepatitis-a", of: without).state == .notRecommended)
    }

    @Test("a course that protects on a trip and goes on afterwards is said to do both")
    func goingOn() throws {
        let trip = try dossier(
            "1981-03-01", ["2026-10-01 havrix-1440"], to: "TH", "2026-12-20", "2027-01-10", style: .hotel)
        let found = try verdict(trip)
        #expect(found.goingOn == ["hepatitis-a"] && found.protected.contains("hepatitis-a"))
        let complete = try dossier(
            "1981-03-01", ["2025-10-01 havrix-1440", "2026-06-01 havrix-1440"], to: "TH", "2026-12-20", "2027-01-10",
            style: .hotel)
        #expect(try verdict(complete).goingOn.isEmpty)
    }

    @Test("each of several trips to one country has a verdict")
    func severalTrips() throws {
        var patient = try dossier(to: "KE", "2026-12-20", "2027-01-10", style: .hotel)
        let second = Trip(to: ["KE"], departure: Records.date("2026-12-28"), returning: Records.date("2027-01-20"))
        patient.patient.trips.append(second)
        let trips = try Records.answer(patient).trips
        #expect(trips.count == 2 && trips.allSatisfy { !$0.lines.isEmpty })
    }

    @Test("what can be finished before the departure is begun in time for that", arguments: ["KE", "IN", "TH", "GH"])
    func begunInTime(_ country: String) throws {
        for (birth, departure) in [("1955-01-01", "2026-12-26"), ("1981-03-01", "2026-12-22")] {
            let trip = try dossier(birth, to: country, departure, "2027-02-01", style: .simple)
            let answer = try Records.answer(trip)
            let days = answer.visits.filter { $0.injections.contains { $0.lines.contains("rabies") } }.map(\.day)
            #expect(days.count { $0 < Records.date(departure) } == 3, "\(country) \(birth)")
        }
    }

    @Test("a second dose keeps its distance where there is time for it")
    func distance() throws {
        let trip = try dossier(to: "VN", "2027-01-25", "2027-02-15", style: .simple)
        let answer = try Records.answer(trip)
        let days = answer.visits.filter { $0.injections.contains { $0.lines.contains("japanese-encephalitis") } }
            .map(\.day)
        #expect(days.count >= 2 && days[0].adding(days: 28) <= days[1])
    }

    @Test("overlapping trips to one country are told once as the reason")
    func overlapping() throws {
        var patient = try dossier(to: "TH", "2026-12-20", "2027-01-10", style: .hotel)
        patient.patient.trips.append(
            Trip(to: ["TH"], departure: Records.date("2026-12-28"), returning: Records.date("2027-01-20")))
        let line = try Records.line("hepatitis-a", of: patient)
        #expect(line.reasons == [.trip(["TH"], days: nil, departure: Records.date("2026-12-20"))])
    }

    @Test("what everybody is given in time for the departure isn't brought forward for it")
    func notBroughtForward() throws {
        let later = try dossier("2026-01-25", to: "KE", "2027-01-15", "2027-01-25", style: .hotel)
        let answer = try Records.answer(later)
        let line = try #require(answer.line(of: "measles"))
        // Four weeks after yellow fever.
        #expect(line.state == .soon && line.day == Records.date("2026-12-26"))
        #expect(answer.line(of: "yellow-fever")?.day == Records.date(Records.today))
    }

    /// At 11 months MMR comes too late for these, or yellow fever puts it off until it does.
    @Test(
        "a baby has MMR in time before a trip, on one day with yellow fever or four weeks from it",
        arguments: ["2026-01-15", "2026-01-20", "2026-01-25", "2026-01-28", "2026-02-02", "2026-02-20"],
        [
            "2026-12-14", "2026-12-18", "2026-12-22", "2026-12-27", "2027-01-01", "2027-01-05", "2027-01-08",
            "2027-01-15",
        ])
    func babies(_ birth: String, _ departure: String) throws {
        let doses = ["2026-03-27", "2026-05-26"].flatMap { ["\($0) infanrix-hexa", "\($0) vaxneuvance"] }
        for style in [Trip.Style.hotel, .simple] {
            let answer = try Records.answer(
                try dossier(birth, doses, to: "KE", departure, "2027-02-05", style: style))
            func days(_ line: String) -> [CalendarDate] {
                answer.visits.filter { $0.injections.contains { $0.lines.contains(line) } }.map(\.day)
            }
            let first = try #require(days("mmr").first)
            #expect(first <= Records.date(departure).adding(days: -14), "\(birth) \(departure)")
            #expect(answer.line(of: "measles")?.day == first)
            let fever = try #require(days("yellow-fever").first)
            #expect(days("mmr").allSatisfy { abs(fever.days(until: $0)) >= 28 || $0 == fever })
        }
    }
}
