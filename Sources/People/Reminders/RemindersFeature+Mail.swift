import Answers
import CivilDates
import Fairness
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Immunization
import Lists
import Model
import Vault
import VaultStorage
import Web

/// Mail that says that something may be due.
extension RemindersFeature {
    /// Begins with an address, or ends it.
    static func changeMail(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        let mail = try member.services.mail.found()
        let account = member.session.accountID
        if fields["step"] == "end" {
            try await member.accounts.endReminderMail(of: account)
            await member.log(.reminderMailEnded)
            return member.done(.`done.mail-ended`, at: Links.reminders())
        }
        let form = MailForm(fields, words: member.words)
        guard form.errors.isEmpty, let address = form.address, let kind = form.kind else { throw form.errors }
        let isSaved = try await member.accounts.save(
            address.text, kind, language: member.words.code, key: mail.key, of: account)
        guard isSaved else {
            var errors = form.errors
            errors.add("address", member.words[.`error.mail.today`])
            throw errors
        }
        await member.log(.reminderMailSaved)
        try await member.publishReminderDays(isForced: true)
        return member.done(.`done.mail-saved`, at: Links.reminders())
    }

    /// What whoever has a message can do by its link.
    static func showMail(_ visit: VisitorRequest, _ token: [UInt8]) async throws -> Response {
        let state = try await visit.accounts.state(of: link(token, visit.services))
        return visit.page(MailLinkPage(token: token, state: state))
    }

    /// Confirms an address, stops, or takes that back; stopping also with one request of a mail program (RFC 8058).
    static func followMailLink(_ program: ProgramRequest, _ token: [UInt8]) async throws -> Response {
        try program.limit(program.services.mailClients)
        let link = try link(token, program.services)
        let body = try? await program.request.body.collect(upTo: 1_024)
        let fields = body.flatMap { FormFields.readable($0.readableBytesView) }
        switch fields?["step"] {
        case "confirm": _ = try await program.accounts.confirmReminderMail(link)
        case "allow": try await program.accounts.allowReminderMail(link)
        default:
            try await program.accounts.stopReminderMail(link)
            if fields?["List-Unsubscribe"] == "One-Click" {
                return Response(status: .ok, headers: [.cacheControl: "no-store"])
            }
        }
        return Response(status: .seeOther, headers: [.location: Links.mail(token), .cacheControl: "no-store"])
    }

    private static func link(_ token: [UInt8], _ services: Services) throws(HTTPProblem) -> MailLink {
        try services.accounts.mailLink(token).found()
    }
}

/// Confirms or stops reminders by mail, or takes back that they were stopped.
struct MailLinkPage: Page {
    let token: [UInt8]
    let state: MailLinkState
    static let template = "Reminders/mail-link"
    let section = Section.none

    func title(_ words: Localizer) -> String { words[.`mail.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("action") { Links.mail($0.token) }, .flag("isStopped") { $0.state == .stopped },
        .flag("isWaiting") { $0.state == .waiting },
        .text("text") { page, words in words(page.state) },
    ]
}

extension SignedInRequest {
    private static let daysKey = "reminder-days"
    /// How far ahead days are said.
    private static let horizon = CalendarPeriod(years: 1)

    private var daysBasis: String { "\(today) \(services.catalogue.inUse.name)" }

    func areReminderDaysPublished() async throws -> Bool {
        guard services.mail != nil else { return true }
        return try await vault.kept().value(for: Self.daysKey, as: String.self) == daysBasis
    }

    /// Says the days of the account's visits, where its owner wants mail on them, unless that is done.
    func publishReminderDays(isForced: Bool = false) async throws {
        guard let mail = services.mail else { return }
        let (basis, release) = (daysBasis, services.catalogue.inUse.release)
        if !isForced, try await areReminderDaysPublished() { return }
        let (kept, generation, passes) = try await vault.read { records in
            let isWithdrawn = try records.consents().first?.withdrawnAt != nil
            return (records.kept, records.generation, isWithdrawn ? [] : try records.passes())
        }
        guard try await services.accounts.reminderMail(of: session.accountID, key: mail.key)?.kind == .due else {
            return kept.keep(basis, for: Self.daysKey)
        }
        let last = today.adding(Self.horizon)
        var days: [CalendarDate] = []
        for pass in passes {
            try Task.checkCancellation()
            // As calendars are: a turn each, beside what others wait for.
            days += try await services.longThreads.run(for: claimant) {
                let record = try await vault.read { try HealthRecord(pass, in: $0) }
                return try record.answer(release, on: today).reminderDays
            }
        }
        try await services.accounts.publish(
            reminderDays: days.filter { today < $0 && $0 <= last }, of: session.accountID, generation: generation)
        kept.keep(basis, for: Self.daysKey)
    }
}

extension MailLinkState: MessageCode { static let family = "mail" }
