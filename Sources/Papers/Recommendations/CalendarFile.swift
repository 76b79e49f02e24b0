import CivilDates
import Crypto
import Foundation
import Immunization
import Model
import Vault

/// Visits as an iCalendar file (RFC 5545): one all-day event for each.
///
/// An event's UID is made of the pass and of what is given, so that a file that is imported again moves the event
/// instead of adding another. It tells nothing to whoever doesn't know the pass's random id.
struct CalendarFile {
    struct Event {
        let identifier: String
        let date: CalendarDate
        let summary: String
        let description: String
    }

    /// Something to ask about, on no day: a task that is never due.
    struct Task {
        let identifier: String
        let summary: String
        let description: String
    }

    var events: [Event]
    var tasks: [Task] = []
    /// What a calendar that is subscribed to is called; nil for a file that is taken once.
    var subscription: String?
    let now: Date
    let today: CalendarDate

    /// The file's text: lines of at most 75 bytes that end in CR LF.
    var text: String {
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Vaccinapp//Vaccinapp//EN", "CALSCALE:GREGORIAN"]
        if let subscription {
            let name = Self.escaped(subscription)
            lines += [
                "NAME:\(name)", "X-WR-CALNAME:\(name)", "REFRESH-INTERVAL;VALUE=DURATION:P1D", "X-PUBLISHED-TTL:P1D",
            ]
        }
        for event in events { lines += self.lines(event) }
        for task in tasks { lines += self.lines(task) }
        lines.append("END:VCALENDAR")
        return lines.map { Self.folded($0) + "\r\n" }.joined()
    }

    private func lines(_ event: Event) -> [String] {
        [
            "BEGIN:VEVENT", "UID:\(event.identifier)@vaccinapp", "DTSTAMP:\(Self.stamp(now))",
            "DTSTART;VALUE=DATE:\(Self.day(event.date))", "DTEND;VALUE=DATE:\(Self.day(event.date.adding(days: 1)))",
            "SUMMARY:\(Self.escaped(event.summary))", "DESCRIPTION:\(Self.escaped(event.description))",
            "TRANSP:TRANSPARENT", "CLASS:PRIVATE",
        ] + (subscription == nil ? [] : alarm(event)) + ["END:VEVENT"]
    }

    /// In the morning of the day; of what is due already, the next morning, since today's may be over.
    private func alarm(_ event: Event) -> [String] {
        let trigger = event.date > today ? "PT9H" : "P1DT9H"
        return [
            "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:\(trigger)", "DESCRIPTION:\(Self.escaped(event.summary))",
            "END:VALARM",
        ]
    }

    private func lines(_ task: Task) -> [String] {
        [
            "BEGIN:VTODO", "UID:\(task.identifier)@vaccinapp", "DTSTAMP:\(Self.stamp(now))",
            "SUMMARY:\(Self.escaped(task.summary))", "DESCRIPTION:\(Self.escaped(task.description))",
            "STATUS:NEEDS-ACTION", "CLASS:PRIVATE", "END:VTODO",
        ]
    }

    /// A name for an event that stays the same from one export to the next.
    static func identifier(pass: PassID, _ keys: [String]) -> String {
        let text = ([pass.description] + keys.sorted()).joined(separator: "\n")
        return SHA256.hash(data: Array(text.utf8)).prefix(16).map { String(format: "%02x", $0) }.joined()
    }

    /// RFC 5545, section 3.3.11.
    static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,")
            .replacing("\r\n", with: "\\n").replacing("\n", with: "\\n").replacing("\r", with: "\\n")
    }

    /// RFC 5545, section 3.1: no line is longer than 75 bytes, and no character is torn apart.
    static func folded(_ line: String) -> String {
        var (result, length) = ("", 0)
        for scalar in line.unicodeScalars {
            let width = String(scalar).utf8.count
            if length + width > 75 {
                result += "\r\n "
                length = 1
            }
            result.unicodeScalars.append(scalar)
            length += width
        }
        return result
    }

    private static func day(_ date: CalendarDate) -> String { date.description.replacing("-", with: "") }

    /// A file's text but for when it was made.
    static func unstamped(_ text: String) -> String { text.replacing(/DTSTAMP:[0-9TZ]+/, with: "") }

    private static func stamp(_ moment: Date) -> String {
        moment.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
    }
}
