import HTTPTypes
import Hummingbird
import HummingbirdCore
import Vault
import Web

/// The end of an account: withdrawing consent, and deleting everything.
extension SecurityFeature {
    /// Deletes the keys at once, so that no copy of the data opens any more, then the data.
    static func deleteAccount(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        let deletion = try await member.withPassword(fields["password"]) { password in
            try await member.accounts.delete(member.session, password: password)
        }
        if let fault = deletion.fault { throw FormErrors("password", fault) }
        return member.visit.signedOut(.`done.account-deleted`)
    }

    /// Withdraws the consent, which leads to deletion 30 days later, or gives it again: after that, or to a newer policy.
    static func changeConsent(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        switch fields["consent"] {
        case "withdrawn":
            try await member.accounts.consent.withdraw(member.session, at: member.now)
            return member.redirect(to: Links.deleteAccount())
        case "yes":
            let last = try await member.vault.read { records in try records.consents().first }
            guard last?.withdrawnAt != nil || last?.version != Privacy.version else {
                return member.redirect(to: Links.settings())
            }
            let consent = try ConsentRecord(version: Privacy.version, time: member.now, language: member.words.code)
            try await member.accounts.consent.give(consent, member.session)
            return member.done(.`done.consent-given`, at: Links.settings())
        default: throw HTTPProblem.badForm
        }
    }

    static func deletion(_ member: SignedInRequest, _ form: FormView?) async throws -> DeleteAccountPage {
        let passes = member.passes
        let contents = try await member.vault.read { records in try passes.map { try records.contents(of: $0.id) } }
        let withdrawnAt = member.consentWithdrawnAt
        let end = withdrawnAt == nil ? nil : try await member.accounts.consent.deletion(of: member.session)
        return DeleteAccountPage(
            form: form ?? FormView(), passes: passes.count, vaccinations: contents.map(\.vaccinations).reduce(0, +),
            certificates: contents.map(\.certificates).reduce(0, +),
            attachments: contents.map(\.attachments).reduce(0, +), withdrawnAt: withdrawnAt,
            deletedAt: end, backupDays: member.services.backupDays)
    }
}
