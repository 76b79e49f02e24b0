import CivilDates
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Lists
import Model
import Vault
import VaultStorage

/// One request by somebody who is signed in.
///
/// All of a user's data is reached through their unlocked vault, so that no query can forget whose it is.
struct SignedInRequest: ServedRequest, Sendable {
    let visit: VisitorRequest
    let session: Session
    /// What is kept of the vault as it was when the request came.
    let kept: KeptValues
    let account: AccountContent
    /// The pass that was chosen last, or in a page's frame the one that the page is about; nil where there is none.
    let active: PassRecord?

    /// The user's passes, oldest first.
    var passes: [PassRecord] { account.passes }
    /// The pass, where there are no others.
    var onlyPass: PassRecord? { passes.count == 1 ? passes.first : nil }
    /// When the consent to store health data was withdrawn; nil while it is in force.
    var consentWithdrawnAt: Date? { account.consent?.withdrawnAt }

    var vault: Vault { session.vault }
    var services: Services { visit.services }
    var request: Request { visit.request }
    var words: Localizer { visit.words }
    var now: Date { visit.now }
    var today: CalendarDate { visit.today }

    /// Reads what every page shows of an account: its passes, the active one, its language.
    static func start(
        _ request: Request, _ context: AppContext, _ services: Services, session: Session
    ) async throws -> SignedInRequest {
        let (kept, account) = try await AccountContent.read(session.vault)
        let visit = VisitorRequest.start(
            request, context, services, session.identity, language: account.settings[SettingKey.language],
            zone: account.zone ?? services.catalogue.found.zone(of: account.settings[SettingKey.homeCountry]))
        let chosen = account.settings[SettingKey.activePass]
        let active = account.passes.first { $0.id.description == chosen } ?? account.passes.first
        return SignedInRequest(visit: visit, session: session, kept: kept, account: account, active: active)
    }

    /// A page with the account's frame: the switch and the tabs name the pass that it is about, or none of several.
    func page(_ page: some Page, about pass: PassRecord? = nil, status: HTTPResponse.Status = .ok) -> Response {
        self.page(PageValues(page, pass.map(words.about) ?? words), about: pass, status: status)
    }

    func page(_ page: PageValues, about pass: PassRecord?, status: HTTPResponse.Status = .ok) -> Response {
        visit.html(page, for: about(pass), status: status)
    }

    /// The request as a page is framed by it: about a pass, or about none of several.
    func about(_ pass: PassRecord?) -> SignedInRequest {
        SignedInRequest(visit: visit, session: session, kept: kept, account: account, active: pass ?? onlyPass)
    }

    /// A page with what was sent, which is wrong, or can't be taken now.
    func formAgain(_ page: some Page, about pass: PassRecord? = nil, isBusy: Bool = false) -> Response {
        var response = self.page(page, about: pass, status: isBusy ? .serviceUnavailable : .unprocessableContent)
        if isBusy { response.headers[.retryAfter] = "10" }
        return response
    }

    func redirect(to path: String) -> Response { visit.redirect(to: path) }

    /// The answer after a form was accepted: there, with a notice.
    func done(_ notice: Message, at path: String) -> Response { redirect(to: Flash(notice).on(path)) }

    /// Counts what an account may do so often.
    func limit(_ limiter: RateLimiter) throws(HTTPProblem) {
        if let wait = limiter.take(session.accountID.description) { throw .tooManyRequests(retryAfter: wait) }
    }

    func record(of pass: PassRecord) async throws -> HealthRecord {
        try await vault.read { try HealthRecord(pass, in: $0) }
    }
}

/// What every page needs of a vault.
struct AccountContent: Sendable {
    let passes: [PassRecord]
    let settings: [String: String]
    /// The newest.
    let consent: ConsentRecord?
    /// The last import, as long as it can be taken back.
    let undo: PendingID?
    /// What was deleted last and can be brought back.
    let lastDeleted: BinItemID?

    /// Nil where none was asked for, or none chosen: then it is the home country's.
    var zone: TimeZone? { settings[SettingKey.zone].flatMap(TimeZone.init(ofPlace:)) }

    private static let key = "account"

    /// As the vault is now, with what is kept of it.
    static func read(_ vault: Vault) async throws -> (KeptValues, AccountContent) {
        let kept = try await vault.kept()
        if let known = kept.value(for: Self.key, as: AccountContent.self) { return (kept, known) }
        return try await vault.read { records in
            let account = AccountContent(
                passes: try records.passes(), settings: try records.settings(),
                consent: try records.consents().first, undo: try ImportUndo.last(in: records),
                lastDeleted: try records.lastDeleted())
            records.kept.keep(account, for: Self.key)
            return (records.kept, account)
        }
    }
}

/// The names of settings in a vault.
enum SettingKey {
    static let language = "language"
    static let activePass = "activePass"
    /// The time zone by its name, such as `Europe/Berlin`, which the browser is asked for once; empty for the home country's.
    static let zone = "zone"
    /// The country by whose schedule is judged: ISO 3166-1 alpha-2.
    static let homeCountry = "homeCountry"
    /// The part of it: an id of the catalogue's regions.
    static let homeRegion = "homeRegion"
    /// Countries that are travelled to, ISO 3166-1 alpha-2, joined by commas.
    static let travelCountries = "travelCountries"
    /// Series of public numbers, one a line: indicator, area and age, with tabs between.
    static let situationFavourites = "situationFavourites"
}

extension Records {
    /// Makes a pass the one that the pages speak of.
    func activate(_ pass: PassID) throws { try setSetting(SettingKey.activePass, to: pass.description) }
}
