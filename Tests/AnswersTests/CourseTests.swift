import Answers
import CivilDates
import Immunization
import Testing

@Suite("Courses that adults had, or say that they had", .timeLimit(.minutes(3)))
struct CourseTests {
    @Test("one booster of an adult may be the last page of a booklet: a question, and the day after a yes")
    func lastPage() throws {
        let dossier = try Records.person("1976-08-01", .male, ["2018-05-04 boostrix"])
        let line = try Records.line("td", of: dossier)
        #expect(line.state == .nowUnlessGiven && line.isQuestion)
        #expect(line.otherwise == Records.date("2028-05-04"))
    }

    @Test(
        "two within five years, one entered as the first of several, or one before 18 are none",
        arguments: [
            (doses: ["2023-03-01 boostrix", "2023-04-05 revaxis"], first: []),
            (doses: ["2018-05-04 boostrix"], first: ["1"]),
            (doses: ["1990-05-04 td", "2018-05-04 boostrix"], first: []),
        ] as [(doses: [String], first: Set<String>)])
    func noLastPage(_ entered: (doses: [String], first: Set<String>)) throws {
        var dossier = try Records.person("1976-08-01", .male, entered.doses)
        dossier.firstDoses = entered.first
        let line = try Records.line("td", of: dossier)
        #expect(line.state == .now && !line.isQuestion)
    }

    @Test(
        "a dose of the last weeks is asked about beside what is asked about anyway, and goes on where it began a course"
    )
    func recent() throws {
        var dossier = try Records.person("1990-03-03", .female, ["2026-11-10 boostrix"])
        let answer = try Records.answer(dossier)
        #expect(["td", "polio"].allSatisfy { id in answer.lines.contains { $0.id == id && $0.isQuestion } })
        #expect(answer.lines.allSatisfy { $0.id != "td" || $0.state == .soon })
        #expect(!answer.visits.flatMap(\.injections).contains { $0.lines.contains("td") })
        let courses = answer.questions.filter { $0.lines.contains("polio") }
        #expect(courses.map(\.subject) == [.course("tetanus")] && courses.first?.lines.contains("td") == true)
        dossier.told = ["tetanus": .no]
        let td = try Records.line("td", of: dossier)
        // With the second against polio, in one.
        #expect(td.state == .soon && td.day == Records.date("2026-12-28") && td.told == .no)
        dossier.told = ["tetanus": .yes]
        #expect(try Records.line("td", of: dossier).day == Records.date("2036-11-10"))
    }

    @Test("nobody is asked where the dose is due whatever the answer")
    func anyway() throws {
        let line = try Records.line("td", of: Records.person("1970-08-01", .male, ["2010-05-04 revaxis"]))
        #expect(line.state == .now && !line.isQuestion)
    }

    @Test("rows from 60 and by a tick take an adult's dose for what it is")
    func otherRows() throws {
        let senior = try Records.person("1949-07-19", .male, ["2017-11-20 pneumovax-23"])
        #expect(try Records.line("pneumococcal", of: senior).state == .now)
        #expect(try Records.line("pneumococcal", of: senior).since == Records.date("2023-11-20"))
    }

    @Test("a yes takes the course as given, a no plans it, and nobody's knowledge does too")
    func answers() throws {
        var dossier = try Records.person("1985-10-10", .male, ["2018-05-04 boostrix"])
        dossier.told = ["tetanus": .yes, "measles": .yes]
        let yes = try Records.line("td", of: dossier)
        #expect(yes.state == .later && yes.isTold && yes.day == Records.date("2028-05-04"))
        #expect(try Records.line("mmr", of: dossier).state == .complete)
        for answer in [Dossier.Told.no, .unknown] {
            dossier.told = ["tetanus": answer, "measles": answer]
            let answer = try Records.answer(dossier)
            #expect(answer.line(of: "tetanus")?.state == .now && answer.line(of: "polio")?.state == .now)
            #expect(answer.line(of: "measles")?.total == 1)
            #expect(answer.visits.count > 1 && answer.summary.questions == 0)
        }
    }

    @Test("a line knows what was said of it, by the first antigen of its group, as long as that decides")
    func told() throws {
        var dossier = try Records.person("1946-04-12", .female)
        #expect(try Records.line("zoster", of: dossier).told == nil)
        dossier.told = ["zoster": .no, "pneumococcal": .unknown, "tetanus": .no]
        let answer = try Records.answer(dossier)
        #expect(answer.line(of: "zoster")?.told == .no && answer.line(of: "zoster")?.state == .now)
        #expect(answer.line(of: "pneumococcal")?.told == .unknown)
        #expect(answer.line(of: "polio")?.told == .no && answer.line(of: "polio")?.state == .now)
        #expect(answer.summary.injectionsNow > 0 && answer.summary.visitsNow > 1)
        dossier = try Records.person("1946-04-12", .female, ["2024-03-03 shingrix", "2024-06-03 shingrix"])
        dossier.told = ["zoster": .no]
        #expect(try Records.line("zoster", of: dossier).told == nil)
    }

    @Test("what is said of a line that a tick asks for answers no question about a course")
    func ofALine() throws {
        let observations = [PatientObservation("newborn-in-household")]
        var dossier = try Records.person("1990-03-03", .male, [], observations: observations)
        #expect(try Records.line("pertussis", of: dossier).state == .nowUnlessGiven)
        dossier.told = ["pertussis": .no]
        let answer = try Records.answer(dossier)
        #expect(answer.line(of: "pertussis")?.state == .now && answer.line(of: "tetanus")?.isQuestion == true)
    }

    @Test("a course that was begun and isn't gone on with says why; one that is finished doesn't")
    func begun() throws {
        let child = try Records.person("2022-10-10", .male, ["2022-12-15 prevenar-13", "2025-04-03 fsme-immun-junior"])
        #expect(try Records.line("pneumococcal", of: child).begun == .tooOld)
        #expect(try Records.line("tbe", of: child).begun == .withoutGround)
        let doses = ["2024-03-03", "2024-04-03", "2024-10-03"].map { "\($0) fsme-immun-erwachsene" }
        let adult = try Records.person("1980-03-03", .female, doses)
        #expect(try Records.line("tbe", of: adult).begun == nil)
        #expect(try Records.line("rabies", of: adult).begun == nil)
    }

    @Test("what can be had is for the age, and what no vaccine is against alone comes with others")
    func available() throws {
        for (birth, isSpray) in [("2016-03-03", true), ("1986-03-03", false)] {
            let dossier = try Records.person(birth, .male, [], observations: [PatientObservation("chronic-disease")])
            let flu = try Records.line("influenza", of: dossier).available
            #expect(flu.contains("influenza-live") == isSpray && !flu.contains("influenza-hd"), "\(flu)")
        }
        var woman = try Records.person("1996-03-03", .female, ["1997-03-03 measles-mumps", "1999-03-03 measles-mumps"])
        woman.completeSince = Records.date("2026-11-28")
        #expect(try Records.line("mmr", of: woman).available == ["mmr"])
    }

    @Test("what is decades ahead is no news")
    func near() throws {
        let answer = try Records.answer(try Records.person("2012-03-03", .male, ["2025-10-03 fluenz"]))
        let far = Set(answer.lines.map(\.id)).subtracting(answer.near.map(\.id))
        #expect(far.contains("influenza") && !far.contains("td"))
    }

    @Test("one question is for all that one vaccine holds, and its answer for what it is about by then")
    func oneQuestion() throws {
        let answer = try Records.answer(try Records.person("1985-10-10"))
        let courses = answer.questions.filter { if case .course = $0.subject { true } else { false } }
        #expect(courses.map(\.subject) == [.course("tetanus"), .course("measles")])
        #expect(courses.first?.lines == ["td", "pertussis", "polio"])
    }

    @Test("a job asks for proof: what was told is none")
    func proof() throws {
        var dossier = try Records.person("1993-10-04", .female, [], observations: [PatientObservation("health-worker")])
        dossier.told = ["measles": .yes]
        let answer = try Records.answer(dossier)
        let line = try #require(answer.line(of: "measles"))
        #expect(line.state == .nowUnlessGiven && !line.isQuestion && line.isForNow)
        #expect(answer.visits.flatMap(\.injections).contains { $0.lines.contains("mmr") })
    }

    @Test(
        "one dose after 18 is enough against measles, and a woman's second is for rubella; where no sex is told it is asked"
    )
    func rubella() throws {
        let doses = ["2017-09-14 priorix"]
        let woman = try Records.line("mmr", of: Records.person("1998-06-27", .female, doses))
        #expect(woman.state == .now && woman.antigens == ["rubella"] && woman.dose == 2)
        #expect(try Records.line("mmr", of: Records.person("1998-06-27", .male, doses)).state == .complete)
        for sex in [Sex.unknown, .diverse] {
            let line = try Records.line("mmr", of: Records.person("1998-06-27", sex, doses))
            #expect(line.state == .ask && line.reasons.first == .sex)
        }
        var told = try Records.person("1998-06-27", .unknown)
        told.told = ["measles": .yes]
        #expect(try Records.line("mmr", of: told).state == .complete)
    }
}
