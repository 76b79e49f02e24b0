import CivilDates
import Testing

@testable import Immunization

/// Ages for which a product is licensed, and strengths for children and for adults.
@Suite("The age and the strength of a product", .timeLimit(.minutes(3)))
struct ProductAgeTests {
    private static let two = SmallSchedule(
        doses: #"{}, {"intervals": [{"from": "previous", "minimum": "4 weeks", "recommended": "4 weeks"}]}"#)

    private func status(_ dose: String, born: String = "2000-05-10") throws -> (
        counts: DoseEvaluation.Status, isNoted: Bool
    ) {
        let assessment = try Self.two.assess(ExampleSchedule.person(born, [dose]), on: "2026-03-01")
        let found = try #require(assessment.series.first?.doses.first)
        return (found.status, assessment.issues.contains { $0.kind == .adultStrength })
    }

    @Test(
        "below its age a product doesn't count, above it does",
        arguments: [
            ("green-late 2002-05-09", DoseEvaluation.Status.notValid), ("green-late 2002-05-10", .valid),
            ("green-late 2019-01-01", .valid), ("green-child 2001-05-09", .notValid),
            ("green-child 2001-05-10", .valid),
            // Whichever day of the month it was; the brand isn't known.
            ("green-late 2002-04", .notValid), ("green-late 2002-05", .valid), ("green-dead 2001-01-01", .valid),
        ])
    func below(dose: String, status expected: DoseEvaluation.Status) throws {
        let found = try status(dose)
        #expect(found.counts == expected && !found.isNoted)
    }

    @Test(
        "a child's strength counts until a month after the birthday",
        arguments: [
            ("green-child 2016-05-10", DoseEvaluation.Status.valid), ("green-child 2016-06-09", .valid),
            ("green-child 2016-06-10", .notValid), ("green-child 2016-06", .valid), ("green-child 2017", .notValid),
        ])
    func outgrown(dose: String, status expected: DoseEvaluation.Status) throws {
        let found = try status(dose)
        #expect(found.counts == expected && !found.isNoted)
    }

    @Test(
        "an adult's strength counts in a child, with a note unless the birthday is near",
        arguments: [
            ("green-adult 2010-01-01", true), ("green-adult 2016-04-09", true), ("green-adult 2016-04-10", false),
            ("green-adult 2020-01-01", false),
        ])
    func adultStrength(dose: String, isNoted: Bool) throws {
        let found = try status(dose)
        #expect(found.counts == .valid && found.isNoted == isNoted)
    }

    @Test("what depends on a child's strength is left to a doctor, and what is asked for anyway isn't")
    func asked() throws {
        let one = try ExampleSchedule.person("2000-05-10", ["green-child 2020-01-01"])
        #expect(try Self.two.forecast(one, on: "2026-03-01").status == .notComplete)
        let two = try ExampleSchedule.person("2000-05-10", ["green-child 2020-01-01", "green-child 2020-03-01"])
        let forecast = try Self.two.forecast(two, on: "2026-03-01")
        #expect(forecast.status == .askDoctor && forecast.reason == .childStrength(dose: "2"))
        let enough = try ExampleSchedule.person(
            "2000-05-10", ["green-child 2020-01-01", "green-adult 2020-03-01", "green-adult 2020-05-01"])
        #expect(try Self.two.forecast(enough, on: "2026-03-01").status == .complete)
    }

    private func earliest(after patient: Patient) throws -> CalendarDate? {
        let distance = #"{"from": ["green-late", "green-live", "green-old"], "valid": true, "minimum": "50 years"}"#
        let live =
            #"{"id": "two", "antigens": ["green"], "doses": [{"ages": [{"minimum": "5 years"}], "vaccines": ["green-live"]}]}"#
        let words = SmallSchedule(
            doses: #"{"intervals": [\#(distance)], "vaccines": ["green-drops"]}"#, more: ", \(live)")
        return try words.forecast(patient, on: "2026-03-01").earliest
    }

    @Test(
        "a valid distance from a vaccine passes over one that counts nowhere",
        arguments: [
            ("green-late 2001-01-01", false), ("green-late 2003-01-01", true), ("green-live 2001-01-01", false),
            ("green-live 2006-01-01", true), ("green-old 2001-01-01", true),
        ])
    func validDistance(dose: String, blocks: Bool) throws {
        var patient = try ExampleSchedule.person("2000-05-10", [dose])
        #expect(try (#require(try earliest(after: patient)).year > 2040) == blocks)
        patient.doses[0].isSubstandard = true
        #expect(try #require(try earliest(after: patient)).year < 2040)
    }

    @Test("only a distance from named vaccines is valid or not")
    func validOfNothing() throws {
        #expect(throws: DataFault.self) {
            _ = try SmallSchedule(doses: #"{"intervals": [{"from": "previous", "valid": true}]}"#).engine()
        }
    }
}
