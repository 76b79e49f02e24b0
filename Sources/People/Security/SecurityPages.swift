import Foundation
import Vault
import Web

/// A new password for the old one.
struct PasswordPage: FormPage {
    let form: FormView
    /// How many other browsers are signed in.
    let others: Int
    static let template = "Security/password"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`security.password.title`] }

    static let fields: [TemplateField<Self>] = [
        .one("current") { $0.form.textControl("current", secret: true) },
        .one("new") { $0.form.textControl("new", hint: true, secret: true) },
        .text("others") { page, words in
            page.others > 0 ? words(.`security.password.others`, count: page.others) : nil
        },
        .one("end-others") { $0.form.boxControl("end-others") },
        .one("end-shared") { $0.form.boxControl("end-shared") },
    ]
}

/// Two-factor sign-in: whether it is on, and what can be done about it.
struct SecondFactorPage: Page {
    let isOn: Bool
    let codesLeft: Int
    let hasOtherSessions: Bool
    static let template = "Security/second-factor"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`security.factor.title`] }

    static let fields: [TemplateField<Self>] = [
        .flag("on") { $0.isOn }, .text("left") { page, words in words(.`security.factor.left`, count: page.codesLeft) },
        .flag("few") { $0.codesLeft < 3 }, .flag("others") { $0.hasOtherSessions },
    ]
}

/// The QR code and the secret for an authenticator app, and the field for its first code.
struct SecondFactorSetupPage: FormPage {
    let setup: TOTPSetup
    let form: FormView
    static let template = "Security/second-factor-setup"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`security.setup.title`] }

    static let fields: [TemplateField<Self>] = [
        .one("code") { $0.form.textControl("code", hint: true, secret: true) },
        .text("secret") { $0.setup.secretBase32.inGroups }, .text("link") { $0.setup.uri },
    ]
}

/// Ten one-time codes, shown once.
struct OneTimeCodesPage: Page {
    let codes: [String]
    /// Whether two-factor sign-in was turned on just now.
    let isNew: Bool
    let hasOtherSessions: Bool
    static let template = "Security/one-time-codes"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`security.codes.title`] }

    static let fields: [TemplateField<Self>] = [
        .flag("new") { $0.isNew }, .lines("codes") { page, _ in page.codes },
        .flag("others") { $0.hasOtherSessions },
    ]
}

/// What alsoDeleted with the account, when backups forget it, and the password that deletes it.
struct DeleteAccountPage: FormPage {
    let form: FormView
    let passes: Int
    let vaccinations: Int
    let certificates: Int
    let attachments: Int
    let withdrawnAt: Date?
    /// When it is deleted for that reason; nil also where noting that was cut short.
    let deletedAt: Date?
    let backupDays: Int
    static let template = "Security/delete-account"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`security.delete.title`] }

    static let fields: [TemplateField<Self>] = [
        .one("password") { $0.form.textControl("password", secret: true) },
        .lines("alsoDeleted") { page, words in page.alsoDeleted(words) },
        .text("backups") { page, words in words(.`security.delete.backups`, count: page.backupDays) },
        .text("withdrawn") { page, words in
            page.withdrawnAt.map { withdrawn in
                guard let end = page.deletedAt else {
                    return words(.`security.delete.locked`, ["date": words.date(withdrawn)])
                }
                return words(.`security.delete.withdrawn`, ["date": words.date(withdrawn), "end": words.date(end)])
            }
        },
        .flag("unfinished") { $0.withdrawnAt != nil && $0.deletedAt == nil },
    ]

    /// What is deleted along with the account, in words.
    private func alsoDeleted(_ words: Localizer) -> [String] {
        let counts: [(Message, Int)] = [
            (.`security.delete.passes`, passes), (.`passes.delete.vaccinations`, vaccinations),
            (.`passes.delete.certificates`, certificates), (.`passes.delete.attachments`, attachments),
        ]
        return counts.filter { $0.1 > 0 }.map { words($0.0, count: $0.1) }
            + [words[.`security.delete.links`], words[.`security.delete.rest`]]
    }
}

extension Localizer {
    /// A device's name as lists show it.
    package func device(_ name: String) -> String {
        name.isEmpty || name == "?" ? self[.`security.device.unknown`] : name
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
