import CivilDates
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Vault
package import Web

/// Pausing what the start page reminds of.
package enum RemindersFeature: Feature {
    package static let routes: [Route] = [
        .get(Links.mail, public: showMail), .post(Links.mail, api: followMailLink),
        .get(Links.reminders, form: page), .post(Links.reminders, form: page, changeReminders),
        .post(Links.reminderMail, form: mailPage, changeMail).long,
    ]
    package static let pages: [any Page.Type] = [RemindersPage.self, MailLinkPage.self]
    package static var codes: [any MessageCode.Type] { [MailLinkState.self] }
    package static let publications = [
        Publication(
            isCurrent: { try await $0.areReminderDaysPublished() }, publish: { try await $0.publishReminderDays() })
    ]

    /// Pauses the reminders of a pass or of all, or ends their pause.
    static func changeReminders(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        let today = member.today
        let form = PauseForm(fields, passes: member.passes, today: today, words: member.words)
        try form.errors.check()
        try await member.vault.write { records in
            for pass in form.passes {
                try ReminderPause.set(form.until.map { (today, $0) }, of: pass.id, in: records)
            }
        }
        let place =
            switch fields["page"].flatMap(PausedLine.Place.init) {
            case .home: Links.home()
            case .pass: form.passes.first.map { Links.pass($0.id) } ?? Links.home()
            case nil: Links.reminders()
            }
        return member.done(form.until == nil ? .`done.reminders-on` : .`done.reminders-paused`, at: place)
    }

    package static func page(_ member: SignedInRequest, _ form: FormView?) async throws -> RemindersPage {
        let first = FormView(values: ["pass": member.query("pass") ?? ReminderPause.all])
        return try await remindersPage(member, pause: form ?? first, mail: FormView())
    }

    /// The same page, with what was typed in its part about mail.
    static func mailPage(_ member: SignedInRequest, _ form: FormView?) async throws -> RemindersPage {
        try await remindersPage(member, pause: FormView(), mail: form ?? FormView())
    }

    private static func remindersPage(_ member: SignedInRequest, pause form: FormView, mail: FormView) async throws
        -> RemindersPage
    {
        let paused = member.passes.compactMap { pass in
            member.pausedUntil(pass, on: member.today).map { PausedLine(until: $0, pass: pass, place: nil) }
        }
        var page = RemindersPage(
            form: FormView(values: form.values, errors: mail.errors.isEmpty ? form.errors : mail.errors),
            passes: member.passes, paused: paused)
        if let post = member.services.mail {
            let state = try await member.accounts.reminderMail(of: member.session.accountID, key: post.key)
            page.mail = MailPart(mail: state, form: mail)
        }
        return page
    }
}
