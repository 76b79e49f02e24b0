import CivilDates
import Situation
import Testing

@Suite("Weeks, days and seasons", .timeLimit(.minutes(3)))
struct ReportingPeriodTests {
    @Test(arguments: [
        ("2020-W53", "2020-12-28"), ("2021-W01", "2021-01-04"), ("2026-W01", "2025-12-29"), ("2026-W33", "2026-08-10"),
        ("2015-W53", "2015-12-28"),
    ])
    func readsAWeek(_ text: String, _ monday: String) throws {
        let week = try #require(ReportingPeriod(weekText: text))
        #expect(week.firstDay.description == monday && week.description == text)
        #expect(week.lastDay == week.firstDay.adding(days: 6))
    }

    @Test(arguments: [
        "2021-W53", "2026-W00", "2026-W54", "2026-33", "2026W33", "2026-w33", "1989-W10", "2101-W01", "２０２６-W33",
    ])
    func refusesAWeekThatThereIsNot(_ text: String) { #expect(ReportingPeriod(weekText: text) == nil) }

    @Test func aSeasonGoesFromWeek40ToWeek39() throws {
        let season = { (text: String) in try #require(ReportingPeriod(weekText: text)).season }
        #expect(try season("2025-W39") == 2024)
        #expect(try season("2025-W40") == 2025)
        #expect(try season("2020-W53") == 2020)
        #expect(try season("2021-W01") == 2020)
        #expect(ReportingPeriod.seasonName(1999) == "1999/00" && ReportingPeriod.seasonName(2025) == "2025/26")
        // 31 December 2024 is in the first week of 2025.
        #expect(try #require(ReportingPeriod(dayText: "2024-12-31")).isoWeek == (2025, 1))
    }

    @Test func theSameWeekOfEachSeasonStandsAtTheSamePlace() throws {
        let place = { (text: String) in try #require(ReportingPeriod(weekText: text)).placeInSeason }
        #expect(try place("2025-W40") == 0)
        #expect(try place("2020-W53") == 13 * 7)
        #expect(try place("2021-W01") == 14 * 7)
        #expect(try place("2026-W01") == 14 * 7)
        #expect(try place("2026-W39") == ReportingPeriod.places - 7)
        #expect(try #require(ReportingPeriod(dayText: "2026-01-04")).placeInSeason == 14 * 7 + 6)
    }
}
