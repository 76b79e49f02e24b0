import Answers
import CivilDates
import Immunization
import Testing

@Suite("What isn't entered hides no dose", .timeLimit(.minutes(3)))
struct UnrecordedTests {
    @Test("a child's course is told at once, unless it was given; one whose record goes on lacks it")
    func children() throws {
        let empty = try Records.person("2022-05-14")
        #expect(try Records.line("mmr", of: empty).state == .nowUnlessGiven)
        #expect(try !Records.line("mmr", of: empty).isQuestion)
        let entered = try Records.person("2022-05-14", .male, ["2024-02-01 menb"])
        #expect(try Records.line("mmr", of: entered).state == .now)
    }

    @Test("what came up within a year, and what is of this season, is for now")
    func recent() throws {
        #expect(try Records.line("zoster", of: Records.person("1966-06-01")).state == .now)
        #expect(try Records.line("zoster", of: Records.person("1960-06-01")).state == .nowUnlessGiven)
        #expect(try Records.line("influenza", of: Records.person("1960-06-01")).state == .now)
    }

    @Test("an adult's course of childhood is a question; rows from 60, by a tick or with an end ahead are none")
    func adults() throws {
        let nurse = try Records.person("1985-10-10", .female, [], observations: [PatientObservation("health-worker")])
        #expect(try Records.line("td", of: nurse).isQuestion)
        #expect(try Records.line("hepatitis-b", of: nurse).state == .nowUnlessGiven)
        #expect(try !Records.line("hepatitis-b", of: nurse).isQuestion)
        #expect(try !Records.line("pneumococcal", of: Records.person("1950-01-01")).isQuestion)
        #expect(try !Records.line("meningococcal-acwy", of: Records.person("2004-01-01")).isQuestion)
    }

    @Test("a reason says what was ticked, not what follows from it or what else a row names")
    func ticked() throws {
        var liver = PatientObservation("chronic-liver-disease")
        liver.degree = "severe"
        let line = try Records.line("rsv", of: Records.person("1960-02-19", .male, [], observations: [liver]))
        #expect(line.reasons == [.ticked("chronic-liver-disease", degree: "severe")])
        let nurse = try Records.person("1985-10-10", .female, [], observations: [PatientObservation("health-worker")])
        #expect(try Records.line("hepatitis-b", of: nurse).reasons == [.job("health-worker")])
    }

    @Test("where all is said to be entered, everything is for now and nothing is asked")
    func complete() throws {
        var dossier = try Records.person("1947-06-12", .male, ["2021-04-20 boostrix"])
        dossier.completeSince = try Records.day(Records.today)
        let answer = try Records.answer(dossier)
        #expect(!answer.lines.contains { $0.state == .nowUnlessGiven } && answer.summary.questions == 0)
        #expect(try Records.line("td", of: dossier).state == .now)
    }

    @Test("questions aren't counted and aren't planned; what is counted is")
    func numbers() throws {
        let answer = try Records.answer(try Records.person("1985-10-10"))
        #expect(answer.summary.injectionsNow == 0 && answer.visits.isEmpty)
        #expect(answer.summary.questions == 2 && !answer.summary.isCertain)
        let old = try Records.answer(try Records.person("1947-06-12"))
        #expect(old.summary.injectionsNow == 5 && old.summary.unlessGiven == 3)
    }

    @Test("without a day of birth there is one question, and a verdict for each vaccination")
    func withoutBirthDate() throws {
        var dossier = try Records.person("1985-10-10", .male, ["2020-01-01 boostrix"])
        dossier.birth = nil
        let answer = try Records.answer(dossier)
        #expect(answer.lines.isEmpty && answer.questions.map(\.subject) == [.birthDate(nil)])
        #expect(answer.doses.count == 3 && answer.doses.allSatisfy { $0.verdict == .dependsOnDay })
    }

    @Test(
        "a history longer than anybody has is judged, and neither planned for nor judged again for other days of birth")
    func longHistory() throws {
        func answer(_ count: Int) throws -> Answer {
            let first = try Records.day("1992-02-01")
            let doses = (0..<count).map { "\(first.adding(days: 7 * $0)) influenza" }
            var dossier = try Records.person("1990-12-31", .male, doses)
            dossier.birth = PartialDate("1990")
            dossier.completeSince = try Records.day(Records.today)
            return try Records.answer(dossier)
        }
        let (short, long) = (try answer(40), try answer(1_001))
        #expect(!short.visits.isEmpty && long.visits.isEmpty && long.doses.count == 1_001)
        #expect(!short.questions.isEmpty && long.questions.contains { $0.subject == .birthDate(PartialDate("1990")) })
        #expect(long.line(of: "tetanus")?.state == .now)
    }
}
