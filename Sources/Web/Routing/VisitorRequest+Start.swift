import ByteCoding
import Crypto
package import Fairness
package import Foundation
import HTTPTypes
import Hummingbird
package import HummingbirdCore
import Lists
package import Vault

extension VisitorRequest {
    /// Whose session a request's cookie stands for; opens nothing.
    package static func identity(
        of request: Request, _ context: AppContext, _ services: Services
    ) async throws -> SessionIdentity? {
        guard let cookie = request.cookie(Cookies.session, context.client) else { return nil }
        return try await services.accounts.sessions.identity(cookie: cookie)
    }

    /// Who is behind a request, by its session cookie.
    package static func session(of request: Request, _ context: AppContext, _ services: Services) async throws
        -> Session?
    {
        guard let cookie = request.cookie(Cookies.session, context.client) else { return nil }
        return try await services.accounts.sessions.session(cookie: cookie, network: context.client.address.network)
    }

    /// Prepares the answer to a request: language by the account's setting, the cookie, then the browser's wish; times in the
    /// account's zone, or the one of those of whom none is known.
    package static func start(
        _ request: Request, _ context: AppContext, _ services: Services, _ sender: SessionIdentity?,
        language: String? = nil, zone: TimeZone? = nil, tokenKey: [UInt8]? = nil
    ) -> VisitorRequest {
        let localization = services.localization
        let words =
            localization.words(language)
            ?? localization.words(request.cookie(Cookies.language, context.client))
            ?? localization.negotiate(request.headers[.acceptLanguage])
        let secret: SymmetricKey
        var newCookies: [String] = []
        if let key = tokenKey ?? sender?.derivedKey(tokenContext) {
            secret = SymmetricKey(data: key)
        } else {
            // One of another length isn't ours: whoever planted it may know it.
            let known = request.cookie(Cookies.visit, context.client)
                .flatMap { Base64URL.decode($0)?.count == tokenBytes ? $0 : nil }
            let value = known ?? Self.randomToken()
            if known == nil {
                newCookies.append(SetCookie.set(Cookies.visit, value, maxAge: nil, on: context.client))
            }
            secret = SymmetricKey(data: Data(value.utf8))
        }
        return VisitorRequest(
            services: services, request: request, context: context,
            words: words.local(in: zone ?? services.catalogue.found.zone(of: nil)),
            tokens: FormTokens(key: secret), isAwaitingSecondFactor: sender?.needsSecondFactor ?? false,
            newCookies: newCookies)
    }

    /// Prepares the answer to somebody who leaves, also where their session can't be looked up: their forms' tokens come
    /// from the cookie alone.
    static func leaving(_ request: Request, _ context: AppContext, _ services: Services) async -> VisitorRequest {
        do {
            return start(request, context, services, try await identity(of: request, context, services))
        } catch {
            let cookie = request.cookie(Cookies.session, context.client) ?? ""
            return start(request, context, services, nil, tokenKey: Session.derivedKey(tokenContext, cookie: cookie))
        }
    }

    /// The form of a request, if it carries this page's token.
    package func form(_ place: FairSemaphore.Permit, _ limits: FormLimits = FormLimits()) async throws -> FormFields {
        let fields = try await request.formFields(limits: limits, taking: place.take)
        guard tokens.accepts(fields[FormTokens.field], for: Self.binding) else {
            throw HTTPProblem.badToken.keeping(fields, of: request, in: place)
        }
        return fields
    }

    /// The form of a request with its files, if it carries this page's token; a form without files may come as others
    /// do.
    package func upload(_ place: FairSemaphore.Permit, _ limits: MultipartLimits = .upload) async throws
        -> MultipartForm
    {
        guard request.isMultipart else { return MultipartForm(fields: try await form(place)) }
        let form = try await request.multipartForm(limits: limits, taking: place.take)
        guard tokens.accepts(form.fields[FormTokens.field], for: Self.binding) else { throw HTTPProblem.badToken }
        return form
    }

    /// The form of a request with files of the catalogue, if it carries this page's token.
    package func catalogueFiles(_ place: FairSemaphore.Permit) async throws -> MultipartForm {
        guard request.isMultipart else { return MultipartForm(fields: try await form(place)) }
        let form = try await request.multipartForm(limits: .catalogue)
        guard tokens.accepts(form.fields[FormTokens.field], for: Self.binding) else { throw HTTPProblem.badToken }
        return form
    }

    /// What a session's form tokens are derived for.
    private static let tokenContext = "form-token"

    private static let tokenBytes = 32

    /// Random bytes as text that a cookie can hold.
    private static func randomToken() -> String {
        SymmetricKey(size: .init(bitCount: tokenBytes * 8)).withUnsafeBytes { Base64URL.encode(Array($0)) }
    }
}
