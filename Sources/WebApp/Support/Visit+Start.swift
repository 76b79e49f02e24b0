import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Vault

extension Visit {
    /// Who is behind a request, by its session cookie.
    static func session(of request: Request, _ context: AppContext, _ services: Services) async throws -> Session? {
        guard let cookie = request.cookie(Cookies.session, context.client) else { return nil }
        return try await services.accounts.session(cookie: cookie)
    }

    /// Prepares the answer to a request: language by the account's setting, the cookie, then the browser's wish.
    static func start(
        _ request: Request, _ context: AppContext, _ services: Services, session: Session?, language: String? = nil,
        tokenKey: [UInt8]? = nil
    ) -> Visit {
        let localization = services.localization
        let words =
            localization.words(language)
            ?? localization.words(request.cookie(Cookies.language, context.client))
            ?? localization.negotiate(request.headers[.acceptLanguage])
        let secret: SymmetricKey
        var newCookies: [String] = []
        if let key = tokenKey ?? session?.derivedKey(tokenContext) {
            secret = SymmetricKey(data: key)
        } else {
            let known = request.cookie(Cookies.visit, context.client)
            let value = known ?? Self.randomToken()
            if known == nil {
                newCookies.append(SetCookie.set(Cookies.visit, value, maxAge: nil, on: context.client))
            }
            secret = SymmetricKey(data: Data(value.utf8))
        }
        return Visit(
            services: services, request: request, context: context, words: words,
            tokens: FormTokens(key: secret), isHalfway: session?.needsSecondFactor ?? false, newCookies: newCookies)
    }

    /// Prepares the answer to somebody who leaves, also where their session can't be looked up: their forms' tokens come
    /// from the cookie alone.
    static func leaving(_ request: Request, _ context: AppContext, _ services: Services) async -> Visit {
        do {
            let session = try await session(of: request, context, services)
            return start(request, context, services, session: session)
        } catch {
            let cookie = request.cookie(Cookies.session, context.client) ?? ""
            return start(
                request, context, services, session: nil,
                tokenKey: Session.derivedKey(tokenContext, cookie: cookie))
        }
    }

    /// The form of a request, if it carries this page's token.
    func form(_ limits: FormLimits = FormLimits()) async throws -> FormFields {
        let fields = try await request.formFields(limits: limits)
        guard tokens.accepts(fields[FormTokens.field], for: Self.binding) else { throw HTTPProblem.badToken }
        return fields
    }

    /// The form of a request with its files, if it carries this page's token; a form without files may come as others
    /// do.
    func upload(
        _ allowance: UploadGate.Allowance, _ limits: MultipartLimits = .upload
    ) async throws -> MultipartForm {
        guard request.isMultipart else { return MultipartForm(fields: try await form()) }
        let form = try await request.multipartForm(limits: limits, taking: allowance.take)
        guard tokens.accepts(form.fields[FormTokens.field], for: Self.binding) else { throw HTTPProblem.badToken }
        return form
    }

    /// The form of a request with files of the catalogue, if it carries this page's token.
    func catalogueFiles() async throws -> MultipartForm {
        guard request.isMultipart else { return MultipartForm(fields: try await form()) }
        let form = try await request.multipartForm(limits: .catalogue)
        guard tokens.accepts(form.fields[FormTokens.field], for: Self.binding) else { throw HTTPProblem.badToken }
        return form
    }

    /// What a session's form tokens are derived for.
    private static let tokenContext = "form-token"

    /// 32 random bytes as text that a cookie can hold.
    private static func randomToken() -> String {
        SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
