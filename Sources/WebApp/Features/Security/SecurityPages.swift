import Foundation
import Vault

/// A new password for the old one.
struct PasswordPage: FormPage {
    let form: FormView
    /// How many other browsers are signed in.
    let others: Int
    let template = Template.password
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.securityPasswordTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        [
            "errors": form.errors.fields, "current": form.text("current", secret: true),
            "new": form.text("new", hint: true, secret: true),
            "others": others > 0 ? words(.securityPasswordOthers, count: others) : false,
            "end-others": form.box("end-others"),
        ]
    }
}

/// Where the account is signed in.
struct SessionsPage: Page {
    let sessions: [SessionSummary]
    let template = Template.sessions
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.securitySessionsTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        [
            "others": sessions.contains { !$0.isCurrent },
            // This one first, then the latest used.
            "rows": (sessions.filter(\.isCurrent) + sessions.filter { !$0.isCurrent }).map {
                session -> TemplateContext in
                [
                    "device": words.device(session.device), "current": session.isCurrent,
                    "address": session.address.isEmpty ? false : session.address,
                    "created": words.moment(session.created), "seen": words.moment(session.lastSeen),
                    "end": Links.endSession(session.id),
                ]
            },
        ]
    }
}

/// Two-factor sign-in: whether it is on, and what can be done about it.
struct SecondFactorPage: Page {
    let isOn: Bool
    let codesLeft: Int
    let hasOtherSessions: Bool
    let template = Template.secondFactor
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.securityFactorTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        [
            "on": isOn, "left": words(.securityFactorLeft, count: codesLeft), "few": codesLeft < 3,
            "others": hasOtherSessions,
        ]
    }
}

/// The QR code and the secret for an authenticator app, and the field for its first code.
struct SecondFactorSetupPage: FormPage {
    let setup: TOTPSetup
    let form: FormView
    let template = Template.secondFactorSetup
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.securitySetupTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        [
            "errors": form.errors.fields, "code": form.text("code", hint: true, secret: true),
            "secret": setup.secretBase32.inGroups, "link": setup.uri,
        ]
    }
}

/// Ten one-time codes, shown once.
struct OneTimeCodesPage: Page {
    let codes: [String]
    /// Whether two-factor sign-in was turned on just now.
    let isNew: Bool
    let hasOtherSessions: Bool
    let template = Template.oneTimeCodes
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.securityCodesTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        ["new": isNew, "codes": codes.map { ["code": $0] as TemplateContext }, "others": hasOtherSessions]
    }
}

/// What alsoDeleted with the account, when backups forget it, and the password that deletes it.
struct DeleteAccountPage: FormPage {
    let form: FormView
    let passes: Int
    let vaccinations: Int
    let certificates: Int
    let attachments: Int
    let withdrawnAt: Date?
    let backupDays: Int
    let template = Template.deleteAccount
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.securityDeleteTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        let counts: [(Message, Int)] = [
            (.securityDeletePasses, passes), (.passesDeleteVaccinations, vaccinations),
            (.passesDeleteCertificates, certificates), (.passesDeleteAttachments, attachments),
        ]
        let alsoDeleted = counts.filter { $0.1 > 0 }.map { words($0.0, count: $0.1) } + [words[.securityDeleteRest]]
        return [
            "errors": form.errors.fields, "password": form.text("password", secret: true),
            "alsoDeleted": alsoDeleted.map { ["text": $0] as TemplateContext },
            "backups": words(.securityDeleteBackups, count: backupDays),
            "withdrawn": withdrawnAt.map { words(.securityDeleteWithdrawn, ["date": words.date($0)]) }.field,
        ]
    }
}

extension Localizer {
    /// A device's name as lists show it.
    func device(_ name: String) -> String {
        name.isEmpty || name == "?" ? self[.securityDeviceUnknown] : name
    }
}

extension String {
    /// In groups of four, to be read and typed.
    fileprivate var inGroups: String {
        let characters = Array(self)
        return stride(from: 0, to: characters.count, by: 4)
            .map { String(characters[$0..<min($0 + 4, characters.count)]) }.joined(separator: " ")
    }
}
