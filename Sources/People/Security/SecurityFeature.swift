import HTTPTypes
import Hummingbird
import HummingbirdCore
import Model
import Vault
import VaultStorage
package import Web

/// What the owner of an account does for its safety: password, second factor, recovery code, sessions, access log.
package enum SecurityFeature: Feature {
    package static let routes = Route.withoutConsent([
        .get(Links.password, form: passwordPage), .post(Links.password, form: passwordPage, changePassword),
        .get(Links.lostDevice, form: lostDevice).long,
        .post(Links.lostDevice, form: lostDevice, endLostDevice).long,
        .get(Links.secondFactor, showSecondFactor),
        .get(Links.secondFactorStart, form: EntryPage.startSecondFactor),
        .post(Links.secondFactorStart, form: EntryPage.startSecondFactor, startSecondFactor),
        .get(Links.secondFactorSetup, showSetUpSecondFactor),
        .post(Links.secondFactorSetup, form: setupPage, turnOnSecondFactor),
        .get(Links.secondFactorCode, showSecondFactorCode),
        .get(Links.oneTimeCodes, showOneTimeCodes),
        .post(Links.oneTimeCodes, form: EntryPage.oneTimeCodes, renewOneTimeCodes),
        .get(Links.secondFactorOff, showSecondFactorOff),
        .post(Links.secondFactorOff, form: EntryPage.secondFactorOff, turnOffSecondFactor),
        .get(Links.renewRecoveryCode, form: EntryPage.recoveryCode),
        .post(Links.renewRecoveryCode, form: EntryPage.recoveryCode, renewRecoveryCode),
        .get(Links.sessions, showSessions),
        .post(Links.endSession, endSession), .post(Links.endOtherSessions, endOtherSessions),
        .get(Links.accessLog, showAccessLog),
        .post(Links.consent, changeConsent),
        .get(Links.deleteAccount, form: deletion), .post(Links.deleteAccount, form: deletion, deleteAccount),
    ])
    package static let pages: [any Page.Type] = [
        LostDevicePage.self, SessionsPage.self,
        DeleteAccountPage.self,
    ]
    package static var codes: [any MessageCode.Type] { [AccessEvent.Code.self] }

    /// Puts the new password in place of the old one; other sessions, and what answers without one, go on, or end if that
    /// is wished.
    static func changePassword(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        let new = fields["new"] ?? ""
        var errors = FormErrors()
        if (fields["current"] ?? "").isEmpty { errors.add("current", member.words[.`error.password.own`]) }
        if new.isEmpty { errors.add("new", member.words[.`error.password.new`]) }
        if let text = PasswordText.fault(new, username: "", accounts: member.accounts, words: member.words) {
            errors.add("new", text)
        }
        if errors.isEmpty {
            var ending: EndingAccess = fields["end-others"] == nil ? [] : .otherSessions
            if fields["end-shared"] == "yes" { ending.insert(.shared) }
            let change = try await member.withPassword(fields["current"]) { current in
                try await member.accounts.passwords.change(
                    member.session, current: .password(current), new: new, ending: ending)
            }
            guard let fault = change.fault else {
                let notice = Flash(
                    ending.contains(.otherSessions) ? .`done.password-changed-signed-out` : .`done.password-changed`)
                // Where what ended is named.
                return member.redirect(to: notice.on(ending.contains(.shared) ? Links.sessions() : Links.settings()))
            }
            errors.add("current", fault)
        }
        throw errors
    }

    private static func passwordPage(_ member: SignedInRequest, _ form: FormView?) async throws -> EntryPage {
        let others = try await member.accounts.sessions.list(member.session).filter { !$0.isCurrent }.count
        return .password(form ?? FormView(values: ["end-shared": "yes"]), others: others, member.words)
    }

    /// Makes a new code, which the page of the recovery code shows until its owner has confirmed a copy.
    static func renewRecoveryCode(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        try await member.confirmed(fields) { password in
            _ = try await member.accounts.recovery.renewCode(member.session, password: password)
            return member.redirect(to: Links.recoveryCode())
        }
    }

    static func showSessions(_ member: SignedInRequest) async throws -> Response {
        let sessions = try await member.accounts.sessions.list(member.session)
        let notices: Set<Message> = [
            .`done.password-changed`, .`done.password-changed-signed-out`, .`done.sessions-ended`,
        ]
        return member.page(
            SessionsPage(
                sessions: sessions, shared: try await member.sharedAccess(),
                ended: try await member.ended(after: notices)))
    }

    /// Ends one session; the data key is rotated, so that what its cookie could unwrap is worth nothing.
    static func endSession(_ member: SignedInRequest, _ id: SessionID) async throws -> Response {
        let isOwn = id == member.session.id
        do throws(VaultError) {
            try await member.accounts.sessions.end(id, by: member.session)
        } catch  where isOwn {
            throw HTTPProblem.signedOutHere.caused(by: error)
        }
        guard isOwn else { return member.done(.`done.session-ended`, at: Links.sessions()) }
        return member.visit.signedOut(.`done.signed-out`)
    }

    static func endOtherSessions(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        try await member.accounts.sessions.endAll(
            by: member.session, exceptCurrent: true, endingShared: fields["end-shared"] == "yes")
        return member.done(.`done.sessions-ended`, at: Links.sessions())
    }

    static func showAccessLog(_ member: SignedInRequest) async throws -> Response {
        let events = try await member.vault.read { records in try records.accessLog() }
        return member.page(DetailPage.accessLog(events, asked: member.query("page"), member.words))
    }
}
