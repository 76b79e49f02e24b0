import CivilDates
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Vault

/// Pausing what the start page reminds of.
struct RemindersRoutes: Sendable {
    let services: Services

    @Sendable func showReminders(_ member: SignedInRequest) async throws -> Response {
        let pass = member.visit.request.uri.queryParameters["pass"].map { String($0) }
        return member.page(page(FormView(values: ["pass": pass ?? PauseForm.all]), member))
    }

    /// Pauses the reminders of a pass or of all, or ends their pause.
    @Sendable func saveReminders(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        let today = CalendarDate(member.now)
        let form = PauseForm(fields, passes: member.passes, today: today, words: member.words)
        guard form.errors.isEmpty else {
            let view = FormView(values: fields.values(of: PauseForm.names), errors: form.errors)
            return member.page(page(view, member), status: .unprocessableContent)
        }
        try await member.vault.write { records in
            for pass in form.passes {
                try ReminderPause.set(form.until.map { (today, $0) }, of: pass.id, in: records)
            }
        }
        let flash: Flash = form.until == nil ? .remindersOn : .remindersPaused
        let place =
            switch fields["page"].flatMap(PausedLine.Place.init) {
            case .home: Links.home
            case .pass: form.passes.first.map { Links.pass($0.id) } ?? Links.home
            case nil: Links.reminders
            }
        return member.redirect(to: flash.on(place))
    }

    private func page(_ form: FormView, _ member: SignedInRequest) -> RemindersPage {
        let today = CalendarDate(member.now)
        let paused = member.passes.compactMap { pass in
            member.pausedUntil(pass, on: today).map { PausedLine(until: $0, pass: pass, place: nil) }
        }
        return RemindersPage(form: form, passes: member.passes, paused: paused)
    }
}
