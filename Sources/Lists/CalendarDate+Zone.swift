package import CivilDates
package import Foundation

extension TimeZone {
    /// Seconds from 1970 to a moment as clocks there show it.
    package func seconds(at moment: Date) -> TimeInterval {
        let seconds = moment.timeIntervalSince1970
        // Files and certificates hold moments that no calendar reaches.
        guard abs(seconds) < 1e12 else { return seconds }
        return seconds + Double(secondsFromGMT(for: moment))
    }
}

extension CalendarDate {
    /// The calendar date of a moment in a zone.
    package init(_ moment: Date, in zone: TimeZone) {
        let days = (zone.seconds(at: moment) / 86_400).rounded(.down)
        self.init(clampingDayNumber: Int(exactly: days) ?? 0)
    }

    /// The latest day that it is anywhere on earth at a moment: no clock is further ahead than 14 hours (`Pacific/Kiritimati`).
    package static func latest(at moment: Date) -> CalendarDate { CalendarDate(moment + 14 * 3_600, in: .gmt) }
}
