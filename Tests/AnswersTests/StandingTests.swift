import Answers
import CivilDates
import Immunization
import Testing

@Suite("What is told of a patient in one line", .timeLimit(.minutes(3)))
struct StandingTests {
    @Test("what is for now adds up to the one number, what is missing first")
    func due() throws {
        for (birth, doses) in [
            ("1947-06-12", []), ("1947-06-12", ["2021-04-20 boostrix"]), ("2022-05-14", []),
            ("2022-05-14", ["2022-07-20 infanrix-hexa"]), ("2026-09-28", []), ("1985-10-10", []),
        ] {
            let answer = try Records.answer(try Records.person(birth, .male, doses))
            let due = answer.due
            #expect(due.count == answer.summary.injectionsNow, "\(birth)")
            #expect(due.count(where: \.isUnlessGiven) == answer.summary.unlessGiven, "\(birth)")
            #expect(Set(due.flatMap(\.lines).map(\.id)) == Set(answer.lines.filter(\.isForNow).map(\.id)), "\(birth)")
            let order = due.map { $0.isMissing ? 0 : $0.isUnlessGiven ? 2 : 1 }
            #expect(order == order.sorted(), "\(birth)")
        }
    }

    @Test("what is missing comes before all else, then what is for now, what may have been given, and questions")
    func standing() throws {
        func standing(_ birth: String, _ doses: [String] = []) throws -> Answer.Standing {
            try Records.answer(try Records.person(birth, .male, doses)).standing
        }
        // The second dose was recommended half a year ago.
        #expect(try standing("2026-02-01", ["2026-04-02 infanrix-hexa"]) == .missing)
        #expect(try standing("1985-10-10") == .questions)
        var complete = try Records.person("1985-10-10")
        complete.completeSince = Records.date(Records.today)
        #expect(try Records.answer(complete).standing == .missing)
        var dog = try Records.person("2026-11-17", species: "dog")
        dog.completeSince = Records.date(Records.today)
        #expect(try Records.answer(dog).standing == .complete)
    }

    @Test("nobody knows whether it was given: it is to be looked up, until something is entered")
    func lookedUp() throws {
        var dossier = try Records.person("1985-10-10")
        #expect(try Records.line("td", of: dossier).isToLookUp)
        dossier.told = ["tetanus": .unknown]
        let td = try Records.line("td", of: dossier)
        #expect(td.state == .now && td.isToLookUp)
        dossier.told = ["tetanus": .no]
        #expect(try !Records.line("td", of: dossier).isToLookUp)
        #expect(try !Records.line("influenza", of: Records.person("1960-06-01")).isToLookUp)
    }
}

@Suite("What comes after the visits, and what runs out", .timeLimit(.minutes(3)))
struct OutlookTests {
    @Test("a baby's boosters and what begins later are laid out after the visits, each on its day")
    func baby() throws {
        let answer = try Records.answer(try Records.person("2026-09-28", .female))
        let last = try #require(answer.visits.last?.day)
        let days = answer.outlook.map(\.day)
        #expect(days == days.sorted() && Set(days).count == days.count && days.allSatisfy { $0 > last })
        let school = answer.outlook.first { $0.injections.contains { $0.lines.contains("pertussis") } }
        #expect(school.map { Records.date("2031-01-01") < $0.day && $0.day < Records.date("2033-12-31") } == true)
        #expect(answer.outlook.contains { $0.injections.contains { $0.lines == ["hpv"] } })
    }

    @Test("every line that is for later is in a visit or in what comes after them")
    func later() throws {
        for birth in ["2026-09-28", "2015-02-01", "1985-10-10", "1960-06-01"] {
            let answer = try Records.answer(try Records.person(birth, .female, ["2026-01-10 boostrix"]))
            let told = Set((answer.visits + answer.outlook).flatMap(\.injections).flatMap(\.lines))
            for line in answer.lines where line.state == .soon || line.state == .later {
                #expect(told.contains(line.id), "\(birth): \(line.id)")
            }
        }
    }

    @Test(
        "what runs out within its weeks is for now, as the visit says, and its last day is one to be reminded on",
        arguments: ["2026-12-12", "2027-03-01"])
    func runsOut(until: String) throws {
        let rabies = ["2024-12-12 rabipur until \(until)"]
        let answer = try Records.answer(try Records.person("1985-10-10", .male, rabies))
        let line = try #require(answer.line(of: "rabies"))
        let visit = try #require(answer.visits.first { $0.injections.contains { $0.lines.contains("rabies") } })
        let isNow = until == "2026-12-12"
        #expect((line.state == .now) == isNow && (visit.day == Records.date(Records.today)) == isNow)
        #expect(answer.summary.injectionsNow == (isNow ? 1 : 0))
        #expect(answer.reminderDays.contains(Records.date(until)) && answer.reminderDays.contains(visit.day))
    }

    @Test("what has run out is for now and missing, also where nothing else is planned for today")
    func ranOut() throws {
        let rabies = ["2023-12-12 rabipur until 2026-05-16"]
        let answer = try Records.answer(try Records.person("1985-10-10", .male, rabies))
        let line = try #require(answer.line(of: "rabies"))
        #expect(line.state == .now && line.since == Records.date("2026-05-17") && line.isMissing)
        #expect(answer.standing == .missing && answer.summary.injectionsNow == 1)
    }
}
