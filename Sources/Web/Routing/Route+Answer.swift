package import Fairness
import HTTPTypes
import Hummingbird
package import HummingbirdCore
import Model
import Vault
package import VaultStorage

extension Route {
    /// Answers a request: finds the session, checks the form's token, reads the frame's data, runs the handler.
    ///
    /// This is where it is decided whether a request may touch a vault. Before a form's body is read, the session is
    /// looked up only in the accounts database, so that those who may not send it are refused at once, and slow senders keep no
    /// vault open. Once the body is there the session is looked up again, since it may have ended meanwhile; from then on
    /// the vault itself refuses a session that ends (`VaultLease`).
    package func respond(to request: Request, _ context: AppContext, _ services: Services) async throws -> Response {
        switch (access, handler) {
        case (.api, .program(let handler)):
            let program = ProgramRequest(services: services, request: request, client: context.client)
            if isAlways { return try await handler(program, context.parameters) }
            let who = context.client.requester()
            let response = try await services.threads.run(for: who) { try await handler(program, context.parameters) }
            return try services.counted(response, for: who, isSignedIn: false)
        case (.signOut, .visitor(let handler)):
            let visit = await VisitorRequest.leaving(request, context, services)
            let place = try services.uploads.enterNow(visit.claimant, units: 0, places: 0)
            defer { withExtendedLifetime(place) {} }
            let fields = try await services.threads.run(for: visit.claimant) { try await visit.form(place) }
            return try await run(for: visit.claimant, visit) { try await handler(visit, fields) }
        default:
            let (refusal, form, held) = try await form(of: request, context, services)
            // From the first byte until its handler has answered: what waits for a turn holds what it brought.
            defer { withExtendedLifetime(held) {} }
            if let refusal { return refusal }
            return try await answer(request, context, services, form, held)
        }
    }

    /// What the request brings, with what it holds of all uploads; or what it is answered where its sender may not send it.
    private func form(
        of request: Request, _ context: AppContext, _ services: Services
    ) async throws -> (refusal: Response?, form: MultipartForm, held: FairSemaphore.Permit?) {
        if case .none = body { return (nil, MultipartForm(), nil) }
        let sender = try await VisitorRequest.identity(of: request, context, services)
        let visit = VisitorRequest.start(request, context, services, sender)
        if let refusal = try refusal(of: sender, visit) {
            if sender == nil { try await keep(request, visit, services) }
            return (refusal, MultipartForm(), nil)
        }
        let who =
            sender.map { context.client.requester($0.accountID) } ?? visit.claimant
        let place = try services.uploads.enterNow(who, units: 0, places: takesFiles ? 1 : 0)
        // What comes faster than it is taken apart would keep one of the server's own threads.
        let form = try await services.threads.run(for: who) {
            switch body {
            case .upload(let limits): try await visit.upload(place, limits)
            case .catalogueFiles: try await visit.catalogueFiles(place)
            case .form(let limits): MultipartForm(fields: try await visit.form(place, limits))
            case .none: MultipartForm()
            }
        }
        return (nil, form, place)
    }

    /// Tells somebody whose session has ended while they typed, with what they typed.
    private func keep(_ request: Request, _ visit: VisitorRequest, _ services: Services) async throws {
        guard case .form(let limits) = body, CrossSiteGuard.isOfOwnPage(request) else { return }
        do {
            let place = try services.uploads.enterNow(visit.claimant, units: 0, places: 0)
            let fields = try await services.threads.run(for: visit.claimant) {
                // Whoever has gone meanwhile is told nothing.
                guard visit.context.client.isConnected() else { throw HTTPProblem.timeout }
                return try await request.formFields(limits: limits, taking: place.take)
            }
            let problem = HTTPProblem.signedOut.keeping(fields, of: request, in: place)
            if problem.kept != nil { throw problem }
        } catch is ShareRefusal {
            throw HTTPProblem.signedOut.withoutForm
        }
    }

    /// Answers what was read; `form` is empty where the route takes none.
    private func answer(
        _ request: Request, _ context: AppContext, _ services: Services, _ form: MultipartForm,
        _ held: FairSemaphore.Permit?
    ) async throws -> Response {
        let session = try await VisitorRequest.session(of: request, context, services)
        let chosen = path == Links.language() ? nil : services.localization.words(form.fields.chosenLanguage)
        func visit() -> VisitorRequest {
            .start(request, context, services, session?.identity, language: chosen?.code)
        }
        if let refusal = try refusal(of: session?.identity, visit()) { return refusal }
        do {
            guard let session else {
                let response = shownAgain(try await respond(to: visit(), nil, form), chosen, context)
                return try services.counted(response, for: visit().claimant, isSignedIn: false)
            }
            if session.needsSecondFactor { return try await respond(to: visit(), awaitingSecondFactor: session, form) }
            if let chosen { try await session.vault.write { try $0.setSetting(SettingKey.language, to: chosen.code) } }
            let member = try await SignedInRequest.start(request, context, services, session: session)
            let response = shownAgain(try await respond(to: member, form), chosen, context)
            return try services.counted(response, for: member.claimant, isSignedIn: true)
        } catch let error as VaultError where error.code == .sessionEnded {
            // Ended under the handler's hands: nothing of it was stored, and what is newer wasn't read.
            let problem = HTTPProblem.signedOut.keeping(form.fields, of: request, in: held)
            if case .form = body, problem.kept != nil { throw problem }
            return VisitorRequest.start(request, context, services, nil).redirect(to: Links.login())
        } catch let problem as HTTPProblem where problem.code == .inBin && form.fields.names != [FormTokens.field] {
            if case .form = body { throw problem.keeping(form.fields, of: request, in: held) }
            throw problem
        } catch let error as VaultError where error.code == .passFull || error.code == .passLimit {
            let problem = ErrorPages.problem(error)
            if case .form = body { throw problem.keeping(form.fields, of: request, in: held) }
            throw problem
        }
    }

    /// A form in another language, which nothing is wrong with; the browser remembers the language.
    private func shownAgain(_ response: Response, _ chosen: Localizer?, _ context: AppContext) -> Response {
        guard let chosen else { return response }
        var response = response
        if response.status == .unprocessableContent { response.status = .ok }
        response.headers.append(.init(name: .setCookie, value: SetCookie.language(chosen.code, on: context.client)))
        return response
    }

    /// Where somebody is sent who may not ask for this; nil where they may.
    private func refusal(of sender: SessionIdentity?, _ visit: @autoclosure () -> VisitorRequest) throws -> Response? {
        switch access {
        case .public, .signOut, .api: return nil
        case .secondFactor: return sender == nil ? visit().redirect(to: Links.login()) : nil
        case .member, .admin:
            guard let sender else { return visit().redirect(to: Links.login()) }
            if sender.needsSecondFactor { return visit().redirect(to: Links.loginCode()) }
            if access == .admin, !sender.isAdmin {
                let visit = visit()
                visit.services.accounts.events.tell(.adminRefused, of: visit.client)
                throw HTTPProblem.notFound
            }
            return nil
        }
    }

    /// For somebody who is signed in.
    private func respond(to member: SignedInRequest, _ form: MultipartForm) async throws -> Response {
        switch handler {
        case .member(let handler):
            if member.consentWithdrawnAt != nil, !isWithoutConsent { return member.redirect(to: Links.deleteAccount()) }
            if access == .admin, let refusal = try await refusal(of: member) { return refusal }
            // Made already: nothing of it takes long.
            if method == .get, let page = member.keptPage() { return page }
            return try await run(for: member.claimant, member.visit) {
                let response = try await handler(member, form)
                // The change that made them old is kept whatever becomes of this: the next request tries again.
                try? await member.publish()
                return response
            }
        case .awaitingSecondFactor: return member.redirect(to: Links.home())
        case .visitor, .program: return try await respond(to: member.visit, member, form)
        }
    }

    /// An admin whose account opens by its password alone is led to two-factor sign-in first.
    private func refusal(of admin: SignedInRequest) async throws -> Response? {
        let services = admin.services
        guard services.adminsNeedSecondFactor, try await !services.accounts.secondFactor.isRequired(admin.session)
        else {
            return nil
        }
        services.accounts.events.tell(.adminRefused, of: admin.visit.client)
        return admin.redirect(to: Flash(.`done.admin-factor`).on(Links.secondFactor()))
    }

    /// For somebody whose second factor is missing: the vault is shut, and the step that opens it is all there is.
    private func respond(
        to visit: VisitorRequest, awaitingSecondFactor session: Session, _ form: MultipartForm
    ) async throws -> Response {
        guard case .awaitingSecondFactor(let handler) = handler else { return try await respond(to: visit, nil, form) }
        return try await run(for: visit.claimant, visit) { try await handler(visit, session, form.fields) }
    }

    /// What is there for anybody.
    private func respond(to visit: VisitorRequest, _ member: SignedInRequest?, _ form: MultipartForm) async throws
        -> Response
    {
        guard case .visitor(let handler) = handler else { return visit.redirect(to: Links.login()) }
        if method == .get, let page = member?.keptPage() { return page }
        let visit = member.map(visit.by) ?? visit
        return try await run(for: member?.claimant ?? visit.claimant, visit, isMember: member != nil) {
            try await handler(visit, form.fields)
        }
    }

    /// Runs a handler on threads that all share in turn; one that takes a body within the time that it has once that is there,
    /// any other within its request's (`MiddlewareStack`).
    ///
    /// So no handler, whatever it does, keeps connections, health checks or other people's requests from being served.
    /// Where the client has gone, what takes long is ended as what only reads is; a form that is being stored is not.
    private func run(
        for who: Requester, _ visit: VisitorRequest, isMember: Bool = false,
        _ body: @escaping @Sendable () async throws -> Response
    ) async throws -> Response {
        let services = visit.services
        let isLong = isLong || (isMember && isLongForMembers)
        let threads = isLong ? services.longThreads : services.threads
        if method == .get {
            if isLong { try services.requireRoomToSend(to: who) }
            return try await threads.run(for: who, body)
        }
        let isConnected = visit.context.client.isConnected
        return try await withTimeLimit(
            services.handlerTime * (takesFiles ? 2 : 1), while: isLong ? isConnected : nil
        ) {
            try await threads.run(for: who) {
                // What hasn't begun when a server that ends closes its connections isn't begun any more.
                guard isConnected() || !services.readiness.isEnding else { throw HTTPProblem.timeout }
                return try await body()
            }
        }
    }
}

extension Client {
    /// Whose share a request takes: the account's, or else the address's, and in both cases its network's.
    package func requester(_ account: AccountID? = nil) -> Requester {
        account.map { Requester(account: $0.description, network: address.network) }
            ?? Requester(address: address.key, network: address.network)
    }
}

extension VisitorRequest {
    package var claimant: Requester { context.client.requester() }
}

extension SignedInRequest {
    package var claimant: Requester { visit.context.client.requester(session.accountID) }
}
