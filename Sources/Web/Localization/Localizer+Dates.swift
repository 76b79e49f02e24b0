package import CivilDates
package import Foundation
import Lists

extension Localizer {
    /// A calendar date as the language writes it, whole or partial: `2021-05-03`, `2021-05`, `2021`.
    ///
    /// A text that is no such date comes back as it is: certificates carry what their issuer wrote.
    package func date(_ iso: String) -> String {
        guard let date = PartialDate(iso), let number = date.month else { return iso }
        let (month, year) = (month(number), String(iso.prefix(4)))
        guard let day = date.day else { return self(.`date.month`, ["month": month, "year": year]) }
        return self(.`date.full`, ["day": String(day), "month": month, "year": year])
    }

    /// A date as the language writes it.
    package func date(_ date: PartialDate) -> String { self.date(date.description) }

    /// The day that it is for the reader at a moment.
    package func day(of moment: Date) -> CalendarDate { CalendarDate(moment, in: zone) }

    /// A moment's day where the reader is.
    package func date(_ moment: Date) -> String { date(day(of: moment).description) }

    /// A moment where the reader is, to the minute.
    package func time(_ moment: Date) -> String {
        self(.`date.time`, ["date": date(moment), "time": clock(moment)])
    }

    /// The hour and minute of a moment where the reader is: `17:02`.
    package func clock(_ moment: Date) -> String {
        // Files and certificates hold moments that no `Int` holds.
        let seconds = Int(exactly: zone.seconds(at: moment).rounded(.down)) ?? 0
        let minuteOfDay = ((seconds / 60) % 1440 + 1440) % 1440
        return String(format: "%02d:%02d", minuteOfDay / 60, minuteOfDay % 60)
    }

    /// The city that a zone is known by: `Berlin`, in German `Kairo`.
    package func city(of zone: TimeZone) -> String {
        Date.VerbatimFormatStyle(
            format: "\(timeZone: .exemplarLocation)", locale: locale, timeZone: zone,
            calendar: Calendar(identifier: .gregorian)
        ).format(Date(timeIntervalSince1970: 0))
    }
}

extension Localizer {
    /// How large a file is, as people say it: `340 KB`, `1.2 MB`.
    package func fileSize(_ bytes: Int) -> String {
        guard bytes >= 1_000_000 else { return "\((max(0, bytes) + 999) / 1_000)\u{a0}KB" }
        let number = (Double(bytes) / 1_000_000)
            .formatted(.number.precision(.fractionLength(0...1)).rounded(rule: .down).locale(locale))
        return "\(number)\u{a0}MB"
    }
}
