import Answers
import CivilDates
import Immunization
import Testing

@Suite("A dose that is right is never told not to count", .timeLimit(.minutes(3)))
struct DoseVerdictTests {
    private func verdict(_ dossier: Dossier, _ antigen: String, dose: String = "1") throws -> DoseVerdict.Verdict? {
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

    @Test("oral polio vaccine without type 2 is a doctor's question")
    func partly() throws {
        let dossier = try Records.person("2018-01-01", .male, ["2018-04-01 polio-opv"])
        #expect(try verdict(dossier, "polio") == .ask(.partly))
    }
}
