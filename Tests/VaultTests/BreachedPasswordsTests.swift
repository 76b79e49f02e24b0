import Crypto
import Foundation
import Testing

@testable import Vault
@testable import VaultStorage

@Suite(.timeLimit(.minutes(3))) struct BreachedPasswordsTests {
    let app = TestVaults()

    private func hash(_ password: String) -> String {
        Insecure.SHA1.hash(data: Array(password.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private func list(_ lines: [String]) throws {
        let numbers = lines.compactMap { BreachedPasswords.number(ofLine: Array($0.utf8)) }
        try BreachedPasswords.file(of: numbers).write(
            to: URL(filePath: "\(app.path)/\(BreachedPasswords.fileName)"))
    }

    @Test func whatIsOnTheListIsTakenNowhere() async throws {
        let accounts = try app.accounts()
        let (registration, session) = try await app.member(accounts)
        let stolen = "zwölf Möwen über Rügen"
        #expect(accounts.passwords.finding(stolen, username: "") == nil)
        try list((0..<500).map { "andere Zeile Nummer \($0)" } + [hash(stolen).uppercased() + ":17"])
        #expect(accounts.passwords.breached.count == 501)
        #expect(accounts.passwords.finding(stolen, username: "")?.problem == .breached, "without a restart")
        // However the keyboard composes it.
        let decomposed = stolen.decomposedStringWithCanonicalMapping
        #expect(accounts.passwords.finding(decomposed, username: "")?.problem == .breached)
        #expect(accounts.passwords.finding("andere Zeile Nummer 499", username: "")?.problem == .breached)
        #expect(accounts.passwords.finding("elf Möwen über Rügen", username: "") == nil)
        let rejected = VaultError(.passwordRejected, "")
        await #expect(throws: rejected) {
            try await accounts.registration.register(
                username: "paul", password: stolen, consent: app.consent(), client: TestVaults.client)
        }
        await #expect(throws: rejected) {
            try await accounts.passwords.change(session, current: .password(TestVaults.password), new: stolen)
        }
        await #expect(throws: rejected) {
            try await accounts.recovery.recover(
                username: "maria", recoveryCode: registration.recoveryCode, newPassword: stolen,
                client: TestVaults.client)
        }
        // Who has it already signs in.
        try list([TestVaults.password])
        _ = try await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
    }

    @Test func everyPlaceOfTheListIsFound() throws {
        _ = try app.accounts()
        for count in [1, 2, 3, 64, 1_000] {
            let lines = (0..<count).map { "ein langer Satz \($0)" }
            try list(lines + lines)
            let known = BreachedPasswords(directory: app.path)
            #expect(known.count == count, "each once")
            #expect(lines.allSatisfy { line in Password(line).map(known.contains) == true })
            #expect((count..<count + 100).allSatisfy { Password("ein langer Satz \($0)").map(known.contains) == false })
        }
    }

    @Test func aDamagedListKeepsNobodyOut() throws {
        let accounts = try app.accounts()
        let url = URL(filePath: "\(app.path)/\(BreachedPasswords.fileName)")
        try list([TestVaults.password])
        let good = try Data(contentsOf: url)
        #expect(accounts.passwords.breached.count == 1)
        for bad in [Data(), Data("nonsense".utf8), good.dropLast(), Data(good.dropFirst())] {
            try bad.write(to: url)
            #expect(accounts.passwords.breached.count == nil)
            #expect(accounts.passwords.finding(TestVaults.password, username: "") == nil)
        }
        #expect(BreachedPasswords(directory: "/nonexistent").count == 0)
    }

    @Test func linesAreReadAsTheyArePublished() {
        func number(_ text: String) -> UInt64? { BreachedPasswords.number(ofLine: Array(text.utf8)) }
        let password = "correct horse battery staple"
        let wanted = number(password)
        #expect(wanted != nil)
        #expect(
            [hash(password), hash(password).uppercased(), hash(password) + ":9"].allSatisfy { number($0) == wanted })
        #expect(number("short") == nil && number("") == nil && number(":3") == nil)
        #expect(number("+" + String(hash(password).dropFirst())) != wanted)
    }
}
