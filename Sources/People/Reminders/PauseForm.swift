import CivilDates
import Model
import Vault
import Web

/// For how long the reminders of a pass, or of all, are paused.
struct PauseForm: Sendable {
    enum Length: String, CaseIterable, Sendable {
        case none, day, week, month, date
    }

    /// The passes that are meant.
    let passes: [PassRecord]
    /// Nil where a pause is ended.
    let until: CalendarDate?
    let errors: FormErrors

    init(_ fields: FormFields, passes: [PassRecord], today: CalendarDate, words: Localizer) {
        var reader = FormReader(fields, words)
        let pass = reader.text("pass") ?? ReminderPause.all
        self.passes = pass == ReminderPause.all ? passes : passes.filter { $0.id.description == pass }
        if pass != ReminderPause.all, self.passes.isEmpty { reader.fail("pass", .`error.pause.pass`) }
        switch fields["pause"].flatMap(Length.init) {
        case .none?: until = nil
        case .day: until = today.adding(days: 1)
        case .week: until = today.adding(days: 7)
        case .month: until = today.adding(CalendarPeriod(months: 1))
        case .date:
            until = reader.day(
                "until", from: CalendarPeriod(days: 1), to: ReminderPause.longest, of: today,
                outside: .`error.pause.date`)
        case nil:
            until = nil
            reader.fail("pause", .`error.pause`)
        }
        errors = reader.errors
    }
}
