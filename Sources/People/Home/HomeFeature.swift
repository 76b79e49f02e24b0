import HTTPTypes
import Hummingbird
package import HummingbirdCore
import Lists
import Vault
package import Web

/// The start page, and the checks for whoever watches the server.
package enum HomeFeature: Feature {
    package static let routes: [Route] = [
        .get(Links.home, public: showHome).longForMembers,
        .get(Links.live, api: { _ in HealthAnswer.live }).always,
        .get(Links.ready, api: showReady).always,
    ]
    package static let pages: [any Page.Type] = [LandingPage.self, FamilyPage.self]

    /// Shows the passes of a family, leads to onboarding where there is none, or says what this is.
    static func showHome(_ visit: VisitorRequest) async throws -> Response {
        if visit.isAwaitingSecondFactor { return visit.redirect(to: Links.loginCode()) }
        guard let member = visit.member else {
            return visit.page(LandingPage(signUp: try await visit.accounts.signUpState()))
        }
        guard let active = member.active else { return visit.redirect(to: Links.welcome()) }
        // Without consent the pass's address leads to where the data can be taken along or deleted.
        guard member.consentWithdrawnAt == nil else { return visit.redirect(to: Links.pass(active.id)) }
        return try await showFamily(member)
    }

    /// The process can serve users: its accounts database answers, and its data folder takes what is saved.
    static func showReady(_ program: ProgramRequest) async throws -> Response {
        let jobs = program.services.jobs.reports()
        let overdue = jobs.filter(\.isOverdue).map(\.name.rawValue)
        let faults = [
            program.services.catalogue.fault.map { _ in "the catalogue that was put in use is refused" },
            jobs.contains { $0.outcome == .waits } ? "jobs wait until the clock can be believed" : nil,
        ].compactMap { $0 }
        guard let refusal = await program.services.readiness.refusal else { return HealthAnswer.ready(overdue, faults) }
        return HealthAnswer.notReady(refusal)
    }
}

/// What watchers and load balancers are answered.
package enum HealthAnswer {
    package static var live: Response { text("live\n", status: .ok) }

    /// A job that is overdue, or content that is refused, ends nobody's work, so that the server stays in service.
    package static func ready(_ overdue: [String] = [], _ faults: [String] = []) -> Response {
        let reasons = faults + (overdue.isEmpty ? [] : ["overdue \(overdue.joined(separator: ", "))"])
        let degraded = reasons.isEmpty ? "" : ", but degraded: \(reasons.joined(separator: "; "))"
        return text("ready\(degraded)\n", status: .ok)
    }

    package static func notReady(_ reason: String) -> Response {
        text("not ready: \(reason)\n", status: .serviceUnavailable)
    }

    private static func text(_ text: String, status: HTTPResponse.Status) -> Response {
        Response(
            status: status, headers: [.contentType: "text/plain; charset=utf-8"],
            body: .init(byteBuffer: .init(string: text)))
    }
}

/// What Vaccinapp is, for those who aren't signed in.
struct LandingPage: Page {
    let signUp: SignUpState
    static let template = "Home/landing"
    let section = Section.none

    func title(_ words: Localizer) -> String { words[.`home.title`] }

    static let fields: [TemplateField<Self>] = [
        .flag("signUp") { $0.signUp.takesAccounts },
        .flag("isByInvitation") { $0.signUp == .invitationNeeded },
    ]
}
