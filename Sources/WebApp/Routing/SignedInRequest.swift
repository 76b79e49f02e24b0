import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Model
import Vault

/// One request by somebody who is signed in.
///
/// All of a user's data is reached through their unlocked vault, so that no query can forget whose it is.
struct SignedInRequest: Sendable {
    let visit: VisitorRequest
    let session: Session
    /// The user's passes, oldest first.
    let passes: [PassRecord]
    /// The pass that the pages speak of; nil only where there is none.
    let active: PassRecord?
    /// When the consent to store health data was withdrawn; nil while it stands.
    let consentWithdrawnAt: Date?

    var vault: Vault { session.vault }
    var services: Services { visit.services }
    var words: Localizer { visit.words }
    var now: Date { visit.now }

    /// Reads what every page shows of an account: its passes, the active one, its language.
    static func start(
        _ request: Request, _ context: AppContext, _ services: Services, session: Session
    ) async throws -> SignedInRequest {
        let (passes, settings, consent) = try await session.vault.read { records in
            (try records.passes(), try records.settings(), try records.consents().first)
        }
        let visit = VisitorRequest.start(
            request, context, services, session.identity, language: settings[SettingKey.language])
        let active = passes.first { $0.id.description == settings[SettingKey.activePass] } ?? passes.first
        return SignedInRequest(
            visit: visit, session: session, passes: passes, active: active,
            consentWithdrawnAt: consent?.withdrawnAt)
    }

    /// The pass that the path names.
    ///
    /// Its page also makes it the active one in what is shown.
    func pass() throws -> PassRecord {
        let text = try visit.parameter("pass")
        guard let id = PassID(text), let pass = passes.first(where: { $0.id == id }) else {
            throw HTTPProblem.notFound
        }
        return pass
    }

    /// A page with the account's frame: the switch, the tabs.
    func page(_ page: some Page, about pass: PassRecord? = nil, status: HTTPResponse.Status = .ok) -> Response {
        let member = SignedInRequest(
            visit: visit, session: session, passes: passes, active: pass ?? active,
            consentWithdrawnAt: consentWithdrawnAt)
        return visit.html(
            page, chrome: Layout(visit: visit, member: member, section: page.section), status: status)
    }

    func redirect(to path: String) -> Response { visit.redirect(to: path) }
}

/// The names of settings in a vault.
enum SettingKey {
    static let language = "language"
    static let activePass = "activePass"
    /// The country by whose schedule is judged: ISO 3166-1 alpha-2.
    static let homeCountry = "homeCountry"
    /// The part of it: an id of the catalogue's regions.
    static let homeRegion = "homeRegion"
    /// Countries that are travelled to, ISO 3166-1 alpha-2, joined by commas.
    static let travelCountries = "travelCountries"
}
