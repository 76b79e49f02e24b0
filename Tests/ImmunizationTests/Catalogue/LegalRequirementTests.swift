import CivilDates
import Immunization
import Testing

@Suite("What the measles protection act asks for", .timeLimit(.minutes(3)))
struct LegalRequirementTests {
    private let law: LegalRequirement

    init() throws {
        law = try #require(try ShippedCatalogue.load().requirements.first { $0.id == "de-measles" })
    }

    private func standing(_ birth: String, _ doses: [String] = [], on day: String) throws -> RequirementStatus {
        law.standing(
            born: try #require(PartialDate(birth)), doses: try doses.map { try #require(PartialDate($0)) },
            on: try #require(CalendarDate(day)))
    }

    @Test(arguments: [
        ("1970-12-31", RequirementStatus.State.notAsked), ("1971-01-01", .lacking(2)), ("1970", .notAsked),
        ("1971", .lacking(2)), ("1955-03", .notAsked),
    ])
    func asksOfThoseBornAfter1970(birth: String, state: RequirementStatus.State) throws {
        #expect(try standing(birth, on: "2026-11-23").state == state)
    }

    @Test func asksForOneDoseFromTheFirstBirthdayAndTwoFromTheSecond() throws {
        let first = try #require(CalendarDate("2025-11-23"))
        let eve = try standing("2024-11-23", on: "2025-11-22")
        #expect(eve.state == .notYet(from: first) && eve.asked == 0 && eve.next == CalendarDate("2026-11-23"))
        let birthday = try standing("2024-11-23", on: "2025-11-23")
        #expect(birthday.state == .lacking(1) && birthday.asked == 1 && birthday.next == CalendarDate("2026-11-23"))
        #expect(try standing("2024-11-23", ["2025-12-01"], on: "2026-11-22").state == .enough)
        #expect(try standing("2024-11-23", ["2025-12-01"], on: "2026-11-23").state == .lacking(1))
        let two = try standing("2024-11-23", ["2026-03-01", "2025-12-01"], on: "2026-11-23")
        #expect(two.state == .enough && two.counted == [1, 0] && two.next == nil && !two.isUncertain)
    }

    @Test("The STIKO's first dose, at 11 months, counts, and so does one at 9; an earlier one doesn't")
    func countsDosesFromNineMonths() throws {
        let birth = "2024-01-15"
        #expect(try standing(birth, ["2024-12-15", "2025-04-15"], on: "2026-11-23").state == .enough)
        #expect(try standing(birth, ["2024-10-15", "2025-04-15"], on: "2026-11-23").state == .enough)
        let early = try standing(birth, ["2024-10-14", "2025-04-15"], on: "2026-11-23")
        #expect(early.state == .lacking(1) && early.counted == [1])
    }

    @Test func countsTwoDosesOnlyFourWeeksApart() throws {
        #expect(try standing("2015-05-01", ["2020-01-01", "2020-01-28"], on: "2026-11-23").state == .lacking(1))
        #expect(try standing("2015-05-01", ["2020-01-01", "2020-01-29"], on: "2026-11-23").state == .enough)
        #expect(try standing("2015-05-01", ["2020-01-01", "2020-01-01"], on: "2026-11-23").counted == [0])
        // The dose that came too soon after one that doesn't count still counts.
        let soon = try standing("2024-01-15", ["2024-10-10", "2024-10-20"], on: "2025-03-01")
        #expect(soon.counted == [1] && soon.state == .enough)
    }

    @Test func saysWhenDaysThatAreMissingDecide() throws {
        let year = try standing("2015-05-01", ["2016", "2016"], on: "2026-11-23")
        #expect(year.state == .enough && year.isUncertain)
        let years = try standing("2015-05-01", ["2017", "2019"], on: "2026-11-23")
        #expect(years.state == .enough && !years.isUncertain)
        #expect(try standing("2024", ["2024-12-01"], on: "2025-12-01").isUncertain)
        // Nobody born in 2024 was nine months old in August.
        #expect(try standing("2024", ["2024-08-01"], on: "2025-12-01").state == .lacking(1))
    }

    @Test func asksFromTheFirstDayThatABirthdayCanBe() throws {
        #expect(try standing("2025", on: "2025-12-31").state == .notYet(from: try #require(CalendarDate("2026-01-01"))))
        #expect(try standing("2025", on: "2026-01-01").state == .lacking(1))
        #expect(
            try standing("2024-02-29", on: "2025-02-28").state
                == .notYet(from: try #require(CalendarDate("2025-03-01"))))
    }

    @Test func asksNoDoseOfThoseWhoAreImmuneOrMustNotHaveIt() throws {
        let (birth, day) = (try #require(PartialDate("1990-05-01")), try #require(CalendarDate("2026-11-23")))
        func state(_ doses: [PartialDate] = [], immune: Bool = false, against: Bool = false)
            -> RequirementStatus.State
        {
            law.standing(born: birth, doses: doses, isImmune: immune, isContraindicated: against, on: day).state
        }
        #expect(state(immune: true, against: true) == .immune)
        #expect(state(against: true) == .contraindicated)
        let two = [PartialDate(year: 1992), PartialDate(year: 1995)].compactMap(\.self)
        #expect(state(two, immune: true, against: true) == .enough)
    }
}
