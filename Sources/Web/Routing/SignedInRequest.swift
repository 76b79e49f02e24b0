package import CivilDates
package import Foundation
package import HTTPTypes
import Hummingbird
package import HummingbirdCore
import Lists
import Model
package import Vault
package import VaultStorage

/// One request by somebody who is signed in.
///
/// All of a user's data is reached through their unlocked vault, so that no query can forget whose it is.
package struct SignedInRequest: ServedRequest, Sendable {
    package let visit: VisitorRequest
    package let session: Session
    /// What is kept of the vault as it was when the request came.
    package let kept: DerivedValues
    package let account: AccountContent
    /// The pass that was chosen last, or in a page's frame the one that the page is about; nil where there is none.
    package let active: PassRecord?
    /// The pass that a page is about, in its frame; nil where it is about none.
    package var subject: PassRecord?
    /// What was stored just before, where the page's notice is of that.
    let batch: Batch?

    /// The user's passes, oldest first.
    package var passes: [PassRecord] { account.passes }
    /// The pass, where there are no others.
    package var onlyPass: PassRecord? { passes.count == 1 ? passes.first : nil }
    /// When the consent to store health data was withdrawn; nil while it is in force.
    package var consentWithdrawnAt: Date? { account.consent?.withdrawnAt }

    package var vault: Vault { session.vault }
    package var services: Services { visit.services }
    package var request: Request { visit.request }
    package var words: Localizer { visit.words }
    package var now: Date { visit.now }
    package var today: CalendarDate { visit.today }

    /// Reads what every page shows of an account: its passes, the active one, its language.
    package static func start(
        _ request: Request, _ context: AppContext, _ services: Services, session: Session
    ) async throws -> SignedInRequest {
        let (kept, account) = try await AccountContent.read(session.vault)
        let visit = VisitorRequest.start(
            request, context, services, session.identity, language: account.settings[SettingKey.language],
            zone: account.zone ?? services.catalogue.found.zone(of: account.settings[SettingKey.homeCountry]))
        let chosen = account.settings[SettingKey.activePass]
        let active = account.passes.first { $0.id.description == chosen } ?? account.passes.first
        var batch: Batch?
        if let id = Flash(request)?.batch { batch = try await session.vault.read { try $0.batch(id, at: visit.now) } }
        return SignedInRequest(
            visit: visit, session: session, kept: kept, account: account, active: active, batch: batch)
    }

    /// A page with the account's frame: the switch and the tabs name the pass that it is about; of a page about none, the
    /// tabs lead to the one that was chosen last.
    package func page(_ page: some Page, about pass: PassRecord? = nil, status: HTTPResponse.Status = .ok) -> Response {
        self.page(PageValues(page, pass.map(words.about) ?? words), about: pass, status: status)
    }

    package func page(_ page: PageValues, about pass: PassRecord?, status: HTTPResponse.Status = .ok) -> Response {
        visit.html(page, for: about(pass), status: status)
    }

    /// The request as a page is framed by it: about a pass, or about none.
    package func about(_ pass: PassRecord?) -> SignedInRequest {
        SignedInRequest(
            visit: visit, session: session, kept: kept, account: account, active: pass ?? active, subject: pass,
            batch: batch)
    }

    /// A page with what was sent, which is wrong, or can't be taken now.
    package func formAgain(_ page: some Page, about pass: PassRecord? = nil, isBusy: Bool = false) -> Response {
        var response = self.page(page, about: pass, status: isBusy ? .serviceUnavailable : .unprocessableContent)
        if isBusy { response.headers[.retryAfter] = "10" }
        return response
    }

    package func redirect(to path: String) -> Response { visit.redirect(to: path) }

    /// The answer after a form was accepted: there, with a notice, and with what undoes it where something was stored.
    package func done(_ notice: Message, at path: String, _ batch: Batch? = nil) -> Response {
        redirect(to: Flash(notice, batch?.id).on(path))
    }

    /// Counts what an account may do so often.
    package func limit(_ limiter: RateLimiter) throws(HTTPProblem) {
        if let wait = limiter.take(session.accountID.description) { throw .tooManyRequests(retryAfter: wait) }
    }

    package func record(of pass: PassRecord) async throws -> HealthRecord {
        try await vault.read { try HealthRecord(pass, in: $0) }
    }
}

/// What every page needs of a vault.
package struct AccountContent: Sendable {
    let passes: [PassRecord]
    package let settings: [String: String]
    /// The newest.
    package let consent: ConsentRecord?
    /// What was deleted last and can be brought back.
    let lastDeleted: BinItemID?

    /// Nil where none was asked for, or none chosen: then it is the home country's.
    var zone: TimeZone? { settings[SettingKey.zone].flatMap(TimeZone.init(ofPlace:)) }

    private static let key = "account"

    /// As the vault is now, with what is kept of it.
    static func read(_ vault: Vault) async throws -> (DerivedValues, AccountContent) {
        let kept = try await vault.kept()
        if let known = kept.value(for: Self.key, as: AccountContent.self) { return (kept, known) }
        return try await vault.read { records in
            let account = AccountContent(
                passes: try records.passes(), settings: try records.settings(),
                consent: try records.consents().first, lastDeleted: try records.lastDeleted())
            records.kept.keep(account, for: Self.key)
            return (records.kept, account)
        }
    }
}

/// The names of settings in a vault.
package enum SettingKey {
    package static let language = "language"
    package static let activePass = "activePass"
    /// The time zone by its name, such as `Europe/Berlin`, which the browser is asked for once; empty for the home country's.
    package static let zone = "zone"
    /// The country by whose schedule is judged: ISO 3166-1 alpha-2.
    package static let homeCountry = "homeCountry"
    /// The part of it: an id of the catalogue's regions.
    package static let homeRegion = "homeRegion"
    /// Countries that are travelled to, ISO 3166-1 alpha-2, joined by commas.
    package static let travelCountries = "travelCountries"
    /// Series of public numbers, one a line: indicator, area and age, with tabs between.
    package static let situationFavourites = "situationFavourites"
}

extension Records {
    /// Makes a pass the one that the pages speak of.
    package func activate(_ pass: PassID) throws { try setSetting(SettingKey.activePass, to: pass.description) }
}
