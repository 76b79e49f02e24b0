import Answers
import CivilDates
import Immunization
import Testing

@Suite("What is arranged with a treatment", .timeLimit(.minutes(3)))
struct TimingTests {
    /// A child of six with everything until eleven months, whose treatment ends on a day or goes on.
    private func child(_ observation: String, degree: String? = nil, from: String? = nil, until: String? = nil) throws
        -> Dossier
    {
        var told = PatientObservation(observation, on: from.map(Records.date))
        (told.until, told.degree) = (until.map(Records.date), degree)
        let doses = [
            "2020-05-18 hexyon", "2020-07-20 hexyon", "2021-02-15 hexyon", "2020-05-18 prevenar-13",
            "2020-07-20 prevenar-13", "2021-02-15 prevenar-13", "2021-02-15 priorix", "2021-02-15 varilrix",
        ]
        return try Records.person("2020-03-16", .male, doses, observations: [told])
    }

    @Test("what would be given is asked about and named first; flu is given, live vaccines aren't")
    func during() throws {
        let answer = try Records.answer(try child("cancer-treatment", from: "2026-07-06"))
        #expect(answer.arranging == "cancer-treatment")
        let asked = answer.lines.prefix { $0.isArranged }
        #expect(asked.count == answer.lines.count(where: \.isArranged) && asked.map(\.id).contains("pneumococcal"))
        for line in asked {
            #expect(line.reasons.first == .timing("cancer-treatment") && line.day == nil && !line.isQuestion)
        }
        let flu = try #require(answer.line(of: "influenza"))
        #expect(flu.state == .now && flu.reasons.first == .duringTreatment("cancer-treatment"))
        #expect(answer.line(of: "measles")?.state == .contraindicated)
        #expect(answer.summary.injectionsNow == 1 && answer.visits.first?.toAsk.contains("pneumococcal") == true)
        #expect(!answer.visits.flatMap(\.injections).contains { $0.lines.contains("pneumococcal") })
    }

    @Test("inactivated vaccines are given from three months after its end, live ones from six")
    func afterwards() throws {
        let dossier = try child("cancer-treatment", from: "2025-07-06", until: "2026-09-01")
        let first = try Records.answer(dossier, on: "2026-12-01")
        #expect(first.line(of: "tetanus")?.isArranged == true)
        let second = try Records.answer(dossier, on: "2026-12-02")
        #expect(second.arranging == nil && second.line(of: "tetanus")?.isForNow == true)
        let live = try #require(second.line(of: "measles"))
        #expect(live.state == .contraindicated && live.until == Records.date("2027-03-01"))
        #expect(first.changesOn <= second.day)
        #expect(try Records.line("mmr", of: dossier, on: "2027-03-02").state == .ask)
    }

    @Test("half a year after its end one booster of each course that was begun is asked for, because of it")
    func boosters() throws {
        let answer = try Records.answer(try child("cancer-treatment", from: "2025-07-06", until: "2026-04-28"))
        for antigen in ["hepatitis-b", "hib"] {
            let line = try #require(answer.line(of: antigen))
            #expect(line.state == .now && line.isBooster)
            #expect(line.reasons.contains(.ticked("cancer-treatment", degree: nil)))
        }
        #expect(answer.line(of: "pneumococcal")?.state == .now && answer.line(of: "influenza")?.state == .now)
        #expect(answer.line(of: "measles")?.state == .ask && answer.line(of: "hepatitis-a")?.state == .notRecommended)
        #expect(!answer.questions.contains { $0.subject == .situation("after-cancer-treatment") })
    }

    @Test("what a treatment forbids is planned for the day after it, not for the next visit by chance")
    func dayAfter() throws {
        let answer = try Records.answer(try child("immunodeficiency", from: "2026-01-01", until: "2027-03-28"))
        #expect(answer.line(of: "measles")?.until == Records.date("2027-03-28"))
        let visit = answer.visits.first { $0.injections.contains { $0.lines.contains("mmr") } }
        #expect(visit?.day == Records.date("2027-03-29"))
    }

    @Test("flu of next season says it, too, while a treatment goes on")
    func nextSeason() throws {
        var dossier = try child("cancer-treatment", from: "2026-07-06")
        dossier.patient.doses += [
            AdministeredDose(id: "flu 1", vaccine: "influvac", date: try #require(PartialDate("2025-10-10"))),
            AdministeredDose(id: "flu 2", vaccine: "influvac", date: try #require(PartialDate("2026-10-10"))),
        ]
        let flu = try Records.line("influenza", of: dossier, on: "2026-11-28")
        #expect(flu.state == .later && flu.reasons.first == .duringTreatment("cancer-treatment"))
    }

    @Test(
        "a treatment that goes on is asked about from four weeks before it",
        arguments: zip(["2026-12-26", "2026-12-27"], [true, false]))
    func before(_ day: String, isArranged: Bool) throws {
        let answer = try Records.answer(try child("cancer-treatment", from: day))
        #expect(answer.line(of: "tetanus")?.isArranged == isArranged)
        #expect(answer.line(of: "measles")?.isForNow == !isArranged)
    }

    @Test(
        "an organ is asked about for a year, or where its day isn't told",
        arguments: zip([nil, "2025-11-29", "2025-11-28"], [true, true, false]))
    func transplant(_ day: String?, isArranged: Bool) throws {
        let answer = try Records.answer(try child("organ-transplant", from: day))
        #expect(answer.line(of: "tetanus")?.isArranged == isArranged)
        #expect(answer.line(of: "measles")?.state == .contraindicated)
    }

    @Test("only the marked degree is asked about")
    func degrees() throws {
        for code in ["immunodeficiency", "hiv"] {
            #expect(try Records.answer(try child(code, degree: "severe")).arranging == code)
            #expect(try Records.answer(try child(code, degree: "mild")).arranging == nil)
            #expect(try Records.answer(try child(code)).arranging == nil)
        }
    }

    @Test("a course is neither asked about by a question nor counted")
    func questions() throws {
        var severe = PatientObservation("immunodeficiency")
        severe.degree = "severe"
        let answer = try Records.answer(try Records.person("1975-02-02", .female, observations: [severe]))
        #expect(answer.line(of: "tetanus")?.isArranged == true)
        #expect(!answer.questions.contains { if case .course = $0.subject { true } else { false } })
        #expect(answer.due.allSatisfy { $0.lines.map(\.id) == ["influenza"] })
    }

    @Test("an antibody needs no answer of the immune system")
    func antibodies() throws {
        var severe = PatientObservation("immunodeficiency")
        severe.degree = "severe"
        let answer = try Records.answer(try Records.person("2026-09-01", .female, observations: [severe]))
        #expect(answer.line(of: "rsv")?.state == .now && answer.line(of: "tetanus")?.isArranged == true)
    }
}
