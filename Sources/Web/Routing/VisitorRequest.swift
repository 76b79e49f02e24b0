package import CivilDates
import Crypto
package import Foundation
package import HTTPTypes
import Hummingbird
package import HummingbirdCore
package import Vault

/// One request by anybody: its language, its form token, and how to answer it.
package struct VisitorRequest: ServedRequest, Sendable {
    package let services: Services
    package let request: Request
    package let context: AppContext
    package let words: Localizer
    /// Makes and checks form tokens from a cookie that only this site's requests carry, so that they survive a restart
    /// and work on several servers without a key of their own.
    let tokens: FormTokens
    /// Whether the password was right and the second factor is still missing.
    package let isAwaitingSecondFactor: Bool
    /// Cookies that the answer sets whatever it is, as `Set-Cookie` values.
    let newCookies: [String]
    package var sender = Sender.visitor

    /// Who asks for a public page; behind a reference, since a member's request holds its own.
    package indirect enum Sender: Sendable {
        case visitor
        case member(SignedInRequest)
    }

    /// Whoever is signed in, if somebody is.
    package var member: SignedInRequest? { if case .member(let member) = sender { member } else { nil } }

    /// The same of a member.
    package func by(_ member: SignedInRequest) -> VisitorRequest {
        var visit = self
        visit.sender = .member(member)
        return visit
    }

    package var now: Date { services.now() }
    /// The day that it is where whoever asks is.
    package var today: CalendarDate { words.day(of: now) }

    /// The token that the forms of this page carry.
    package var token: String { tokens.token(for: Self.binding) }

    static let binding = Array("form".utf8)

    /// Where the request came from, for the throttle and the access log.
    package var client: ClientDescription {
        ClientDescription(
            address: context.client.address.key, device: Device.name(request.headers[.userAgent]),
            network: context.client.address.network, browser: request.cookie(Cookies.browser, context.client) ?? "")
    }

    /// The session's cookie, whether or not it is still good.
    package var sessionCookie: String? { request.cookie(Cookies.session, context.client) }

    /// A page in the frame of whoever is signed in.
    package func page(_ page: some Page, status: HTTPResponse.Status = .ok) -> Response {
        html(PageValues(page, words), for: member?.about(nil), status: status)
    }

    /// A page that is the same for everybody.
    package func plainPage(_ page: some Page, status: HTTPResponse.Status = .ok) -> Response {
        html(PageValues(page, words), for: nil, status: status)
    }

    /// A form, with what was typed where that is wrong; where the server is too busy, with when to send it again.
    package func formPage(_ page: some FormPage) -> Response {
        var response = plainPage(page, status: page.form.errors.status)
        if response.status == .serviceUnavailable { response.headers[.retryAfter] = "10" }
        return response
    }

    /// A page without a frame, such as a file's.
    package func bytes(_ page: some Page) throws -> [UInt8] {
        let page = PageValues(page, words)
        return try services.templates.write(page, in: LayoutModel(of: page, self, nil), words)
    }

    /// A page in its frame as a response.
    package func html(_ page: PageValues, for member: SignedInRequest?, status: HTTPResponse.Status) -> Response {
        guard let body = try? services.templates.write(page, in: LayoutModel(of: page, self, member), words) else {
            return Response(status: .internalServerError)
        }
        var response = Response(status: status, body: .init(byteBuffer: ByteBuffer(bytes: body)))
        response.headers[.contentType] = "text/html; charset=utf-8"
        response.headers[.contentLanguage] = words.code
        return adding(newCookies, to: response)
    }

    /// The answer after a form was accepted: go there with GET.
    package func redirect(to path: String, cookies: [String] = []) -> Response {
        let response = Response(status: .seeOther, headers: [.location: path])
        return adding(newCookies + cookies, to: response)
    }

    /// The browser forgets the session, and what it keeps to be shown without a network.
    package func signedOut(_ notice: Message) -> Response {
        let clear = SetCookie.clear(Cookies.session, on: context.client)
        var response = redirect(to: Flash(notice).on(Links.home()), cookies: [clear])
        if let name = HTTPField.Name("Clear-Site-Data") { response.headers[name] = "\"storage\"" }
        return response
    }

    private func adding(_ cookies: [String], to response: Response) -> Response {
        var response = response
        for cookie in cookies { response.headers.append(.init(name: .setCookie, value: cookie)) }
        return response
    }
}
