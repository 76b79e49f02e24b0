/// A day of the proleptic Gregorian calendar, told by year, month and day as by days since 1970-01-01.
///
/// The arithmetic is Howard Hinnant's (<https://howardhinnant.github.io/date_algorithms.html>): years start in
/// March, so that the leap day is a year's last. Within a million years of today nothing overflows.
struct GregorianDay: Sendable, Hashable {
    let year: Int64
    /// 1 to 12.
    let month: Int64
    /// 1 to 31.
    let day: Int64
    /// Days since 1970-01-01.
    let days: Int64

    /// The day with that number since 1970-01-01.
    init(days: Int64) {
        self.days = days
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainderRoundingDown(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        self.day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        self.month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        self.year = yearOfEra + era * 400 + (self.month <= 2 ? 1 : 0)
    }

    /// The day with that date, which must exist; ``lastDay(of:in:)`` tells how far a month goes.
    init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year).quotientAndRemainderRoundingDown(dividingBy: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.days = era * 146_097 + dayOfEra - 719_468
    }

    /// The last day of a month, 28 to 31.
    static func lastDay(of month: Int64, in year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
