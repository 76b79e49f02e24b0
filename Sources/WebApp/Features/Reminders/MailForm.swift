import Vault

/// To which address reminders go, and when.
struct MailForm: Sendable {
    static let names = ["address", "kind"]

    let address: MailAddress?
    let kind: ReminderMail.Kind?
    let errors: FormErrors

    init(_ fields: FormFields, words: Localizer) {
        var reader = FormReader(fields, words)
        address = reader.text("address").flatMap { MailAddress($0) }
        if address == nil { reader.fail("address", .errorMailAddress) }
        kind = fields["kind"].flatMap(ReminderMail.Kind.init)
        if kind == nil { reader.fail("kind", .errorMailKind) }
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
            if mail.isUnreachable { return words[.mailStateUnreachable] }
            guard mail.confirmedAt != nil else { return words[.mailStateWaiting] }
            return words[mail.kind == .monthly ? .mailStateMonthly : .mailStateDue]
        }
    }

    static let fields: [TemplateField<Self>] = [
        .text("state") { part, words in part.state(words) }, .text("action") { _ in Links.reminderMail() },
        .one("address") { $0.form.textControl("address", hint: true) },
        .one("kind") { part, words in
            let options = ReminderMail.Kind.allCases.map { kind in
                FormControl.Option(
                    value: kind.rawValue, text: words[kind == .monthly ? .mailKindMonthly : .mailKindDue])
            }
            return part.form.choiceControl("kind", options, radio: true)
        },
    ]
}
