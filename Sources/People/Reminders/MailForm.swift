import Vault
import Web

/// To which address reminders go, and when.
struct MailForm: Sendable {
    let address: MailAddress?
    let kind: ReminderMail.Kind?
    let errors: FormErrors

    init(_ fields: FormFields, words: Localizer) {
        var reader = FormReader(fields, words)
        address = reader.text("address").flatMap { MailAddress($0) }
        if address == nil { reader.fail("address", .`error.mail.address`) }
        kind = fields["kind"].flatMap(ReminderMail.Kind.init)
        if kind == nil { reader.fail("kind", .`error.mail.kind`) }
        errors = reader.errors
    }
}

/// The part of the page of reminders that is about mail.
struct MailPart: TemplateModel {
    /// Nil where none is wanted.
    let mail: ReminderMail?
    let form: FormView

    private func state(_ words: Localizer) -> String? {
        mail.map { mail in
            if mail.isUnreachable { return words[.`mail.state.unreachable`] }
            guard mail.confirmedAt != nil else { return words[.`mail.state.waiting`] }
            return words[mail.kind == .monthly ? .`mail.state.monthly` : .`mail.state.due`]
        }
    }

    static let fields: [TemplateField<Self>] = [
        .text("state") { part, words in part.state(words) }, .text("action") { _ in Links.reminderMail() },
        .one("address") { $0.form.textControl("address", hint: true) },
        .one("kind") { part, words in
            let options = ReminderMail.Kind.allCases.map { kind in
                FormControl.Option(
                    value: kind.rawValue, text: words[kind == .monthly ? .`mail.kind.monthly` : .`mail.kind.due`])
            }
            return part.form.choiceControl("kind", options, radio: true)
        },
    ]
}
