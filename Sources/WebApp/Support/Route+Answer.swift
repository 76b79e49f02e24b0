import HTTPTypes
import Hummingbird
import HummingbirdCore
import Vault

extension Route {
    /// Answers a request: finds the session, reads the frame's data, checks the form's token, runs the handler.
    func respond(to request: Request, _ context: AppContext, _ services: Services) async throws -> Response {
        if case .machine(let handler) = handler { return try await handler(request) }
        if case .leavingForm(let handler) = handler {
            let visit = await Visit.leaving(request, context, services)
            return try await handler(visit, visit.form())
        }
        guard let session = try await Visit.session(of: request, context, services) else {
            return try await respondToGuest(Visit.start(request, context, services, session: nil), request)
        }
        if session.needsSecondFactor {
            let visit = Visit.start(request, context, services, session: session)
            return try await respondHalfway(visit, session, request)
        }
        let member = try await Member.start(request, context, services, session: session)
        if member.consentWithdrawnAt != nil, !worksWithoutConsent { return member.redirect(to: Links.deleteAccount) }
        switch handler {
        case .open(let handler): return try await handler(member.visit, member)
        case .openForm(let handler): return try await handler(member.visit, member, member.visit.form())
        case .leavingForm(let handler): return try await handler(member.visit, member.visit.form())
        case .member(let handler): return try await handler(member)
        case .memberForm(let handler): return try await handler(member, member.visit.form(formLimits))
        case .memberUpload(let handler):
            return try await services.uploads.run(for: session.accountID.description) { allowance in
                try await handler(member, member.visit.upload(allowance, uploadLimits))
            }
        case .admin(let handler):
            guard session.isAdmin else { throw HTTPProblem.notFound }
            return try await handler(member)
        case .adminForm(let handler):
            guard session.isAdmin else { throw HTTPProblem.notFound }
            return try await handler(member, member.visit.form())
        case .adminUpload(let handler):
            guard session.isAdmin else { throw HTTPProblem.notFound }
            return try await handler(member, member.visit.catalogueFiles())
        case .secondFactor: return member.redirect(to: Links.home)
        case .secondFactorForm:
            _ = try await member.visit.form()
            return member.redirect(to: Links.home)
        case .machine(let handler): return try await handler(request)
        }
    }

    /// Whether the route is there for somebody who has withdrawn their consent: what is open to all, to take the data
    /// along, to secure the account, to delete it.
    private var worksWithoutConsent: Bool {
        switch handler {
        case .member, .memberForm, .memberUpload, .admin, .adminForm, .adminUpload:
            ["/settings/", "/export", "/passes/{pass}/export", "/passes/{pass}/print"].contains { path.hasPrefix($0) }
        default: true
        }
    }

    /// For somebody without a session.
    private func respondToGuest(_ visit: Visit, _ request: Request) async throws -> Response {
        switch handler {
        case .open(let handler): return try await handler(visit, nil)
        case .openForm(let handler): return try await handler(visit, nil, visit.form())
        case .leavingForm(let handler): return try await handler(visit, visit.form())
        case .member, .memberForm, .memberUpload, .admin, .adminForm, .adminUpload, .secondFactor, .secondFactorForm:
            return visit.redirect(to: Links.login)
        case .machine(let handler): return try await handler(request)
        }
    }

    /// For somebody whose second factor is missing: the vault is shut, and the step that opens it is all there is.
    private func respondHalfway(_ visit: Visit, _ session: Session, _ request: Request) async throws -> Response {
        switch handler {
        case .open(let handler): return try await handler(visit, nil)
        case .openForm(let handler): return try await handler(visit, nil, visit.form())
        case .leavingForm(let handler): return try await handler(visit, visit.form())
        case .secondFactor(let handler): return try await handler(visit, session)
        case .secondFactorForm(let handler): return try await handler(visit, session, visit.form())
        case .member, .memberForm, .memberUpload, .admin, .adminForm, .adminUpload:
            return visit.redirect(to: Links.loginCode)
        case .machine(let handler): return try await handler(request)
        }
    }
}
