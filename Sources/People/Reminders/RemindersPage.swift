import Model
import Vault
import Web

/// What the start page reminds of, and until when it doesn't.
package struct RemindersPage: FormPage {
    let form: FormView
    let passes: [PassRecord]
    /// The pauses that hold, each with what ends it.
    let paused: [PausedLine]
    /// Nil where this server sends none.
    var mail: MailPart?
    static let template = "Reminders/reminders"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`reminders.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("action") { _ in Links.reminders() },
        .flag("isPaused") { !$0.paused.isEmpty }, .rows("paused") { $0.paused },
        .one("pass") { page, words in
            let all = FormControl.Option(value: ReminderPause.all, text: words[.`reminders.all`])
            let one = page.passes.map { FormControl.Option(value: $0.id.description, text: $0.name) }
            return page.passes.count > 1 ? page.form.choiceControl("pass", [all] + one) : nil
        },
        .one("length") { page, words in
            let lengths = PauseForm.Length.allCases.filter { $0 != .none }
            let options = lengths.map { length in
                FormControl.Option(value: length.rawValue, text: words[length.text])
            }
            return page.form.choiceControl("pause", options, radio: true)
        },
        .one("mail") { $0.mail },
        .rows("calendars") { $0.passes.map { CalendarPlace(pass: $0) } },
        .one("until") { page in page.form.dateControl("until") },
    ]
}

/// Where the calendar of a pass is subscribed to.
struct CalendarPlace: TemplateModel {
    let pass: PassRecord

    static let fields: [TemplateField<Self>] = [
        .text("place") { Links.calendarFeed($0.pass.id) }, .text("name") { $0.pass.name },
    ]
}

extension PauseForm.Length {
    fileprivate var text: Message {
        switch self {
        case .none: .`reminders.end`
        case .day: .`reminders.day`
        case .week: .`reminders.week`
        case .month: .`reminders.month`
        case .date: .`reminders.date`
        }
    }
}
