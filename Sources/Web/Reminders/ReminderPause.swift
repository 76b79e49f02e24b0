package import CivilDates
import Model
package import Vault

/// That nobody is reminded of a pass for a while: a setting of the account.
///
/// It says what the start page keeps to itself; lists and the pages of certificates know nothing of it.
package struct ReminderPause: Sendable, Equatable {
    /// The farthest day that can be chosen.
    package static let longest = CalendarPeriod(years: 1)
    /// What a form's `pass` says for every pass.
    package static let all = "all"

    package let from: CalendarDate
    /// The day on which reminders are back.
    package let until: CalendarDate

    /// The pause of a pass; nil where none holds on this day.
    ///
    /// One that begins in the future was begun by a wrong clock, and would last as long as that was wrong.
    package init?(of pass: PassID, in settings: [String: String], on today: CalendarDate) {
        let days = settings[Self.key(pass)]?.split(separator: "/").compactMap { CalendarDate(String($0)) } ?? []
        guard days.count == 2, today < days[1], today >= days[0].adding(days: -1) else { return nil }
        (from, until) = (days[0], days[1])
    }

    /// Pauses a pass from one day until another, or, with none, ends its pause.
    package static func set(_ days: (from: CalendarDate, until: CalendarDate)?, of pass: PassID, in records: Records)
        throws
    {
        // An interval as in ISO 8601-1, section 5.5.
        try records.setSetting(key(pass), to: days.map { "\($0.from)/\($0.until)" })
    }

    private static func key(_ pass: PassID) -> String { "reminders-paused-\(pass)" }
}

extension SignedInRequest {
    /// Until when a pass's reminders are paused; nil where they aren't.
    package func pausedUntil(_ pass: PassRecord, on today: CalendarDate) -> CalendarDate? {
        ReminderPause(of: pass.id, in: account.settings, on: today)?.until
    }

    /// Until when all passes are paused alike; nil where they aren't.
    package func allPausedUntil(on today: CalendarDate) -> CalendarDate? {
        let days = Set(passes.map { pausedUntil($0, on: today) })
        return days.count == 1 ? days.first ?? nil : nil
    }
}

/// The line that says until when reminders are paused, with the one click that ends it.
package struct PausedLine: TemplateModel {
    /// Where ending it leads back to; nil for the page of reminders.
    package enum Place: String {
        case home, pass
    }

    package let until: CalendarDate
    /// Nil for all passes.
    package let pass: PassRecord?
    package let place: Place?

    package init(until: CalendarDate, pass: PassRecord?, place: Place?) {
        self.until = until
        self.pass = pass
        self.place = place
    }

    package static let fields: [TemplateField<Self>] = [
        .text("text") { line, words in
            let message = line.pass == nil ? Message.`reminders.paused.all` : .`reminders.paused`
            return words(message, ["date": words.date(line.until.description)])
        },
        .text("value") { $0.pass?.id.description ?? ReminderPause.all }, .text("name") { $0.pass?.name },
        .text("page") { $0.place?.rawValue }, .text("action") { _ in Links.reminders() },
        .flag("showsName") { $0.place == nil },
    ]
}
