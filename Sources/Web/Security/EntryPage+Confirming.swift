extension EntryPage {
    /// Asks before something is deleted, and says what will happen.
    ///
    /// - Parameters:
    ///   - what: what it is; nil where the heading and what goes along say it.
    ///   - items: what goes along with it, in words.
    ///   - isKept: whether it can be brought back from the bin.
    package init(
        deleting heading: String, _ what: String?, along items: [String] = [], submit: String, action: String,
        cancel: String, section: Section = .vaccinations, isKept: Bool = false, _ words: Localizer
    ) {
        let along: [PagePart] = items.isEmpty ? [] : [.text(words[.`shared.delete.goes`]), .list(items)]
        self.init(
            heading, section: section, form: FormView(),
            lead: (what.map { [.text($0)] } ?? []) + along
                + [isKept ? .text(words[.`bin.kept`]) : .strong(words[.`shared.delete.final`])],
            asks: [], submit: [PageButton(submit, isDanger: true)], action: action,
            cancel: NamedLink(words[.`shared.cancel`], cancel))
    }

    /// Asks for the password again before something grave, and says what will happen.
    ///
    /// - Parameter asked: what it asks for beside.
    package init(
        confirming heading: String, _ paragraphs: [String], form: FormView?, asks asked: [PagePart] = [],
        submit: PageButton, action: String, cancel: String, _ words: Localizer
    ) {
        let form = form ?? FormView()
        self.init(
            heading, section: .settings, form: form, lead: paragraphs.map { .text($0) },
            asks: asked + [form.passwordAgain(words)], submit: [submit], action: action,
            cancel: NamedLink(words[.`shared.cancel`], cancel))
    }
}

extension FormView {
    /// The account's password, to confirm something.
    package func passwordAgain(_ words: Localizer) -> PagePart {
        line("password", words[.`security.password.again`], .currentPassword, isRequired: true)
    }
}

extension EntryPage {
    package static func recoveryCode(_ member: SignedInRequest, _ form: FormView?) -> Self {
        let words = member.words
        return Self(
            confirming: words[.`security.recovery.title`],
            [words[.`security.recovery.lead`], words[.`security.recovery.old`]], form: form,
            submit: PageButton(words[.`security.recovery.submit`]), action: Links.renewRecoveryCode(),
            cancel: Links.settings(), words)
    }

    package static func showRecoveryCode(_ member: SignedInRequest, _ form: FormView?) -> Self {
        let words = member.words
        return Self(
            confirming: words[.`accounts.code.title`], [words[.`accounts.code.password`]], form: form,
            submit: PageButton(words[.`accounts.code.show`]), action: Links.recoveryCode(), cancel: Links.home(), words)
    }

    package static func startSecondFactor(_ member: SignedInRequest, _ form: FormView?) -> Self {
        let (words, view) = (member.words, form ?? FormView())
        return Self(
            confirming: words[.`security.start.title`],
            [words[.`security.start.lead`], words[.`security.start.apps`]], form: form,
            asks: [
                view.line(
                    "name", words[.`security.start.name`], hint: words[.`security.start.name.hint`], .plain(limit: 40))
            ],
            submit: PageButton(words[.`security.start.submit`]), action: Links.secondFactorStart(),
            cancel: Links.secondFactor(), words)
    }

    package static func oneTimeCodes(_ member: SignedInRequest, _ form: FormView?) -> Self {
        let words = member.words
        return Self(
            confirming: words[.`security.codes.title`], [words[.`security.codes.old`]], form: form,
            submit: PageButton(words[.`security.codes.submit`]), action: Links.oneTimeCodes(),
            cancel: Links.secondFactor(), words)
    }

    package static func secondFactorOff(_ member: SignedInRequest, _ form: FormView?) -> Self {
        let words = member.words
        return Self(
            confirming: words[.`security.off.title`], [words[.`security.off.lead`]], form: form,
            submit: PageButton(words[.`security.off.submit`], isDanger: true), action: Links.secondFactorOff(),
            cancel: Links.secondFactor(), words)
    }
}
