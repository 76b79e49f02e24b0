extension Records {
    /// Whether signing in takes more than the password.
    func hasSecondFactor() throws -> Bool {
        try secret("totp") != nil
    }

    func removeSecondFactors() throws {
        try setSecret("totp", to: nil)
        try setSecret("totp-codes", to: nil)
    }
}
