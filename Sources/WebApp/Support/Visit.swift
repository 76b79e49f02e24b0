import Crypto
import Foundation
import Hummingbird
import Vault

/// One request by anybody: its language, its form token, and how to answer it.
struct Visit: Sendable {
    let services: Services
    let request: Request
    let context: AppContext
    let words: Words
    /// The token that the forms of this page carry.
    let token: String
    /// Cookies that the answer sets whatever it is, as `Set-Cookie` values.
    let newCookies: [String]

    var now: Date { services.now() }

    /// Where the request came from, for the throttle and the access log.
    var client: ClientDescription {
        ClientDescription(address: context.client.address.key, device: Device.name(request.headers[.userAgent]))
    }

    /// The identity of a path parameter: nothing if it has no such form, which reads as 'not found'.
    func parameter(_ name: String) throws(HTTPProblem) -> String {
        guard let value = context.parameters.get(name) else { throw .notFound }
        return value
    }

    /// A page without a session.
    func page(_ page: some Page, status: Response.Status = .ok) -> Response {
        html(page, chrome: Chrome(visit: self, member: nil, section: page.section), status: status)
    }

    /// A page as a response.
    func html(_ page: some Page, chrome: Chrome, status: Response.Status) -> Response {
        var fields = page.fields(words)
        fields.merge(chrome.fields(title: page.title(words), failed: page.hasErrors)) { page, _ in page }
        let text = services.templates.render(page.template, fields, in: words)
        var response = Response(status: status, body: .init(byteBuffer: .init(string: text)))
        response.headers[.contentType] = "text/html; charset=utf-8"
        response.headers[.contentLanguage] = words.code
        return adding(newCookies, to: response)
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
