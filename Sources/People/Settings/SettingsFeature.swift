import HTTPTypes
import Hummingbird
import HummingbirdCore
import Immunization
import IntakePages
import Lists
import Papers
import Vault
package import Web

/// Settings, language, privacy policy and licences.
package enum SettingsFeature: Feature {
    package static let routes: [Route] = [
        .post(Links.language, public: changeLanguage),
        .get(Links.settings, showSettings).long,
        .get(Links.privacy, public: showPrivacy),
        .get(Links.licences, public: { $0.page(LicencesPage(licences: $0.services.licences)) }),
        .get(Links.licence, public: showLicence),
    ]
    package static let pages: [any Page.Type] = [
        SettingsPage.self, LicencesPage.self,
    ]

    static func showSettings(_ member: SignedInRequest) async throws -> Response {
        let (accounts, session) = (member.accounts, member.session)
        let places = Places(settings: member.account.settings)
        let home = places.home ?? member.release.countries().first
        let page = SettingsPage(
            consent: member.account.consent, hasSecondFactor: try await accounts.secondFactor.state(session).isOn,
            isAdmin: session.isAdmin, isCodeConfirmed: session.recoveryConfirmed,
            reminders: try await reminders(member),
            home: member.catalogue.regions.first { $0.id == places.region }?.name ?? home.map(member.words.country),
            offline: try await OfflineFeature.rows(member),
            counts: SettingsPage.Counts(
                templates: try await member.scanTemplates().own.count,
                bin: try await member.vault.read { try $0.bin(at: member.now).count },
                passkeys: try await accounts.passkeys.list(session).count,
                sessions: try await accounts.sessions.list(session).count,
                links: try await HealthLinksFeature.running(member).count),
            used: try await accounts.bytesBesideVault(of: session.accountID),
            edition: member.release.schedules.map(\.edition).max())
        return member.page(page)
    }

    /// Paused where all passes are.
    private static func reminders(_ member: SignedInRequest) async throws -> ReminderState {
        if member.allPausedUntil(on: member.today) != nil { return .paused }
        guard let post = member.services.mail else { return .on }
        let mail = try await member.accounts.reminderMail(of: member.session.accountID, key: post.key)
        return mail?.confirmedAt == nil ? .on : .byMail
    }

    static func showPrivacy(_ visit: VisitorRequest) async throws -> Response {
        visit.page(
            DetailPage.privacy(
                backupDays: visit.services.backupDays, responsible: visit.services.responsible, visit.words))
    }

    static func showLicence(_ visit: VisitorRequest, _ name: String) async throws -> Response {
        let text = try visit.services.licences.text(name).found()
        let title = try visit.services.licences.titles[name].found()
        return visit.page(
            DetailPage(
                title, section: .none, above: [.back(visit.words[.`licences.title`], Links.licences())],
                [.document(text)]))
    }

    /// Switches the language, for the account or for this browser, and goes back to the page it was asked from.
    static func changeLanguage(_ visit: VisitorRequest, _ fields: FormFields) async throws -> Response {
        guard let words = visit.services.localization.words(fields["language"]) else { throw HTTPProblem.badForm }
        try await visit.member?.vault.write { records in try records.setSetting(SettingKey.language, to: words.code) }
        let cookie = SetCookie.language(words.code, on: visit.context.client)
        return visit.redirect(to: Self.localPath(fields["return"]), cookies: [cookie])
    }

    /// A path on this server, or the start page for anything else: never a way to another site.
    static func localPath(_ path: String?) -> String {
        guard let path, path.hasPrefix("/"), !path.hasPrefix("//"), path.utf8.count < 200,
            path.utf8.allSatisfy({ byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                    || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "-")
            })
        else { return Links.home() }
        return path
    }
}
