/// Asks for the password again before something grave, and says what will happen.
package struct ConfirmPage: FormPage {
    package let heading: String
    package let paragraphs: [String]
    package let form: FormView
    package let submit: String
    package let action: String
    package let cancel: String
    package var isDanger: Bool
    /// Whether it asks for a name, too, which may be left empty.
    var asksName: Bool

    package init(
        heading: String, paragraphs: [String], form: FormView, submit: String, action: String, cancel: String,
        isDanger: Bool = false, asksName: Bool = false
    ) {
        self.heading = heading
        self.paragraphs = paragraphs
        self.form = form
        self.submit = submit
        self.action = action
        self.cancel = cancel
        self.isDanger = isDanger
        self.asksName = asksName
    }

    package static let template = "Security/confirm"
    package let section = Section.settings

    package func title(_ words: Localizer) -> String { heading }

    package static let fields: [TemplateField<Self>] = [
        .lines("paragraphs") { page, _ in page.paragraphs }, .one("errors") { $0.form.errors.summary },
        .one("name") { $0.asksName ? $0.form.textControl("name", hint: true) : nil },
        .one("password") { $0.form.textControl("password", secret: true) }, .text("submit") { $0.submit },
        .text("action") { $0.action }, .text("cancel") { $0.cancel }, .flag("danger") { $0.isDanger },
    ]
}

extension ConfirmPage {
    package static func recoveryCode(_ form: FormView, _ words: Localizer) -> ConfirmPage {
        ConfirmPage(
            heading: words[.`security.recovery.title`],
            paragraphs: [words[.`security.recovery.lead`], words[.`security.recovery.old`]], form: form,
            submit: words[.`security.recovery.submit`], action: Links.renewRecoveryCode(), cancel: Links.settings())
    }

    package static func showRecoveryCode(_ form: FormView, _ words: Localizer) -> ConfirmPage {
        ConfirmPage(
            heading: words[.`accounts.code.title`], paragraphs: [words[.`accounts.code.password`]], form: form,
            submit: words[.`accounts.code.show`], action: Links.recoveryCode(), cancel: Links.home())
    }

    package static func startSecondFactor(_ form: FormView, _ words: Localizer) -> ConfirmPage {
        ConfirmPage(
            heading: words[.`security.start.title`],
            paragraphs: [words[.`security.start.lead`], words[.`security.start.apps`]], form: form,
            submit: words[.`security.start.submit`], action: Links.secondFactorStart(), cancel: Links.secondFactor(),
            asksName: true)
    }

    package static func oneTimeCodes(_ form: FormView, _ words: Localizer) -> ConfirmPage {
        ConfirmPage(
            heading: words[.`security.codes.title`], paragraphs: [words[.`security.codes.old`]], form: form,
            submit: words[.`security.codes.submit`], action: Links.oneTimeCodes(), cancel: Links.secondFactor())
    }

    package static func secondFactorOff(_ form: FormView, _ words: Localizer) -> ConfirmPage {
        ConfirmPage(
            heading: words[.`security.off.title`], paragraphs: [words[.`security.off.lead`]], form: form,
            submit: words[.`security.off.submit`], action: Links.secondFactorOff(), cancel: Links.secondFactor(),
            isDanger: true)
    }
}
