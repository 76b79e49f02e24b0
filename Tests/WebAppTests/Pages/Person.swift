import ByteCoding
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import Vault
@testable import WebApp

/// Somebody with a browser: keeps cookies, takes a form's token from the page before it sends the form.
actor Person {
    let client: any TestClientProtocol
    private(set) var cookies: [String: String] = [:]

    init(_ client: any TestClientProtocol) { self.client = client }

    /// What came back.
    struct Answer: Sendable {
        let status: HTTPResponse.Status
        let location: String
        /// The body as it came, for files.
        let bytes: [UInt8]
        /// The body of a page.
        ///
        /// Only when it is asked for: in a file, each byte that is no text throws an error, and Swift Testing takes a
        /// backtrace of each.
        var body: String { String(decoding: bytes, as: UTF8.self) }
        let headers: HTTPFields

        /// The id in a path such as `/passes/ID?done=…`: what follows a part of the path.
        func id(after part: String) -> String {
            guard let range = location.range(of: "/\(part)/") else { return "" }
            return String(location[range.upperBound...].prefix { $0.isLetter || $0.isNumber })
        }
    }

    /// Asks for a page.
    func get(_ path: String, headers: HTTPFields = [:]) async throws -> Answer {
        try await send(.get, path, body: nil, headers: headers)
    }

    /// Sends a form with its page's token.
    func post(_ path: String, _ fields: [String: String] = [:], from page: String? = nil) async throws -> Answer {
        let token = try await token(on: page ?? "/privacy")
        return try await send(
            .post, path, body: ByteBuffer(string: Self.form(fields.merging(["form-token": token]) { $1 })), headers: [:]
        )
    }

    func options(_ path: String) async throws -> Answer { try await send(.options, path, body: nil, headers: [:]) }

    /// Sends a form as it is given.
    func postRaw(_ path: String, _ body: String, headers: HTTPFields = [:]) async throws -> Answer {
        try await send(.post, path, body: ByteBuffer(string: body), headers: headers)
    }

    /// The token that the page's forms carry.
    func token(on page: String = "/privacy") async throws -> String {
        let body = try await get(page).body
        guard let range = body.range(of: #"name="form-token" value=""#) else { return "" }
        return String(body[range.upperBound...].prefix { $0 != "\"" })
    }

    /// Makes an account and is signed in to it.
    ///
    /// - Parameter zone: where the browser says that it is; one without scripts says nothing.
    func register(
        _ username: String, password: String = "seven quiet otters swim", zone: String = ""
    ) async throws {
        let answer = try await post(
            "/register", ["username": username, "password": password, "consent": "yes", "zone": zone], from: "/register"
        )
        guard answer.status == .seeOther else { throw PersonError.refused(answer.status.code) }
    }

    /// Sends the sign-in form, from a browser that isn't signed in.
    func signIn(
        _ username: String, password: String = "seven quiet otters swim", zone: String = ""
    ) async throws -> Answer {
        cookies = [:]
        return try await post("/login", ["username": username, "password": password, "zone": zone], from: "/login")
    }

    /// Has a cookie that somebody else had, or none.
    func use(session cookie: String?) { cookies["session"] = cookie }

    /// The session's cookie.
    func sessionCookie() throws -> String {
        guard let cookie = cookies["session"] else { throw PersonError.refused(401) }
        return cookie
    }

    /// The vault of the account, past the pages.
    func vault(_ app: TestApp) async throws -> Vault {
        guard let session = try await app.accounts.sessions.session(cookie: cookies["session"] ?? "") else {
            throw PersonError.refused(401)
        }
        return session.vault
    }

    /// Makes a pass and gives its id.
    func pass(_ name: String, kind: String = "person", birth: (String, String, String) = ("12", "4", "1987"))
        async throws -> String
    {
        let answer = try await post(
            "/passes/new",
            [
                "name": name, "kind": kind, "birthdate-day": birth.0, "birthdate-month": birth.1,
                "birthdate-year": birth.2, "sex": "female",
            ])
        guard answer.status == .seeOther else { throw PersonError.refused(answer.status.code) }
        return answer.id(after: "passes")
    }

    /// Sends a form with files, as a browser does.
    func upload(
        _ path: String, _ files: [(name: String, bytes: [UInt8])], fields: [String: String] = [:],
        field: String = "files"
    ) async throws -> Answer {
        let token = try await token()
        let body = Self.multipart(files, fields: fields.merging(["form-token": token]) { $1 }, field: field)
        return try await send(
            .post, path, body: ByteBuffer(bytes: body), headers: [.contentType: Self.multipartType])
    }

    static let multipartType = "multipart/form-data; boundary=xYz"

    /// The bytes of a form with files.
    static func multipart(
        _ files: [(name: String, bytes: [UInt8])], fields: [String: String], field: String
    ) -> [UInt8] {
        var body: [UInt8] = []
        for (name, value) in fields {
            body += Array("--xYz\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        for file in files {
            let head = "Content-Disposition: form-data; name=\"\(field)\"; filename=\"\(file.name)\""
            body += Array("--xYz\r\n\(head)\r\nContent-Type: image/png\r\n\r\n".utf8) + file.bytes + [13, 10]
        }
        return body + Array("--xYz--\r\n".utf8)
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String, body: ByteBuffer?, headers: HTTPFields
    ) async throws -> Answer {
        var fields = HTTPFields()
        for field in headers { fields.append(field) }
        if !cookies.isEmpty {
            fields[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        }
        if body != nil, fields[.contentType] == nil { fields[.contentType] = "application/x-www-form-urlencoded" }
        let response = try await client.executeRequest(
            uri: path, method: method, headers: fields, body: body)
        for cookie in response.headers[values: .setCookie] {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
            if pair.count == 2, !cookie.contains("Max-Age=0") {
                cookies[pair[0]] = pair[1]
            } else if let name = pair.first {
                cookies[name] = nil
            }
        }
        return Answer(
            status: response.status, location: response.headers[.location] ?? "",
            bytes: Array(response.body.readableBytesView), headers: response.headers)
    }

    static func form(_ fields: [String: String]) -> String {
        fields.map { "\(AccessTable.encoded($0.key))=\(AccessTable.encoded($0.value))" }.joined(separator: "&")
    }
}

extension Person {
    /// Turns two-factor sign-in on for the account.
    func turnOnTwoFactor(_ app: TestApp) async throws -> Authenticator {
        let session = try #require(try await app.accounts.sessions.session(cookie: sessionCookie()))
        _ = try await app.accounts.secondFactor.begin(session, label: "ada")
        let secret = try #require(try await session.vault.read { try $0.secret("totp-pending") })
        let totp = TOTP(secret: secret)
        let now = app.accounts.configuration.now
        let code = totp.code(step: TOTP.step(at: now()))
        let codes = try #require(try await app.accounts.secondFactor.confirm(session, code: code))
        // As if that had been long ago, so that the present code is good.
        try await session.vault.write { try $0.setSecret("totp-step", to: Int64(0).bigEndianBytes) }
        return Authenticator(totp: totp, codes: codes, now: now)
    }
}

enum PersonError: Error {
    case refused(Int)
}
