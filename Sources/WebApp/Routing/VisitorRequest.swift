import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Vault

/// One request by anybody: its language, its form token, and how to answer it.
struct VisitorRequest: Sendable {
    let services: Services
    let request: Request
    let context: AppContext
    let words: Localizer
    /// Makes and checks form tokens from a cookie that only this site's requests carry, so that they survive a restart
    /// and work on several servers without a key of their own.
    let tokens: FormTokens
    /// Whether the password was right and the second factor is still missing.
    let isHalfway: Bool
    /// Cookies that the answer sets whatever it is, as `Set-Cookie` values.
    let newCookies: [String]

    var now: Date { services.now() }

    /// The token that the forms of this page carry.
    var token: String { tokens.token(for: Self.binding) }

    static let binding = Array("form".utf8)

    /// Where the request came from, for the throttle and the access log.
    var client: ClientDescription {
        ClientDescription(
            address: context.client.address.key, device: Device.name(request.headers[.userAgent]),
            network: context.client.address.network, browser: request.cookie(Cookies.browser, context.client) ?? "")
    }

    /// The session's cookie, whether or not it is still good.
    var sessionCookie: String? { request.cookie(Cookies.session, context.client) }

    /// The identity of a path parameter: nothing if it has no such form, which reads as 'not found'.
    func parameter(_ name: String) throws(HTTPProblem) -> String {
        guard let value = context.parameters.get(name) else { throw .notFound }
        return value
    }

    /// A page without a session.
    func page(_ page: some TypedPage, status: HTTPResponse.Status = .ok) -> Response {
        html(page, chrome: Layout(visit: self, member: nil, section: page.section), status: status)
    }

    /// A form with what was typed; where the server is too busy, with when to send it again.
    func formAgain(_ page: some FormPage & TypedPage, _ status: HTTPResponse.Status) -> Response {
        var response = self.page(page, status: status)
        if status == .serviceUnavailable { response.headers[.retryAfter] = "10" }
        return response
    }

    /// A page in its frame as a response.
    func html(_ page: PageValues, in layout: Layout, status: HTTPResponse.Status) -> Response {
        let frame = LayoutModel(layout, title: page.title, hasErrors: page.hasErrors)
        let body = services.templates.write(page, in: frame, words)
        var response = Response(status: status, body: .init(byteBuffer: ByteBuffer(bytes: body)))
        response.headers[.contentType] = "text/html; charset=utf-8"
        response.headers[.contentLanguage] = words.code
        return adding(newCookies, to: response)
    }

    /// A page as a response.
    func html<P: TypedPage>(_ page: P, chrome: Layout, status: HTTPResponse.Status) -> Response {
        for words in services.localization.languages {
            var fields = page.fields(words)
            fields.merge(chrome.fields(title: page.title(words), failed: page.hasErrors)) { page, _ in page }
            fields["language"] = words.code
            let text = services.templates.render(page.template, fields, in: words)
            var frame = LayoutModel(chrome, title: page.title(words), hasErrors: page.hasErrors)
            frame.languages = services.localization.languages.map { LanguageModel(words: $0, isCurrent: $0.code == self.words.code) }
            let bytes = services.templates.write(PageValues(page, words), in: frame, words)
            TemplateDifference.note(page.template, words, text, bytes)
        }
        return html(PageValues(page, words), in: chrome, status: status)
    }

    /// The answer after a form was accepted: go there with GET.
    func redirect(to path: String, cookies: [String] = []) -> Response {
        let response = Response(status: .seeOther, headers: [.location: path])
        return adding(newCookies + cookies, to: response)
    }

    private func adding(_ cookies: [String], to response: Response) -> Response {
        var response = response
        for cookie in cookies { response.headers.append(.init(name: .setCookie, value: cookie)) }
        return response
    }
}
