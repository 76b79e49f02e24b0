import Answers
import CivilDates
import Immunization
import Testing

@Suite("A dose that is right is never told not to count", .timeLimit(.minutes(3)))
struct JudgedDoseTests {
    private func verdict(_ dossier: Dossier, _ antigen: String, dose: String = "1") throws -> JudgedDose.Verdict? {
        try Records.answer(dossier).doses.first { $0.dose == dose && $0.antigen == antigen }?.verdict
    }

    @Test("it counts where any series counts it, and another kind follows on a day")
    func countsNext() throws {
        let dossier = try Records.person("1956-04-11", .female, ["2021-11-17 pneumovax-23"])
        #expect(
            try verdict(dossier, "pneumococcal") == .countsNext(kind: "pcv20", on: Records.date("2027-11-17")))
        #expect(try Records.line("pneumococcal", of: dossier).counted == 1)
    }

    @Test("too young and too soon are told with the day from which it would have counted")
    func faults() throws {
        let dossier = try Records.person(
            "2024-01-10", .female, ["2024-06-01 priorix", "2025-01-10 priorix", "2025-01-20 priorix"])
        guard case .doesNotCount(.tooYoung, let since?)? = try verdict(dossier, "measles") else {
            Issue.record("a dose at 5 months counts")
            return
        }
        #expect(since > Records.date("2024-06-01"))
        guard case .doesNotCount(.tooSoon, _)? = try verdict(dossier, "measles", dose: "3") else {
            Issue.record("a dose ten days later counts")
            return
        }
    }

    /// Four days before six months have passed; a series of three doses gets there only by leaving out the second.
    @Test("a dose that came too soon doesn't count beside those before it, and is asked for once more")
    func tooSoonForAll() throws {
        let doses = ["2022-07-14", "2022-08-14", "2022-09-14"].map { "\($0) infanrix-hexa" }
        let early = try Records.person("2022-05-14", .male, doses + ["2023-03-10 infanrix-hexa"])
        #expect(try verdict(early, "tetanus", dose: "3") == .counts(3))
        let since = Records.date("2023-03-14")
        #expect(try verdict(early, "tetanus", dose: "4") == .doesNotCount(.tooSoon, since: since))
        let line = try Records.line("td", of: early)
        #expect(line.state == .now && line.dose == 4 && line.counted == 3)
        let right = try Records.person("2022-05-14", .male, doses + ["2023-03-14 infanrix-hexa"])
        #expect(try verdict(right, "tetanus", dose: "4") == .counts(4))
    }

    /// All six diseases of one injection: what is asked for once more counts against none of them.
    @Test("an injection that came too soon has one verdict, and one line asks for it as the others do")
    func oneInjectionOneVerdict() throws {
        let doses = ["2022-07-14", "2022-08-14", "2022-09-14", "2023-03-10"].map { "\($0) infanrix-hexa" }
        let dossier = try Records.person("2022-05-14", .male, doses)
        let answer = try Records.answer(dossier)
        let told = answer.doses.filter { $0.dose == "4" }
        #expect(told.count == 6)
        for verdict in told {
            #expect(verdict.verdict == .doesNotCount(.tooSoon, since: Records.date("2023-03-14")), "\(verdict.antigen)")
            let line = try #require(answer.line(of: verdict.antigen))
            #expect(line.state == .now && line.dose == 4 && line.total == 4 && line.counted == 3, "\(line.id)")
            #expect(!line.course.isEmpty, "\(line.id): why four isn't said")
        }
    }

    @Test("a third dose of a vaccine that is complete with two wasn't needed")
    func beyondAProductsCourse() throws {
        let days = ["2026-06-01", "2026-07-01", "2026-08-01"]
        let dossier = try Records.person("2026-04-15", .male, days.map { "\($0) rotarix" })
        #expect(try verdict(dossier, "rotavirus", dose: "2") == .counts(2))
        #expect(try verdict(dossier, "rotavirus", dose: "3") == .notNeeded)
        #expect(try Records.line("rotavirus", of: dossier).state == .complete)
        let other = try Records.person("2026-04-15", .male, days.map { "\($0) rotateq" })
        #expect(try verdict(other, "rotavirus", dose: "3") == .counts(3))
    }

    @Test("a product years before its age says so, where no series speaks of it")
    func yearsBeforeItsAge() throws {
        let baby = try Records.person("2025-12-15", .female, ["2026-09-20 gardasil-9"])
        #expect(try verdict(baby, "hpv") == .doesNotCount(.notForAge, since: Records.date("2034-12-15")))
        let infant = try Records.person("2025-03-15", .male, ["2026-10-02 fluenz"])
        #expect(try verdict(infant, "influenza") == .doesNotCount(.notForAge, since: Records.date("2027-03-15")))
    }

    @Test("what one series calls the wrong vaccine, and nothing else is wrong with, wasn't needed")
    func notNeeded() throws {
        let dossier = try Records.person("1990-01-01", .male, ["2020-01-01 gardasil-9", "1995-01-01 varilrix"])
        for told in try Records.answer(dossier).doses {
            if case .doesNotCount = told.verdict { Issue.record("\(told.antigen): \(told.verdict)") }
        }
    }

    @Test("one of two doses of a year that is known in part depends on the day")
    func uncertain() throws {
        let dossier = try Records.person("1990-01-01", .male, ["1992 priorix", "1992 priorix"])
        let verdicts = try [verdict(dossier, "measles"), verdict(dossier, "measles", dose: "2")]
        #expect(verdicts.contains(.counts(1)) && verdicts.contains(.dependsOnDay))
    }

    @Test("an expired dose doesn't count, nor does an antibody as a vaccine")
    func worthless() throws {
        var dossier = try Records.person(
            "1990-01-01", .male, ["2020-01-01 priorix", "2020-01-01 tetanus-immunoglobulin"])
        dossier.patient.doses[0].isSubstandard = true
        #expect(try verdict(dossier, "measles") == .doesNotCount(.expired, since: nil))
        #expect(try verdict(dossier, "tetanus", dose: "2") == .doesNotCount(.immunoglobulin, since: nil))
    }

    @Test("a product that isn't for an age doesn't count, however long before it")
    func notForAge() throws {
        let dossier = try Records.person("2024-04-10", .male, ["2024-06-12 boostrix-polio", "2025-03-01 pneumovax-23"])
        #expect(try verdict(dossier, "tetanus") == .doesNotCount(.notForAge, since: Records.date("2027-04-10")))
        #expect(
            try verdict(dossier, "pneumococcal", dose: "2")
                == .doesNotCount(.notForAge, since: Records.date("2026-04-10")))
    }

    @Test("a child's strength in an adult is a doctor's question, and so is the line that needs it")
    func childStrength() throws {
        let dossier = try Records.person(
            "1997-09-01", .female,
            ["2025-12-01 engerix-b-kinder", "2026-01-05 engerix-b-kinder", "2026-06-10 engerix-b-kinder"],
            observations: [PatientObservation("health-worker")])
        #expect(try verdict(dossier, "hepatitis-b") == .ask(.childStrength))
        let line = try Records.line("hepatitis-b", of: dossier)
        #expect(line.state == .ask && line.counted == 0)
        #expect(
            line.reasons.contains(.childStrength(dose: "3", on: PartialDate(Records.date("2026-06-10")))),
            "\(line.reasons)")
    }

    @Test("a child's strength is asked about also where nothing asks for the course")
    func childStrengthWithoutGround() throws {
        let dossier = try Records.person(
            "1997-09-01", .female, ["2026-04-01 engerix-b-kinder", "2026-05-05 engerix-b-kinder"])
        #expect(try verdict(dossier, "hepatitis-b", dose: "2") == .ask(.childStrength))
        let line = try Records.line("hepatitis-b", of: dossier)
        #expect(line.state == .ask && line.begun == nil)
        #expect(line.reasons == [.childStrength(dose: "2", on: PartialDate(Records.date("2026-05-05")))])
        #expect(try Records.line("hepatitis-b", of: Records.person("1997-09-01", .female)).state == .notRecommended)
    }

    @Test("which vaccine it was is a doctor's question where not all that it can have been count")
    func unknownVaccine() throws {
        var dossier = try Records.person("1948-04-01", .female)
        let day = PartialDate(Records.date("2024-01-10"))
        dossier.patient.doses = [
            AdministeredDose(id: "1", antigens: ["zoster"], date: PartialDate(Records.date("2023-10-10"))),
            AdministeredDose(id: "2", antigens: ["rsv"], date: day),
            AdministeredDose(id: "3", antigens: ["zoster"], date: day),
        ]
        #expect(try verdict(dossier, "zoster") == .ask(.unknownVaccine))
        let line = try Records.line("zoster", of: dossier)
        #expect(line.state == .ask && line.reasons.contains(.unknownVaccine(dose: "3", on: day)), "\(line.reasons)")
        // Whichever vaccine against RSV it was, it counts.
        #expect(try verdict(dossier, "rsv", dose: "2") == .counts(1))
        #expect(try Records.line("rsv", of: dossier).state == .complete)
    }

    @Test("a dose of a pregnancy that is over counts, also where nobody tells of it; a man's isn't needed")
    func pastPregnancy() throws {
        let doses = [
            "1998-06-10 infanrix-hexa", "1998-07-10 infanrix-hexa", "1998-08-10 infanrix-hexa",
            "1999-04-10 infanrix-hexa", "2003-05-05 boostrix", "2010-05-05 boostrix-polio", "2023-03-01 boostrix",
            "2026-08-20 boostrix",
        ]
        let mother = try Records.person("1998-04-01", .female, doses)
        #expect(try verdict(mother, "pertussis", dose: "8") == .counts(8))
        #expect(try Records.line("td", of: mother).day == Records.date("2036-08-20"))
        #expect(try verdict(Records.person("1998-04-01", .male, doses), "pertussis", dose: "8") == .notNeeded)
        let soon = try Records.person("1998-04-01", .female, doses + ["2026-10-01 boostrix"])
        #expect(try verdict(soon, "pertussis", dose: "9") == .notNeeded)
    }

    @Test("an adult's strength in a child counts, and is noted")
    func adultStrength() throws {
        let dossier = try Records.person("2016-02-01", .male, ["2024-03-01 fsme-immun-erwachsene"])
        #expect(try verdict(dossier, "tbe") == .counts(1))
        #expect(try Records.answer(dossier).issues == [HistoryIssue(dose: "1", kind: .adultStrength)])
    }

    @Test("oral polio vaccine without type 2 is a doctor's question")
    func partly() throws {
        let dossier = try Records.person("2018-01-01", .male, ["2018-04-01 polio-opv"])
        #expect(try verdict(dossier, "polio") == .ask(.partly))
    }
}
