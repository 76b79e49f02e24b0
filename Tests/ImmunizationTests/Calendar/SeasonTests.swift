import CivilDates
import Immunization
import Testing

@Suite("Seasons", .timeLimit(.minutes(3)))
struct SeasonTests {
    @Test(
        "a yearly season across New Year is the one a day lies in, or the next",
        arguments: [
            ("2026-01-15", "2025-10-01", "2026-03-31"), ("2026-04-01", "2026-10-01", "2027-03-31"),
            ("2026-12-31", "2026-10-01", "2027-03-31"),
        ])
    func yearly(day: String, first: String, last: String) throws {
        let season = Season.yearly(
            begin: try #require(MonthDay("10-01")), end: try #require(MonthDay("03-31")))
        let window = season.window(on: try #require(CalendarDate(day)))
        #expect(window.first?.description == first)
        #expect(window.last?.description == last)
    }

    @Test("29 February is 1 March where there is none")
    func leapDay() throws {
        let day = try #require(MonthDay("02-29"))
        #expect(day.day(inYear: 2024).description == "2024-02-29")
        #expect(day.day(inYear: 2025).description == "2025-03-01")
    }

    @Test(
        "a fixed season stands for those of the years before, not for those to come",
        arguments: [
            ("2026-06-01", "2025-10-01"), ("2025-01-01", "2025-10-01"), ("2023-12-12", "2023-10-01"),
            ("2023-05-01", "2023-10-01"),
        ])
    func fixed(day: String, first: String) throws {
        let season = Season.fixed(first: CalendarDate("2025-10-01"), last: CalendarDate("2026-03-31"))
        #expect(season.window(on: try #require(CalendarDate(day))).first?.description == first)
    }
}
