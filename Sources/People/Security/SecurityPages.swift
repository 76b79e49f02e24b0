import Foundation
import Vault
import Web

extension EntryPage {
    /// A new password for the old one.
    ///
    /// - Parameter others: how many other browsers are signed in.
    static func password(_ form: FormView, others: Int, _ words: Localizer) -> Self {
        let elsewhere: [PagePart] =
            others == 0
            ? []
            : [
                .text(words(.`security.password.others`, count: others)),
                form.tick(
                    "end-others", words[.`security.password.end-others`],
                    hint: words[.`security.password.end-others.hint`]),
            ]
        return EntryPage(
            words[.`security.password.title`], section: .settings, form: form,
            lead: [.text(words[.`security.password.lead`])],
            asks: [
                form.line("current", words[.`security.password.current`], .currentPassword, isRequired: true),
                form.line(
                    "new", words[.`accounts.recover.new-password`], hint: words[.`accounts.password.hint`],
                    .newPassword, isRequired: true),
            ] + elsewhere + [form.tick("end-shared", words[.`security.shared.end`])],
            submit: [PageButton(words[.`security.password.submit`])], action: Links.password(),
            cancel: NamedLink(words[.`shared.cancel`], Links.settings()))
    }
}

extension DetailPage {
    /// Two-factor sign-in: whether it is on, and what can be done about it.
    static func secondFactor(_ state: (isOn: Bool, codesLeft: Int), hasOtherSessions: Bool, _ words: Localizer) -> Self
    {
        DetailPage(
            words[.`security.factor.title`], section: .settings,
            (state.isOn ? factorOn(codesLeft: state.codesLeft, words) : factorOff(words))
                + (hasOtherSessions ? [.endOthers] : []) + [.link(words[.`security.back`], Links.settings())])
    }

    private static func factorOn(codesLeft: Int, _ words: Localizer) -> [PagePart] {
        let left = words(.`security.factor.left`, count: codesLeft)
        return [
            .strong(words[.`security.factor.on`]),
            codesLeft < 3 ? .notice("\(left) \(words[.`security.factor.few`])") : .text(left),
            .links([
                NamedLink(words[.`security.codes.link`], Links.oneTimeCodes()),
                NamedLink(words[.`security.factor.new-app`], Links.secondFactorStart()),
                NamedLink(words[.`security.off.link`], Links.secondFactorOff()),
            ]),
            .heading(words[.`security.factor.lost`]),
            .list([
                words[.`security.factor.lost.app`], words[.`security.factor.lost.codes`],
                words[.`security.factor.recovery`],
            ]),
        ]
    }

    private static func factorOff(_ words: Localizer) -> [PagePart] {
        [
            .text(words[.`security.factor.off`]), .text(words[.`security.factor.lead`]),
            .text(words[.`security.factor.codes`]),
            .ways([NamedLink(words[.`security.factor.start`], Links.secondFactorStart())]),
        ]
    }

    /// Ten one-time codes, shown once.
    ///
    /// - Parameter isNew: whether two-factor sign-in was turned on just now.
    static func oneTimeCodes(_ codes: [String], isNew: Bool, hasOtherSessions: Bool, _ words: Localizer) -> Self {
        DetailPage(
            words[.`security.codes.title`], section: .settings,
            [
                .news(words[isNew ? .`security.codes.on` : .`security.codes.renewed`]),
                .text(words[.`security.codes.lead`]), .codes(codes), .strong(words[.`security.codes.once`]),
                .ways([NamedLink(words[.`security.codes.done`], Links.secondFactor())]),
            ] + (hasOtherSessions ? [.endOthers] : []))
    }
}

extension EntryPage {
    /// The QR code and the secret for an authenticator app, and the field for its first code.
    static func secondFactorSetup(_ setup: TOTPSetup, _ form: FormView, _ words: Localizer) -> Self {
        EntryPage(
            words[.`security.setup.title`], section: .settings, form: form,
            lead: [
                .text(words[.`security.setup.scan`]),
                .picture(Links.secondFactorCode(), says: words[.`security.setup.qr`]),
                .link(words[.`security.setup.link`], setup.uri), .text(words[.`security.setup.type`]),
                .secret(setup.secretBase32.inGroups),
            ],
            asks: [
                form.line(
                    "code", words[.`accounts.login-code.code`], hint: words[.`security.setup.hint`], .oneTimeCode,
                    isRequired: true)
            ],
            submit: [PageButton(words[.`security.setup.submit`])], action: Links.secondFactorSetup(),
            cancel: NamedLink(words[.`shared.cancel`], Links.secondFactor()))
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
