import Immunization
import Model
import Papers
import Vault
import Web

/// What belongs to the account rather than to a pass: lists of rows, each with its present value.
struct SettingsPage: Page {
    /// How much there is of what the rows lead to.
    struct Counts {
        let templates: Int
        let bin: Int
        let passkeys: Int
        let sessions: Int
        let links: Int
    }

    let consent: ConsentRecord?
    let hasSecondFactor: Bool
    let isAdmin: Bool
    let isCodeConfirmed: Bool
    let reminders: ReminderState
    /// The region or country that is lived in.
    let home: String?
    let offline: [OfflineRow]
    let counts: Counts
    /// Bytes that the account keeps beside its vault.
    let used: Int
    /// The day of the newest edition that recommendations follow.
    let edition: String?
    static let template = "Settings/settings"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`settings.title`] }

    /// A count, where there is something.
    private static func text(_ message: Message, _ count: Int, _ words: Localizer) -> String? {
        count > 0 ? words(message, count: count) : nil
    }

    static let fields: [TemplateField<Self>] = [
        .flag("admin") { $0.isAdmin }, .flag("isCodeConfirmed") { $0.isCodeConfirmed },
        .text("reminders") { page, words in words[page.reminders.text] }, .text("home") { $0.home },
        .rows("offline") { $0.offline }, .flag("keepsNone") { $0.offline.isEmpty },
        .text("kept") { page, words in text(.`settings.offline.count`, page.offline.count, words) },
        .text("templates") { page, words in text(.`settings.templates.count`, page.counts.templates, words) },
        .text("bin") { $0.counts.bin > 0 ? String($0.counts.bin) : nil },
        .text("passkeys") { page, words in text(.`settings.passkeys`, page.counts.passkeys, words) },
        .text("access") { page, words in
            [
                text(.`settings.access.devices`, page.counts.sessions, words),
                text(.`settings.access.links`, page.counts.links, words),
            ].compactMap(\.self).joined(separator: ", ")
        },
        .text("edition") { page, words in page.edition.map(words.date) },
        .text("used") { page, words in
            let used = String((page.used + 999_999) / 1_000_000)
            return words(.`settings.used`, ["used": used, "size": words.fileSize(Quota.mostBytes)])
        },
        .flag("secondFactor") { $0.hasSecondFactor },
        .flag("isOldConsent") { $0.consent.map { $0.version != Privacy.version } ?? false },
        .text("consent") { page, words in
            page.consent.map {
                words(.`settings.consent`, ["date": words.date($0.time), "version": words.date($0.version)])
            }
        },
    ]
}

/// How an account is reminded.
enum ReminderState {
    case on, byMail, paused

    var text: Message {
        switch self {
        case .on: .`settings.reminders.on`
        case .byMail: .`settings.reminders.mail`
        case .paused: .`settings.reminders.paused`
        }
    }
}

extension DetailPage {
    /// The privacy policy that consent refers to.
    ///
    /// - Parameter responsible: nil where whoever runs the server hasn't named themselves.
    static func privacy(
        backupDays: Int, responsible: (name: String, contact: String)?, _ words: Localizer
    ) -> Self {
        let who =
            responsible.map { words(.`privacy.who.text`, ["operator": $0.name, "contact": $0.contact]) }
            ?? words[.`privacy.who.unnamed`]
        return DetailPage(
            words[.`privacy.title`], section: .none,
            [
                .hint(words(.`privacy.version`, ["version": words.date(Privacy.version)])),
                .heading(words[.`privacy.who.title`]), .text(who),
                .heading(words[.`privacy.what.title`]), .text(words[.`privacy.what.text`]),
                .heading(words[.`privacy.how.title`]), .text(words[.`privacy.how.text`]),
                .heading(words[.`privacy.limits.title`]), .text(words[.`privacy.limits.text`]),
                .heading(words[.`privacy.share.title`]), .text(words[.`privacy.share.text`]),
                .heading(words[.`privacy.cookies.title`]), .text(words[.`privacy.cookies.text`]),
                .heading(words[.`privacy.long.title`]),
                .text(words(.`privacy.long.text`, ["days": String(backupDays)])),
                .heading(words[.`privacy.rights.title`]), .text(words[.`privacy.rights.text`]),
                .heading(words[.`privacy.automated.title`]), .text(words[.`privacy.automated.text`]),
                .help([.whoCanRead, .whatIfCheated]),
            ])
    }
}

/// The policy's version, recorded with each consent.
///
/// It changes whenever what the policy says changes; the settings then ask those who agreed to an older one.
package enum Privacy {
    /// The day that it says so since; recorded with each consent.
    package static let version = "2026-11-29"
}
