import Answers
import CivilDates
import Immunization
import Testing

@Suite("Visits, and lines that follow them", .timeLimit(.minutes(3)))
struct VisitTests {
    @Test("who goes on with a combination gets nothing else against its parts, and a child its own strength")
    func whole() throws {
        let grown = try Records.person(
            "1991-07-01", .male, ["2026-10-01 twinrix-erwachsene"], observations: [PatientObservation("sexual-risk")])
        let child = try Records.person(
            "2024-05-27", .male, ["2026-10-20 twinrix-kinder"],
            observations: [PatientObservation("chronic-liver-disease")])
        for (dossier, vaccine) in [(grown, "twinrix-erwachsene"), (child, "twinrix-kinder")] {
            let all = try Records.answer(dossier).visits.flatMap(\.injections)
            let given = all.filter { $0.lines.contains("hepatitis-a") }
            #expect(given.map(\.vaccine) == [vaccine, vaccine])
        }
        for visit in try Records.answer(grown).visits {
            #expect(visit.injections.count { $0.lines.contains("hepatitis-b") } <= 1)
        }
    }

    @Test("a visit has four injections at the most; the rest comes a week later and is for now all the same")
    func room() throws {
        let answer = try Records.answer(try Records.person("1947-06-12"))
        #expect(answer.visits.prefix(2).map(\.day.description) == ["2026-11-28", "2026-12-05"])
        #expect(answer.visits.prefix(2).map(\.injections.count) == [4, 1])
        #expect(answer.visits.first?.isMoreLeft == true && answer.visits.dropFirst().first?.isMoreLeft == false)
        let late = answer.lines.filter { $0.isForNow && $0.day == answer.visits[1].day }
        #expect(late.map(\.id) == answer.visits[1].injections.flatMap(\.lines))
    }

    /// Three that a trip asks for within four weeks leave one place; one live vaccine now would put the other off by weeks.
    @Test("live vaccines that don't all find a place come together a week later")
    func liveTogether() throws {
        var dossier = try Records.person(
            "1994-02-02", .male,
            observations: [PatientObservation("health-worker"), PatientObservation("varicella-susceptible")])
        dossier.completeSince = Records.date(Records.today)
        dossier.patient.trips = [
            Trip(to: ["EG"], departure: Records.date("2026-12-20"), returning: Records.date("2027-03-10"))
        ]
        let answer = try Records.answer(dossier)
        let lines = answer.visits.prefix(2).map { Set($0.injections.flatMap(\.lines)) }
        #expect(answer.visits.first?.injections.count == 4 && lines[0].isDisjoint(with: ["mmr", "varicella"]))
        #expect(lines[0].isSuperset(of: ["hepatitis-a", "typhoid", "rabies"]))
        #expect(lines[1].isSuperset(of: ["mmr", "varicella"]) && answer.visits[1].day == Records.date("2026-12-05"))
    }

    /// A full visit with yellow fever: what waits for room could be given a week later, a live vaccine four weeks later only.
    @Test(
        "a live vaccine that is due shares the day of one that a trip asks for, and what can wait makes room",
        arguments: ["1990-03-01", "2021-03-01", "1975-03-01"], [Sex.female, .male])
    func liveBeforeTrip(_ birth: String, _ sex: Sex) throws {
        var dossier = try Records.person(birth, sex)
        dossier.completeSince = Records.date(Records.today)
        var trip = Trip(to: ["KE"], departure: Records.date("2026-12-20"), returning: Records.date("2027-01-10"))
        trip.style = .simple
        dossier.patient.trips = [trip]
        let answer = try Records.answer(dossier)
        let catalogue = try Records.release.get().catalogue
        let days = answer.visits.filter { visit in
            visit.day < trip.departure ?? .last
                && visit.injections.compactMap(\.vaccine).compactMap(catalogue.vaccine).contains(where: \.isLive)
        }.map(\.day)
        #expect(days == [Records.date(Records.today)])
        let first = Set(answer.visits.first?.injections.flatMap(\.lines) ?? [])
        let live = answer.lines.filter { ["mmr", "varicella"].contains($0.id) && $0.state != .complete && $0.isForNow }
        #expect(first.contains("yellow-fever") && !live.isEmpty && first.isSuperset(of: live.map(\.id)))
        #expect(answer.lines.allSatisfy { !["mmr", "varicella"].contains($0.id) || $0.state != .soon })
        for line in answer.lines where line.isForNow && line.state == .now {
            #expect(line.day ?? .last <= line.lastGoodDay ?? .last, "\(line.id)")
        }
    }

    @Test("what has its last day soon comes before what hasn't one")
    func lastDayFirst() throws {
        var dossier = try Records.person(
            "1947-03-01", .female, ["2026-05-30 shingrix"],
            observations: [PatientObservation("health-worker"), PatientObservation("animal-contact")])
        dossier.completeSince = Records.date(Records.today)
        let answer = try Records.answer(dossier)
        let zoster = try #require(answer.line(of: "zoster"))
        #expect(answer.visits.first?.isMoreLeft == true && zoster.day == Records.date(Records.today))
        #expect(zoster.lastGoodDay == Records.date("2026-11-29"))
    }

    @Test("a booster that isn't wanted for years isn't for now because a pregnancy's vaccine holds it")
    func heldBesides() throws {
        let course = ["1990-05-01 dtap", "1990-06-01 dtap", "1990-07-01 dtap", "1991-05-01 dtap", "2024-11-20 td"]
        var dossier = try Records.person("1990-03-01", .female, course)
        dossier.completeSince = Records.date(Records.today)
        dossier.patient.pregnancyStart = Records.date("2026-05-10")
        let answer = try Records.answer(dossier)
        #expect(answer.visits.first?.injections.contains { $0.vaccine == "tdap-ipv" } == true)
        // Ten years after that vaccination, which is a dose against tetanus all the same.
        let td = try #require(answer.line(of: "tetanus"))
        #expect(td.state == .later && td.day ?? .first >= Records.date("2036-11-28"))
        #expect(td.day ?? .last <= td.lastGoodDay ?? .last && td.reasons.isEmpty)
    }

    @Test("the first day of what is late already is no last one")
    func lateAlready() throws {
        var dossier = try Records.person("1994-03-01", .female)
        dossier.patient.pregnancyStart = Records.date("2026-09-10")
        dossier.told = ["tetanus": .no]
        let td = try Records.line("td", of: dossier)
        #expect(td.state == .soon && td.day == Records.date("2026-12-10") && td.lastGoodDay == nil)
    }

    @Test(
        "nobody comes twice within two weeks for what everybody is given, but for what found no room",
        arguments: ["2009-04-01", "2013-04-01", "2014-04-01", "2017-04-01", "2020-04-01", "2022-04-01"])
    func notTwice(birth: String) throws {
        let visits = try Records.answer(try Records.person(birth, .female)).visits
        for (visit, next) in zip(visits, visits.dropFirst()) where visit.injections.count < 4 {
            #expect(visit.day.adding(days: 14) < next.day, "\(visit.day)")
        }
    }

    @Test("Td and polio are one injection where there is a combination for the age", arguments: [5, 7, 9, 12, 17])
    func combined(age: Int) throws {
        let birth = Records.date(Records.today).adding(CalendarPeriod(years: -age)).adding(days: -40)
        let visits = try Records.answer(try Records.person("\(birth)", .female)).visits
        let both = visits.filter { visit in
            let lines = visit.injections.flatMap(\.lines)
            return lines.contains("td") && lines.contains("polio")
        }
        #expect(both.count >= 2)
        for visit in both {
            #expect(visit.injections.contains { Set($0.lines).isSuperset(of: ["td", "polio"]) }, "\(visit.day)")
        }
    }

    @Test("a dose against polio before a trip brings no second one against tetanus into a visit")
    func noSecondTetanus() throws {
        var dossier = try Records.person("1994-05-05", .female)
        dossier.patient.pregnancyStart = Records.date(Records.today).adding(CalendarPeriod(weeks: -28))
        dossier.patient.trips = [
            Trip(to: ["KE"], departure: Records.date("2026-12-28"), returning: Records.date("2027-01-10"))
        ]
        let release = try Records.release.get()
        for visit in try Records.answer(dossier).visits {
            let held = visit.injections.compactMap(\.vaccine).compactMap(release.catalogue.vaccine)
            #expect(held.count { $0.targets.contains("tetanus") } <= 1, "\(visit.day)")
        }
    }

    @Test("what a pregnancy asks for isn't put off by what isn't urgent")
    func pregnancyFirst() throws {
        var dossier = try Records.person(
            "1994-02-02", .female, ["2026-11-26 priorix"],
            observations: ["chronic-disease", "health-worker"].map { PatientObservation($0) })
        dossier.completeSince = Records.date(Records.today)
        dossier.patient.pregnancyStart = Records.date(Records.today).adding(CalendarPeriod(weeks: -29))
        var trip = Trip(to: ["IN"], departure: Records.date("2027-01-15"), returning: Records.date("2027-03-10"))
        (trip.style, trip.isWithAnimals) = (.simple, true)
        dossier.patient.trips = [trip]
        let first = try #require(try Records.answer(dossier).visits.first)
        #expect(first.injections.count { !$0.isOral } == 4)
        #expect(first.injections.contains { $0.lines.contains("pertussis") })
    }

    @Test("what a dose brings along, as there is none against it alone, is planned for no second time")
    func broughtAlong() throws {
        // Whooping cough comes with tetanus: the third dose against that follows half a year later.
        let dossier = try Records.person("2021-06-14", .male, ["2024-12-14 ditebooster", "2026-05-04 hexacima"])
        let visits = try Records.answer(dossier, on: "2026-09-20").visits
        #expect(visits.first?.injections.contains { $0.vaccine == "tdap" } == true)
        let again = visits.dropFirst().first { $0.injections.contains { $0.lines.contains("td") } }
        #expect(again.map { $0.day >= Records.date("2027-03-20") } == true)
    }

    @Test("the booster against tetanus is one against whooping cough, which that is counted from")
    func oneInjection() throws {
        let doses = ["1990-02-01 dtap-ipv", "1990-03-01 dtap-ipv", "1990-04-01 dtap-ipv", "1991-04-01 dtap-ipv"]
        let rest = ["2005-11-20 repevax", "2024-05-10 tetanol-pur"]
        let answer = try Records.answer(try Records.person("1989-11-01", .male, doses + rest))
        #expect(answer.line(of: "pertussis")?.state == .now)
        #expect(
            answer.visits.first?.injections.contains { $0.vaccine == "tdap" && $0.lines == ["pertussis", "td"] } == true
        )
        let given = try Records.answer(try Records.person("1989-11-01", .male, doses + rest + ["2009-01-01 boostrix"]))
        #expect(given.line(of: "pertussis")?.state == .complete)
    }

    @Test("the reason names the antigen that decides, and a dose that held it")
    func reason() throws {
        let doses = ["1990-02-01 dtap-ipv", "1990-03-01 dtap-ipv", "1990-04-01 dtap-ipv", "1991-04-01 dtap-ipv"]
        let line = try Records.line(
            "td", of: Records.person("1989-11-01", .male, doses + ["2005-11-20 repevax", "2024-05-10 tetanol-pur"]))
        #expect(line.antigens == ["diphtheria"])
        let day = PartialDate(Records.date("2005-11-20"))
        #expect(line.reasons.contains { if case .gap(_, "5", "diphtheria", day) = $0 { true } else { false } })
    }

    @Test("a trip's dose is for now with the others, and not planned where it comes too late")
    func trips() throws {
        var dossier = try Records.person("1981-03-01", .female)
        dossier.patient.trips = [
            Trip(to: ["IN"], departure: Records.date("2026-12-15"), returning: Records.date("2027-01-10"))
        ]
        #expect(try Records.line("hepatitis-a", of: dossier).state == .now)
        dossier.patient.trips[0].departure = Records.date("2026-11-30")
        let late = try Records.answer(dossier)
        #expect(late.line(of: "typhoid")?.state == .tooLate)
        #expect(!late.visits.flatMap(\.injections).contains { $0.lines.contains("typhoid") })
    }

    @Test("what a pregnancy forbids is planned six weeks after a birth at term, also where nothing is entered")
    func afterBirth() throws {
        var dossier = try Records.person("1994-05-03", .female)
        dossier.patient.pregnancyStart = Records.date("2026-07-26")
        let answer = try Records.answer(dossier)
        let line = try #require(answer.line(of: "measles"))
        #expect(line.state == .contraindicated && line.until == Records.date("2027-05-02"))
        let day = answer.visits.first { $0.injections.contains { $0.lines.contains("mmr") } }?.day
        #expect(day == Records.date("2027-06-13"))
    }

    @Test("what is said to be valid until a day is refreshed before it, and is missing once it has passed")
    func validUntil() throws {
        let doses = ["2021-11-20 nobivac-t-dog", "2024-09-09 nobivac-t-dog until 2027-09-09"]
        let dog = try Records.person("2021-08-15", .male, doses, species: "dog")
        let answer = try Records.answer(dog)
        let visit = try #require(answer.visits.first { $0.injections.contains { $0.lines.contains("dog-rabies") } })
        #expect(visit.day >= Records.date("2027-07-01") && visit.day <= Records.date("2027-09-09"))
        #expect(answer.line(of: "dog-rabies")?.state == .later && visit.place == .vet)
        let lapsed = try Records.line("dog-rabies", of: dog, on: "2027-10-01")
        #expect(lapsed.state == .now && lapsed.since == Records.date("2027-09-10"))
    }

    @Test("a childhood is laid out by the rules alone, combined where there is one vaccine")
    func childhood() throws {
        let release = try Records.release.get()
        let child = try Records.person("2025-01-10", .male, ["2025-03-01 priorix"]).patient
        let day = Records.date(Records.today)
        let doses = Childhood(of: child, by: release.engine, catalogue: release.catalogue, until: day).doses
        #expect(doses.count { $0.vaccine == "dtap-ipv-hib-hepb" } == 3)
        #expect(doses.map(\.day) == doses.map(\.day).sorted() && doses.allSatisfy { $0.day <= day })
        #expect(doses.contains { $0.vaccine == "mmr" || $0.vaccine == "mmrv" })
    }

    @Test("a combination is the dose that all of it is, and of as many as all of it needs where that is the same")
    func combined() throws {
        let baby = try Records.answer(try Records.person("2026-09-14"))
        let first = baby.visits.first?.injections.first { $0.vaccine == "dtap-ipv-hib-hepb" }
        #expect(first?.dose == 1 && first?.total == 3)
        // Of Hib a child of four needs one alone.
        let child = try Records.answer(try Records.person("2022-05-14"))
        let six = child.visits.first?.injections.first { $0.vaccine == "dtap-ipv-hib-hepb" }
        #expect(six?.lines == ["hepatitis-b", "hib", "pertussis", "polio", "td"])
        #expect(six?.dose == 1 && six?.total == nil)
    }

    @Test("what is swallowed takes no place")
    func oral() throws {
        let baby = try Records.answer(try Records.person("2026-09-28"))
        let first = try #require(baby.visits.first)
        #expect(first.injections.contains { $0.isOral && $0.lines == ["rotavirus"] })
    }

    @Test("a doctor's question whose distance isn't over is no matter yet")
    func laterQuestion() throws {
        let doses = ["2021-05-18 comirnaty", "2026-09-03 comirnaty-lp-8-1"]
        #expect(try Records.line("covid-19", of: Records.person("1955-02-27", .male, doses)).state == .later)
        #expect(try Records.line("covid-19", of: Records.person("1955-02-27")).state == .ask)
    }
}
