import Fairness
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Vault

extension Route {
    /// Answers a request: finds the session, checks the form's token, reads the frame's data, runs the handler.
    ///
    /// This is where it is decided whether a request may touch a vault. Before a form's body is read, the session is
    /// looked up in the books alone, so that who may not send it is refused at once, and who sends it slowly keeps no
    /// vault open. Once the body is there the session is looked up again, since it may have ended meanwhile; from then on
    /// the vault itself refuses a session that ends (`VaultLease`).
    func respond(to request: Request, _ context: AppContext, _ services: Services) async throws -> Response {
        switch handler {
        case .machine(let handler): return try await handler(request)
        case .leavingForm(let handler):
            let visit = await Visit.leaving(request, context, services)
            return try await handler(visit, visit.form())
        case .open, .member, .admin, .secondFactor:
            return try await answer(request, context, services, MultipartForm())
        case .openForm, .memberForm, .memberUpload, .adminForm, .adminUpload, .secondFactorForm: break
        }
        let sender = try await Visit.identity(of: request, context, services)
        let visit = Visit.start(request, context, services, sender)
        if let refusal = try refusal(of: sender, visit) { return refusal }
        let who =
            sender.map { Claimant(account: $0.accountID.description, address: context.client.address.key) }
            ?? visit.claimant
        // From the first byte until what it held is let go.
        let place: FairGate.Place? =
            if case .memberUpload = handler { try services.uploads.enterNow(who, units: 0) } else { nil }
        defer { withExtendedLifetime(place) {} }
        // What comes faster than it is taken apart would keep one of the server's own threads.
        let form = try await services.threads.run(for: who) {
            if let place { return try await visit.upload(place, uploadLimits) }
            if case .adminUpload = handler { return try await visit.catalogueFiles() }
            return MultipartForm(fields: try await visit.form(formLimits))
        }
        return try await answer(request, context, services, form)
    }

    /// Answers what was read; `form` is empty where the route takes none.
    private func answer(
        _ request: Request, _ context: AppContext, _ services: Services, _ form: MultipartForm
    ) async throws -> Response {
        let session = try await Visit.session(of: request, context, services)
        let visit = Visit.start(request, context, services, session?.identity)
        if let refusal = try refusal(of: session?.identity, visit) { return refusal }
        do {
            guard let session else { return try await respondOpenly(visit, nil, form) }
            if session.needsSecondFactor { return try await respondHalfway(visit, session, form) }
            let member = try await Member.start(request, context, services, session: session)
            if member.consentWithdrawnAt != nil, !worksWithoutConsent {
                return member.redirect(to: Links.deleteAccount)
            }
            return try await respond(to: member, form)
        } catch let error as VaultError where error.code == .sessionEnded {
            // Ended under the handler's hands: nothing of it was stored, and what is newer wasn't read.
            return Visit.start(request, context, services, nil).redirect(to: Links.login)
        }
    }

    /// Where somebody is sent who may not ask for this; nil where they may.
    private func refusal(of sender: SessionIdentity?, _ visit: Visit) throws -> Response? {
        switch handler {
        case .open, .openForm, .leavingForm, .machine: return nil
        case .secondFactor, .secondFactorForm: return sender == nil ? visit.redirect(to: Links.login) : nil
        case .member, .memberForm, .memberUpload, .admin, .adminForm, .adminUpload:
            guard let sender else { return visit.redirect(to: Links.login) }
            if sender.needsSecondFactor { return visit.redirect(to: Links.loginCode) }
            if isForAdmins, !sender.isAdmin {
                visit.services.accounts.tell(.adminRefused, of: visit.client)
                throw HTTPProblem.notFound
            }
            return nil
        }
    }

    private var isForAdmins: Bool {
        switch handler {
        case .admin, .adminForm, .adminUpload: true
        default: false
        }
    }

    /// Answers an admin; one whose account opens by its password alone is led to two-factor sign-in first.
    private func asAdmin(_ member: Member, _ body: () async throws -> Response) async throws -> Response {
        let services = member.services
        if services.adminsNeedSecondFactor, try await !services.accounts.hasSecondFactor(member.session) {
            services.accounts.tell(.adminRefused, of: member.visit.client)
            return member.redirect(to: Notice.adminFactor.on(Links.secondFactor))
        }
        return try await body()
    }

    /// Whether the route is there for somebody who has withdrawn their consent: what is open to all, to take the data
    /// along, to secure the account, to delete it.
    private var worksWithoutConsent: Bool {
        switch handler {
        case .member, .memberForm, .memberUpload, .admin, .adminForm, .adminUpload:
            ["/settings/", "/export", "/passes/{pass}/export", "/passes/{pass}/print"].contains { path.hasPrefix($0) }
                && path != Links.countries
        default: true
        }
    }

    /// For somebody who is signed in.
    private func respond(to member: Member, _ form: MultipartForm) async throws -> Response {
        switch handler {
        case .member(let handler): try await handler(member)
        case .memberForm(let handler): try await handler(member, form.fields)
        case .memberUpload(let handler): try await handler(member, form)
        case .admin(let handler): try await asAdmin(member) { try await handler(member) }
        case .adminForm(let handler): try await asAdmin(member) { try await handler(member, form.fields) }
        case .adminUpload(let handler): try await asAdmin(member) { try await handler(member, form) }
        case .secondFactor, .secondFactorForm: member.redirect(to: Links.home)
        case .open, .openForm, .leavingForm, .machine: try await respondOpenly(member.visit, member, form)
        }
    }

    /// For somebody whose second factor is missing: the vault is shut, and the step that opens it is all there is.
    private func respondHalfway(_ visit: Visit, _ session: Session, _ form: MultipartForm) async throws -> Response {
        switch handler {
        case .secondFactor(let handler): try await handler(visit, session)
        case .secondFactorForm(let handler): try await handler(visit, session, form.fields)
        default: try await respondOpenly(visit, nil, form)
        }
    }

    /// What is there for anybody.
    private func respondOpenly(_ visit: Visit, _ member: Member?, _ form: MultipartForm) async throws -> Response {
        switch handler {
        case .open(let handler): try await handler(visit, member)
        case .openForm(let handler): try await handler(visit, member, form.fields)
        default: visit.redirect(to: Links.login)
        }
    }
}
