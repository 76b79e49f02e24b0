import Answers
import CivilDates
import Immunization
import Testing

@Suite("Live vaccines before trips", .timeLimit(.minutes(3)))
struct YellowFeverTests {
    private static let today = Records.date(Records.today)

    private func answer(
        _ birth: String, _ doses: [String] = [], observations: [PatientObservation] = [],
        told: [String: Dossier.Told] = [:], to country: String, in days: Int
    ) throws -> Answer {
        var dossier = try Records.person(birth, .female, doses, observations: observations)
        dossier.told = told
        let departure = Self.today.adding(days: days)
        var trip = Trip(to: [country], departure: departure, returning: departure.adding(days: 14))
        trip.style = .hotel
        dossier.patient.trips = [trip]
        return try Records.answer(dossier)
    }

    private func days(_ line: String, _ answer: Answer) -> [CalendarDate] {
        answer.visits.filter { $0.injections.contains { $0.lines.contains(line) } }.map(\.day)
    }

    @Test(
        "after MMR yellow fever is planned four weeks later and ten days before the departure, or said to be too late",
        arguments: [0, 1, 7, 20, 27], [5, 11, 20, 37, 38, 39, 90])
    func afterMMR(ago: Int, days: Int) throws {
        let given = Self.today.adding(days: -ago)
        let first = max(given.adding(days: 28), Self.today)
        let last = Self.today.adding(days: days - 10)
        for country in ["GH", "KE"] {
            let answer = try answer("1990-05-05", ["\(given) priorix"], to: country, in: days)
            let planned = self.days("yellow-fever", answer)
            let line = try #require(answer.line(of: "yellow-fever"))
            if ago > 0, first <= last {
                #expect(planned.count == 1 && planned.allSatisfy { first <= $0 && $0 <= last }, "\(country)")
                #expect(line.state.isOpen && answer.trips[0].inTime.contains { $0.line == line.id })
            } else if first > last {
                #expect(planned.isEmpty && line.state == .tooLate, "\(country)")
                #expect(answer.trips[0].tooLate.contains(line.id))
                #expect(answer.trips[0].isRefused == (country == "GH"))
            }
        }
    }

    @Test(
        "MMR is given with yellow fever or four weeks after it, and never puts it off until it is too late",
        arguments: ["1990-05-05", "2015-02-03", "2024-06-01", "2025-05-25", "2025-10-25", "2026-01-25", "2026-03-02"],
        [10, 11, 20, 30, 37, 38, 45, 60, 100, 200])
    func withMMR(birth: String, days: Int) throws {
        for country in ["GH", "KE"] {
            let answer = try answer(birth, to: country, in: days)
            let last = Self.today.adding(days: days - 10)
            let planned = self.days("yellow-fever", answer)
            let line = try #require(answer.line(of: "yellow-fever"))
            let youngest = Records.date(birth).adding(CalendarPeriod(months: 9))
            guard max(Self.today, youngest) <= last else {
                #expect(planned.isEmpty && line.state == .ask, "\(country)")
                continue
            }
            let day = try #require(planned.first, "\(country)")
            #expect(day <= last && youngest <= day, "\(country)")
            let live = self.days("mmr", answer) + self.days("varicella", answer)
            #expect(live.allSatisfy { $0 == day || abs($0.days(until: day)) >= 28 }, "\(country)")
        }
    }

    @Test("a child under two is given MMR weeks after yellow fever where there is time for it, else on the same day")
    func toddler() throws {
        for (days, isApart) in [(60, true), (35, true), (29, true), (28, false), (12, false)] {
            let answer = try answer("2025-10-25", to: "KE", in: days)
            let (fever, mmr) = (self.days("yellow-fever", answer).first, self.days("mmr", answer).first)
            #expect((fever != mmr) == isApart, "\(days)")
            #expect(mmr ?? .last < Self.today.adding(days: days), "\(days)")
        }
        // It isn't said to be for today for want of room.
        let full = try answer("2025-07-20", ["2025-09-20 infanrix-hexa", "2026-06-25 priorix"], to: "GH", in: 45)
        let line = try #require(full.line(of: "measles"))
        #expect(line.state == .soon && full.wait(of: line) == nil)
        // From two years on they go together.
        let older = try answer("2024-10-25", to: "KE", in: 30)
        #expect(days("yellow-fever", older).first == days("mmr", older).first)
    }

    @Test("a baby is too young, not too late, and a doctor is asked")
    func tooYoung() throws {
        for birth in ["2026-03-20", "2026-05-20", "2026-07-20"] {
            for days in [5, 14, 30] {
                let answer = try answer(birth, to: "KE", in: days)
                #expect(answer.line(of: "yellow-fever")?.state == .ask, "\(birth) \(days)")
                let trip = try #require(answer.trips.first)
                #expect(trip.toAsk.contains("yellow-fever") && !trip.tooLate.contains("yellow-fever"))
                #expect(self.days("yellow-fever", answer).isEmpty)
            }
        }
    }

    @Test("what a border asks for is said of the line, as long as it isn't there")
    func entry() throws {
        let open = try answer("1990-05-05", to: "GH", in: 60)
        #expect(open.line(of: "yellow-fever")?.entry?.countries == ["GH"])
        #expect(open.line(of: "yellow-fever")?.entry?.from == nil)
        let late = try answer("1990-05-05", to: "GH", in: 5)
        #expect(late.line(of: "yellow-fever")?.entry?.from == Self.today.adding(days: 10))
        let asked = try answer("1960-05-05", to: "GH", in: 60)
        #expect(asked.line(of: "yellow-fever")?.state == .ask)
        #expect(asked.line(of: "yellow-fever")?.entry?.countries == ["GH"])
        #expect(try answer("1990-05-05", to: "KE", in: 60).lines.allSatisfy { $0.entry == nil })
        let given = try answer("1990-05-05", ["2015-05-05 stamaril"], to: "GH", in: 60)
        #expect(given.lines.allSatisfy { $0.entry == nil })
    }

    @Test("what comes too late for one trip has the last day of the next that it is in time for")
    func laterTrip() throws {
        var dossier = try Records.person("1990-05-05", .female, ["2026-11-25 priorix"])
        dossier.patient.trips = [("KE", 12), ("GH", 60)].map { country, days in
            let departure = Self.today.adding(days: days)
            return Trip(to: [country], departure: departure, returning: departure.adding(days: 7))
        }
        let answer = try Records.answer(dossier)
        let line = try #require(answer.line(of: "yellow-fever"))
        #expect(line.state == .soon && line.lastGoodDay == Self.today.adding(days: 50))
        #expect(answer.trips[0].tooLate == ["yellow-fever"])
        #expect(answer.trips[1].inTime.contains { $0.line == "yellow-fever" && $0.last == Self.today.adding(days: 50) })
    }

    @Test("a border refuses whoever can't be vaccinated in time, also where a doctor decides")
    func refusedAtSixty() throws {
        #expect(try answer("1960-05-05", to: "GH", in: 5).trips[0].isRefused)
        #expect(try !answer("1960-05-05", to: "GH", in: 30).trips[0].isRefused)
    }

    @Test("before a trip a live vaccine takes a place of the first visit")
    func firstVisit() throws {
        let splenectomy = [PatientObservation("asplenia")]
        let answer = try answer("1980-05-05", observations: splenectomy, to: "KE", in: 25)
        #expect(days("yellow-fever", answer) == [Self.today])
    }

    @Test("what a doctor has to decide before a trip isn't put off by another live vaccine")
    func askedBefore() throws {
        let nursing = [PatientObservation("breastfeeding", on: Self.today)]
        let answer = try answer("1990-05-05", observations: nursing, told: ["measles": .no], to: "GH", in: 20)
        #expect(answer.line(of: "yellow-fever")?.state == .ask)
        #expect(days("mmr", answer).first ?? .first > Self.today.adding(days: 10))
    }
}
