import ByteCoding
import CivilDates
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Immunization
import Model
import Vault
import VaultStorage

/// Mail that says that something may be due.
extension RemindersRoutes {
    /// Begins with an address, or ends it.
    @Sendable func saveMail(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        guard let mail = services.mail else { throw HTTPProblem.notFound }
        let account = member.session.accountID
        if fields["step"] == "end" {
            try await services.accounts.endReminderMail(of: account)
            await member.log(.reminderMailEnded)
            return member.redirect(to: Flash.mailEnded.on(Links.reminders))
        }
        let form = MailForm(fields, words: member.words)
        guard form.errors.isEmpty, let address = form.address, let kind = form.kind else {
            let view = FormView(values: fields.values(of: MailForm.names), errors: form.errors)
            return member.page(try await page(mail: view, member), status: .unprocessableContent)
        }
        // Each is a message to an address that somebody else may have.
        for whose in [account.description, address.text.lowercased()] {
            guard let wait = services.mailLimit.take(whose) else { continue }
            throw HTTPProblem.tooManyRequests(retryAfter: wait)
        }
        try await services.accounts.save(
            address.text, kind, language: member.words.code, key: mail.key, of: account)
        await member.log(.reminderMailSaved)
        try await member.publishReminderDays(isForced: true)
        return member.redirect(to: Flash.mailSaved.on(Links.reminders))
    }

    /// What whoever has a message can do by its link.
    @Sendable func showMail(_ visit: VisitorRequest, _ member: SignedInRequest?) async throws -> Response {
        guard let mail = services.mail else { throw HTTPProblem.notFound }
        let name = try name(visit.parameter("token"))
        let state = try await services.accounts.reminderMail(called: name, key: mail.key)
        let page = MailLinkPage(token: try visit.parameter("token"), state: state)
        return member?.page(page) ?? visit.page(page)
    }

    /// Confirms an address, or stops; the latter also with one request of a mail program (RFC 8058).
    @Sendable func saveMailLink(_ request: Request, _ client: Client) async throws -> Response {
        if let wait = mailClients.take(client.address.key) { throw HTTPProblem.tooManyRequests(retryAfter: wait) }
        let token = String(request.uri.path.split(separator: "/").last ?? "")
        let name = try name(token)
        let body = try? await request.body.collect(upTo: 1_024)
        let fields = body.flatMap { try? FormFields.parse($0.readableBytesView) }
        if fields?["step"] == "confirm" {
            _ = try await services.accounts.confirmReminderMail(name)
        } else {
            _ = try await services.accounts.stopReminderMail(name)
            if fields?["List-Unsubscribe"] == "One-Click" {
                return Response(status: .ok, headers: [.cacheControl: "no-store"])
            }
        }
        return Response(status: .seeOther, headers: [.location: "/mail/\(token)", .cacheControl: "no-store"])
    }

    private func name(_ token: String) throws(HTTPProblem) -> [UInt8] {
        guard let mail = services.mail, let bytes = Base64URL.decode(token), let name = mail.key.name(in: bytes) else {
            throw .notFound
        }
        return name
    }
}

/// Confirms or stops reminders by mail.
struct MailLinkPage: Page {
    let token: String
    /// Nil where it was stopped.
    let state: ReminderMail?
    static let template = "Reminders/mail-link"
    let section = Section.none

    func title(_ words: Localizer) -> String { words[.mailTitle] }

    static let fields: [TemplateField<Self>] = [
        .text("action") { "/mail/\($0.token)" }, .flag("isStopped") { $0.state == nil },
        .flag("isWaiting") { $0.state.map { $0.confirmedAt == nil } ?? false },
    ]
}

extension SignedInRequest {
    private static let daysKey = "reminder-days"
    /// How far ahead days are said.
    private static let horizon = CalendarPeriod(years: 1)

    /// Says the days of the account's visits, where its owner wants mail on them, unless that is done.
    func publishReminderDays(isForced: Bool = false) async throws {
        guard let mail = services.mail else { return }
        let use = services.catalogue.inUse
        let basis = "\(today) \(use.name)"
        if !isForced, try await vault.kept().value(for: Self.daysKey, as: String.self) == basis { return }
        let (kept, generation, records) = try await vault.read { records in
            let isWithdrawn = try records.consents().first?.withdrawnAt != nil
            let found = isWithdrawn ? [] : try records.passes().map { try HealthRecord($0, in: records) }
            return (records.kept, records.generation, found)
        }
        guard try await services.accounts.reminderMail(of: session.accountID, key: mail.key)?.kind == .due else {
            return kept.keep(basis, for: Self.daysKey)
        }
        let last = today.adding(Self.horizon)
        let days = records.flatMap { record -> [CalendarDate] in
            let advice = Advice(record, use.release, on: today)
            return advice.map { $0.visits(for: $0.recommendations).map(\.date) } ?? []
        }
        try await services.accounts.publish(
            reminderDays: days.filter { today < $0 && $0 <= last }, of: session.accountID, generation: generation)
        kept.keep(basis, for: Self.daysKey)
    }
}
