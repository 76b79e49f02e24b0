/// The four cookies: nothing personal in any of them.
enum Cookies {
    /// Keeps a person signed in: the secret that looks the session up and unlocks its vault.
    static let session = CookieName("session")
    /// Binds the forms of someone who isn't signed in to this browser.
    static let visit = CookieName("visit")
    /// Shows that an account was signed in to from this browser, so that its owner isn't slowed down by who guesses
    /// elsewhere.
    static let browser = CookieName("browser")
    /// Remembers the language of someone who isn't signed in.
    static let language = CookieName("language")
}
