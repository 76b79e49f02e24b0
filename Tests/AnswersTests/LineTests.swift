import Answers
import CivilDates
import Immunization
import Testing

@Suite("What a line says of its doses", .timeLimit(.minutes(3)))
struct LineTests {
    /// Tetanus was given alone after an accident: diphtheria asks for its third dose.
    @Test("what counts is counted against what the next dose is for")
    func counted() throws {
        let line = try Records.line(
            "td",
            of: try Records.person(
                "2021-05-17", .male, ["2021-07-12 hexyon", "2022-05-03 hexyon", "2024-09-01 tetanus"]))
        #expect(line.antigens == ["diphtheria"] && line.entered.count == 3)
        #expect(line.counted == 2 && line.dose == 3)
    }

    @Test("a course that was begun and isn't gone on with has its number of doses")
    func unfinished() throws {
        let line = try Records.line(
            "tbe", of: try Records.person("1980-03-03", .female, ["2024-03-03 fsme-immun-erwachsene"]))
        #expect(line.state == .notRecommended && line.counted == 1 && line.total == 3)
        let none = try Records.line("tbe", of: try Records.person("1980-03-03", .female))
        #expect(none.state == .notRecommended && none.total == nil)
    }

    @Test("a baby's PCV20 goes on with PCV20: four doses, and why it isn't three is said")
    func otherCourse() throws {
        let dossier = try Records.person("2026-04-01", .male, ["2026-06-01 prevenar-20", "2026-08-01 prevenar-20"])
        let line = try Records.line("pneumococcal", of: dossier)
        #expect(line.state == .now && line.dose == 3 && line.total == 4 && line.counted == 2)
        #expect(line.vaccines == ["pcv20"] && line.course.count == 1)
        let answer = try Records.answer(dossier)
        #expect(answer.doses.map(\.verdict) == [.counts(1), .counts(2)])
        let usual = try Records.person("2026-04-01", .male, ["2026-06-01 prevenar-13", "2026-08-01 prevenar-13"])
        #expect(try Records.line("pneumococcal", of: usual).course.isEmpty)
    }

    @Test("a dose of a season is no booster, neither on its line nor in its visit")
    func seasonal() throws {
        let answer = try Records.answer(try Records.person("1946-09-01"))
        for id in ["covid-19", "influenza"] {
            let line = try #require(answer.lines.first { $0.id == id })
            #expect(line.state == .now && line.isSeasonal && !line.isBooster, "\(id)")
            let given = answer.visits.flatMap(\.injections).filter { $0.lines.contains(id) }
            #expect(!given.isEmpty && given.allSatisfy { $0.isYearly && !$0.isBooster }, "\(id)")
        }
    }

    /// Six months after the last day of September the third came too soon; after the first it didn't.
    @Test("what is for now because a day isn't known says so")
    func unknownDay() throws {
        let doses = ["2025-07-05", "2025-09", "2026-03-15"].map { "\($0) infanrix-hexa" }
        let line = try Records.line("td", of: try Records.person("2025-05-10", .male, doses))
        let month = try #require(PartialDate("2025-09"))
        #expect(line.state == .now && line.reasons.first == .unknownDay(dose: "2", on: month), "\(line.reasons)")
        let known = ["2025-07-05", "2025-09-30", "2026-03-15"].map { "\($0) infanrix-hexa" }
        let other = try Records.line("td", of: try Records.person("2025-05-10", .male, known))
        #expect(other.state == .now && !other.reasons.contains { if case .unknownDay = $0 { true } else { false } })
    }

    @Test("a course that a blood test is measured by says so as long as no result is entered")
    func finding() throws {
        let doses = ["2025-01-02", "2025-02-02", "2025-07-10"].map { "\($0) engerix-b-erwachsene" }
        let nurse = [PatientObservation("health-worker")]
        let line = try Records.line(
            "hepatitis-b", of: Records.person("1990-03-03", .female, doses, observations: nurse))
        #expect(line.state == .complete && line.finding == "anti-hbs")
        let test = try Records.release.get().catalogue.observations.first { $0.id == "anti-hbs" }?.test
        #expect(test?["de"] != nil && test?["en"] != nil)
        let other = try Records.person("1990-03-03", .female, doses)
        #expect(try Records.line("hepatitis-b", of: other).finding == nil)
    }

    @Test("a row that only refreshes says nothing of a course that isn't complete")
    func notes() throws {
        let rows = try Records.release.get().schedules.flatMap(\.series)
        let note = try #require(rows.first { $0.id == "polio-by-work" }?.note)
        let works = [PatientObservation("refugee-home-worker")]
        let none = try Records.line("polio", of: Records.person("1990-03-03", .female, [], observations: works))
        #expect(none.state.isOpen && !none.notes.contains(note))
        let doses = ["1990-06-01", "1990-08-01", "1990-10-01", "1991-06-01"].map { "\($0) dtap-ipv" }
        let booster = try Records.person(
            "1990-03-03", .female, doses + ["2004-05-05 repevax"], observations: works)
        #expect(try Records.line("polio", of: booster).notes.contains(note))
    }

    @Test("the reason of a dose of which the year alone is known has no day")
    func partialDate() throws {
        let doses = ["1990-02-01", "1990-03-01", "1990-04-01", "1991-04-01"].map { "\($0) dtap-ipv" }
        let line = try Records.line("td", of: Records.person("1989-11-01", .male, doses + ["2005 repevax"]))
        let year = PartialDate(year: 2005)
        #expect(line.reasons.contains { if case .gap(_, "5", _, year) = $0 { true } else { false } }, "\(line.reasons)")
    }

    /// A law asks for measles alone.
    @Test("immunity against one antigen of a group is kept, whatever the others ask for")
    func immune() throws {
        let dossier = try Records.person("1987-04-12", .female, observations: [PatientObservation("measles-immune")])
        let line = try Records.line("mmr", of: dossier)
        #expect(line.immune.contains("measles") && line.state != .complete)
        #expect(try Records.line("mmr", of: try Records.person("1987-04-12", .female)).immune.isEmpty)
    }

    @Test("what begins decades ahead isn't near")
    func near() throws {
        let answer = try Records.answer(try Records.person("2012-03-03", .male, ["2025-10-03 fluenz"]))
        #expect(answer.line(of: "influenza")?.state == .later && !answer.near.contains { $0.id == "influenza" })
        #expect(answer.near.contains { $0.id == "mmr" })
    }

    @Test("what is for now is as many vaccinations as the one number, each line once")
    func due() throws {
        for dossier in [
            try Records.person("2022-04-12"), try Records.person("1946-04-12"),
            try Records.person("2022-10-10", .male, ["2022-12-15 infanrix-hexa", "2023-01-20 infanrix-hexa"]),
        ] {
            let answer = try Records.answer(dossier)
            #expect(answer.due.count == answer.summary.injectionsNow && answer.due.count > 2)
            #expect(answer.due.count(where: \.isUnlessGiven) == answer.summary.unlessGiven)
            let lines = answer.due.flatMap(\.lines).map(\.id)
            #expect(Set(lines).count == lines.count && Set(lines) == Set(answer.lines.filter(\.isForNow).map(\.id)))
        }
    }

    @Test("less than a full dose doesn't count, also where the day of birth isn't known")
    func withoutBirthDate() throws {
        var dossier = try Records.person("1987-04-12", .female, ["2016-05-02 priorix", "2017-05-02 priorix"])
        dossier.patient.doses[0].isReduced = true
        dossier.birth = nil
        let verdicts = try Records.answer(dossier).doses.filter { $0.antigen == "measles" }.map(\.verdict)
        #expect(verdicts == [.doesNotCount(.reduced, since: nil), .dependsOnDay])
    }

    @Test("a live vaccine is said to be none for a pregnancy, to who may have one and told of none")
    func pregnancies() throws {
        func notes(_ birth: String, _ sex: Sex, pregnant: String? = nil) throws -> Int {
            var dossier = try Records.person(birth, sex, ["2021-02-15 priorix"])
            dossier.patient.pregnancyStart = pregnant.map(Records.date)
            return try Records.line("mmr", of: dossier, on: Records.today).notes
                .count { $0["en"]?.contains("pregnancy: have it after the birth") ?? false }
        }
        #expect(try notes("2010-01-01", .female) == 1 && notes("2010-01-01", .male) == 0)
        #expect(try notes("2020-01-01", .female) == 0 && notes("2010-01-01", .female, pregnant: "2026-10-01") == 0)
    }

    @Test("what a doctor may bring forward says from when it is given anyway")
    func withoutAsking() throws {
        let doses = ["2020-01-15 prevenar-13", "2021-01-15 pneumovax-23"]
        let dossier = try Records.person("1980-03-16", .male, doses, observations: [PatientObservation("asplenia")])
        let line = try Records.line("pneumococcal", of: dossier, on: Records.today)
        #expect(line.state == .ask)
        let later = try #require(line.also.first)
        #expect(later.day == Records.date("2027-01-15") && !later.reasons.isEmpty)
    }

    @Test("what is for the first season of a life comes once, and influenza every year")
    func yearly() throws {
        let antibody = try Records.line("rsv", of: try Records.person("2026-06-28"))
        #expect(antibody.isSeasonal && !antibody.isYearly)
        #expect(try Records.line("influenza", of: try Records.person("1955-01-01")).isYearly)
    }
}
