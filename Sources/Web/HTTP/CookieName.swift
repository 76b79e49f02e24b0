import HTTPTypes
import Hummingbird

/// A cookie of ours: one page's host only, never a script's, never another site's post.
package struct CookieName: Hashable, Sendable {
    private let base: String

    /// - Parameter base: letters and hyphens.
    init(_ base: String) {
        self.base = base
    }

    /// `__Host-` in front under TLS, by which browsers hold the cookie to this host, `Secure` and `Path=/`.
    func text(on client: Client) -> String {
        client.isSecure ? "__Host-" + self.base : self.base
    }
}

/// Values of the Set-Cookie field.
package enum SetCookie {
    /// Sets a cookie.
    ///
    /// - Parameters:
    ///   - value: base64url or the like: it is not encoded.
    ///   - maxAge: nil for a cookie that ends with the browser.
    package static func set(_ name: CookieName, _ value: String, maxAge: Duration? = nil, on client: Client) -> String {
        var text = "\(name.text(on: client))=\(value); Path=/; HttpOnly; SameSite=Lax"
        if let maxAge { text += "; Max-Age=\(maxAge.components.seconds)" }
        if client.isSecure { text += "; Secure" }
        return text
    }

    /// Remembers a language for a year.
    package static func language(_ code: String, on client: Client) -> String {
        set(Cookies.language, code, maxAge: .seconds(365 * 86_400), on: client)
    }

    package static func clear(_ name: CookieName, on client: Client) -> String {
        self.set(name, "", maxAge: .zero, on: client)
    }
}

extension Request {
    /// The cookie's value; nil when it is absent, and when it is there twice, since then one was planted.
    package func cookie(_ name: CookieName, _ client: Client) -> String? {
        let text = name.text(on: client).utf8
        var found: String?
        for field in self.headers[values: .cookie] {
            for pair in field.utf8.split(separator: UInt8(ascii: ";")) {
                let pair = pair.drop { $0 == UInt8(ascii: " ") }
                guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), pair[..<equals].elementsEqual(text) else {
                    continue
                }
                guard found == nil else { return nil }
                found = String(pair[pair.index(after: equals)...])
            }
        }
        return found
    }
}

/// The four cookies: nothing personal in any of them.
package enum Cookies {
    /// Keeps a person signed in: the secret that looks the session up and unlocks its vault.
    package static let session = CookieName("session")
    /// Binds the forms of someone who isn't signed in to this browser.
    package static let visit = CookieName("visit")
    /// Shows that an account was signed in to from this browser, so that guesses elsewhere don't slow down its
    /// owner.
    package static let browser = CookieName("browser")
    /// Remembers the language of someone who isn't signed in.
    package static let language = CookieName("language")
}
