/// Asks before something is deleted, or the password again before something grave, and says what will happen.
package struct ConfirmPage: FormPage {
    /// What is deleted.
    struct Deletion: Sendable {
        /// What goes along with it, in words.
        let items: [String]
        /// Whether it can be brought back from the bin.
        let isKept: Bool
    }

    let heading: String
    let paragraphs: [String]
    /// Nil where nothing is.
    let deletion: Deletion?
    package let form: FormView
    /// The fields that it has: `password`, and `name`, which may be left empty.
    let asked: Set<String>
    let submit: String
    let action: String
    let cancel: String
    let isDanger: Bool
    package let section: Section

    /// Before something grave.
    package init(
        heading: String, paragraphs: [String], form: FormView?, submit: String, action: String, cancel: String,
        isDanger: Bool = false, asksName: Bool = false
    ) {
        (self.heading, self.paragraphs, self.submit) = (heading, paragraphs, submit)
        (self.action, self.cancel, self.isDanger) = (action, cancel, isDanger)
        (self.form, deletion, section) = (form ?? FormView(), nil, .settings)
        asked = asksName ? ["password", "name"] : ["password"]
    }

    /// Before something is deleted.
    ///
    /// - Parameter what: what it is; nil where the heading and what goes along say it.
    package init(
        deleting heading: String, _ what: String?, along items: [String] = [], submit: String, action: String,
        cancel: String, section: Section = .vaccinations, isKept: Bool = false
    ) {
        (self.heading, paragraphs, self.submit) = (heading, what.map { [$0] } ?? [], submit)
        (self.action, self.cancel, isDanger) = (action, cancel, true)
        (form, asked, self.section) = (FormView(), [], section)
        deletion = Deletion(items: items, isKept: isKept)
    }

    package static let template = "Shared/confirm"

    package func title(_ words: Localizer) -> String { heading }

    package static let fields: [TemplateField<Self>] = [
        .lines("paragraphs") { page, _ in page.paragraphs },
        .one("deletion") { $0.deletion },
        .one("name") { $0.asked.contains("name") ? $0.form.textControl("name", hint: true) : nil },
        .one("password") { $0.asked.contains("password") ? $0.form.textControl("password", secret: true) : nil },
        .text("submit") { $0.submit }, .text("action") { $0.action }, .text("cancel") { $0.cancel },
        .flag("danger") { $0.isDanger },
    ]
}

extension ConfirmPage.Deletion: TemplateModel {
    static let fields: [TemplateField<Self>] = [
        .one("alsoDeleted") { RowGroup($0.items.map { TextLine(text: $0) }) }, .flag("isKept") { $0.isKept },
    ]
}

extension ConfirmPage {
    package static func recoveryCode(_ member: SignedInRequest, _ form: FormView?) -> ConfirmPage {
        let words = member.words
        return ConfirmPage(
            heading: words[.`security.recovery.title`],
            paragraphs: [words[.`security.recovery.lead`], words[.`security.recovery.old`]], form: form,
            submit: words[.`security.recovery.submit`], action: Links.renewRecoveryCode(), cancel: Links.settings())
    }

    package static func showRecoveryCode(_ member: SignedInRequest, _ form: FormView?) -> ConfirmPage {
        let words = member.words
        return ConfirmPage(
            heading: words[.`accounts.code.title`], paragraphs: [words[.`accounts.code.password`]], form: form,
            submit: words[.`accounts.code.show`], action: Links.recoveryCode(), cancel: Links.home())
    }

    package static func startSecondFactor(_ member: SignedInRequest, _ form: FormView?) -> ConfirmPage {
        let words = member.words
        return ConfirmPage(
            heading: words[.`security.start.title`],
            paragraphs: [words[.`security.start.lead`], words[.`security.start.apps`]], form: form,
            submit: words[.`security.start.submit`], action: Links.secondFactorStart(), cancel: Links.secondFactor(),
            asksName: true)
    }

    package static func oneTimeCodes(_ member: SignedInRequest, _ form: FormView?) -> ConfirmPage {
        let words = member.words
        return ConfirmPage(
            heading: words[.`security.codes.title`], paragraphs: [words[.`security.codes.old`]], form: form,
            submit: words[.`security.codes.submit`], action: Links.oneTimeCodes(), cancel: Links.secondFactor())
    }

    package static func secondFactorOff(_ member: SignedInRequest, _ form: FormView?) -> ConfirmPage {
        let words = member.words
        return ConfirmPage(
            heading: words[.`security.off.title`], paragraphs: [words[.`security.off.lead`]], form: form,
            submit: words[.`security.off.submit`], action: Links.secondFactorOff(), cancel: Links.secondFactor(),
            isDanger: true)
    }
}
