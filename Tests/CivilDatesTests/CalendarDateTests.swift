import CivilDates
import Testing

@Suite("Calendar days", .timeLimit(.minutes(3)))
struct CalendarDateTests {
    @Test("every day from 1895 to 2105 follows the one before it")
    func daysFollowEachOther() throws {
        var day = try #require(CalendarDate(year: 1895, month: 1, day: 1))
        for year in 1895...2105 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            for (month, length) in zip(1..., lengths) {
                for number in 1...length {
                    #expect(CalendarDate(year: year, month: month, day: number) == day)
                    #expect(day.components == (year, month, number))
                    day = day.adding(days: 1)
                }
                #expect(CalendarDate(year: year, month: month, day: length + 1) == nil)
            }
        }
    }

    @Test("known day numbers", arguments: [("1970-01-01", 0), ("2000-03-01", 11_017), ("0001-01-01", -719_162)])
    func dayNumbers(text: String, number: Int) {
        #expect(CalendarDate(text)?.dayNumber == number)
        #expect(CalendarDate(clampingDayNumber: number).description == text)
    }

    @Test(
        "text that is no day is refused",
        arguments: [
            "", "2026", "2026-02-29", "2026-13-01", "2026-00-10", "26-01-01", "2026-1-1", "2026-01-01T", "٢٠٢٦-٠١-٠١",
        ])
    func refusesOtherText(text: String) {
        #expect(CalendarDate(text) == nil)
    }

    @Test("sums never leave the years 1 to 9999")
    func staysInRange() {
        #expect(CalendarDate.last.adding(days: .max) == .last)
        #expect(CalendarDate.first.adding(days: .min) == .first)
        #expect(CalendarDate.last.adding(CalendarPeriod(years: 99_999)) == .last)
        #expect(CalendarDate.first.adding(CalendarPeriod(months: -99_999)) == .first)
    }

    @Test(
        "years and months first, then weeks and days; a day that doesn't exist is the 1st of the next month",
        arguments: [
            ("2024-01-31", "1 month", "2024-03-01"), ("2023-01-31", "1 month", "2023-03-01"),
            ("2024-02-29", "1 year", "2025-03-01"), ("2024-02-29", "4 years", "2028-02-29"),
            ("2020-02-29", "4 years - 4 days", "2024-02-25"), ("2025-08-31", "6 months", "2026-03-01"),
            ("2025-03-31", "11 months", "2026-03-01"), ("2025-12-31", "2 months", "2026-03-01"),
            ("2025-11-10", "3 months + 4 weeks", "2026-03-10"), ("2025-01-01", "6 weeks - 4 days", "2025-02-08"),
            ("2025-05-31", "1 month + 1 day", "2025-07-02"), ("2024-12-31", "0 days", "2024-12-31"),
        ])
    func addsPeriods(start: String, period: String, end: String) throws {
        let sum = try #require(CalendarDate(start)).adding(try #require(CalendarPeriod(period)))
        #expect(sum.description == end)
    }

    @Test(
        "text that is no period is refused",
        arguments: [
            "", "4", "years", "4 years -", "- 4 days", "4 years 4 days", "1.5 years", "-1 year", "999999 days", "4 yrs",
        ])
    func refusesOtherPeriods(text: String) {
        #expect(CalendarPeriod(text) == nil)
    }

    @Test(
        "a period reads back what it writes",
        arguments: ["4 years - 4 days", "1 month", "7 weeks + 1 day", "0 days - 4 days"])
    func periodsRoundTrip(text: String) throws {
        #expect(try #require(CalendarPeriod(text)).description == text)
    }

    @Test(
        "an age is told in completed years",
        arguments: [
            ("2000-02-29", "2001-02-28", 0), ("2000-02-29", "2001-03-01", 1), ("2000-05-10", "2018-05-09", 17),
            ("2000-05-10", "2018-05-10", 18),
        ])
    func completedYears(birth: String, day: String, years: Int) throws {
        #expect(try #require(CalendarDate(birth)).completedYears(until: try #require(CalendarDate(day))) == years)
    }
}
