/// A length of calendar time such as `11 months` or `4 years - 4 days`.
///
/// Added to a day, years and months count first, then weeks and days (CDSi Logic Specification 4.5, chapter 3,
/// 'date calculations', https://www.cdc.gov/iis/cdsi/). A day that doesn't exist becomes the first of the next month:
/// 31 January plus one month is 1 March.
public struct CalendarPeriod: Hashable, Sendable {
    /// Calendar years; may be negative within an expression.
    public var years: Int
    /// Calendar months.
    public var months: Int
    /// Weeks of seven days.
    public var weeks: Int
    /// Days.
    public var days: Int

    /// A period of these parts.
    public init(years: Int = 0, months: Int = 0, weeks: Int = 0, days: Int = 0) {
        (self.years, self.months, self.weeks, self.days) = (years, months, weeks, days)
    }

    /// Whether the period leads back in time, judged with months of 30 and years of 365 days.
    public var isNegative: Bool { approximateDays < 0 }

    /// About how many days it is, for ordering: months count 30.4 days.
    public var approximateDays: Int { years * 365 + months * 304 / 10 + weeks * 7 + days }
}

extension CalendarDate {
    /// The day a period later; stays within the years 1 to 9999.
    public func adding(_ period: CalendarPeriod) -> CalendarDate {
        let (year, month, day) = components
        let monthIndex = year * 12 + (month - 1) + period.years * 12 + period.months
        guard monthIndex >= 12 else { return .first }
        guard monthIndex < 120_000 else { return .last }
        let (newYear, newMonth) = (monthIndex / 12, monthIndex % 12 + 1)
        let overshoot = day > Self.days(inMonth: newMonth, ofYear: newYear)
        // The first of the next month is the day after this month's last one.
        let landed =
            overshoot
            ? Self.dayNumber(year: newYear, month: newMonth, day: Self.days(inMonth: newMonth, ofYear: newYear)) + 1
            : Self.dayNumber(year: newYear, month: newMonth, day: day)
        return CalendarDate(clampingDayNumber: landed + period.weeks * 7 + period.days)
    }
}

extension CalendarPeriod: CustomStringConvertible, LosslessStringConvertible {
    /// Reads terms of a number and a unit (`day`, `week`, `month`, `year`, each also in plural), joined by `+` or `-`.
    ///
    /// Numbers have at most five digits, so that sums can't overflow. Nil for anything else, the empty text too.
    public init?(_ text: String) {
        self.init()
        guard text.utf8.count <= 80 else { return nil }
        var sign: Int? = 1
        var number: Int?
        for word in Self.words(text) {
            if word == "+" || word == "-" {
                guard sign == nil, number == nil else { return nil }
                sign = word == "+" ? 1 : -1
            } else if number == nil {
                guard sign != nil, word.utf8.count <= 5, word.utf8.allSatisfy({ (48...57).contains($0) }) else {
                    return nil
                }
                number = Int(typed: word, in: 0...99_999)
            } else if let value = number, let term = sign, add(value * term, unit: word) {
                (number, sign) = (nil, nil)
            } else {
                return nil
            }
        }
        guard sign == nil, number == nil else { return nil }
    }

    /// The period as it is written in a schedule file: `4 years - 4 days`; the empty period is `0 days`.
    public var description: String {
        let parts = [(years, "year"), (months, "month"), (weeks, "week"), (days, "day")].filter { $0.0 != 0 }
        guard let first = parts.first else { return "0 days" }
        var text = first.0 < 0 ? "0 days - " : ""
        for (index, part) in parts.enumerated() {
            if index > 0 { text += part.0 < 0 ? " - " : " + " }
            text += "\(abs(part.0)) \(part.1)\(abs(part.0) == 1 ? "" : "s")"
        }
        return text
    }

    private static func words(_ text: String) -> [Substring] {
        text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\n" })
    }

    private mutating func add(_ value: Int, unit: Substring) -> Bool {
        switch unit {
        case "day", "days": days += value
        case "week", "weeks": weeks += value
        case "month", "months": months += value
        case "year", "years": years += value
        default: return false
        }
        return true
    }
}
