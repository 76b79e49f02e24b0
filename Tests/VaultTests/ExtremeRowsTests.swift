import Foundation
import Seeded
import Testing
import VaultStorage

@testable import Vault

/// Whoever can write the books may put any number there: what asks is refused or goes on, and the server survives.
@Suite(.bothHomes, .timeLimit(.minutes(LongForm.minutes))) struct ExtremeRowsTests {
    struct Place: Sendable, CustomStringConvertible {
        let table: String
        let column: String
        var description: String { "\(table).\(column)" }
    }

    private static let counts = [
        ("account", "generation"), ("account", "epoch"), ("account", "length"), ("account", "isAdmin"),
        ("keySlot", "kind"), ("keySlot", "epoch"), ("keySlot", "passes"), ("keySlot", "memory"), ("keySlot", "expires"),
        ("session", "isPending"),
    ].map { Place(table: $0, column: $1) }

    private static let times = [
        ("account", "createdAt"), ("session", "createdAt"), ("session", "lastSeen"), ("session", "expires"),
    ]
    .map { Place(table: $0, column: $1) }

    @Test(arguments: counts) func countsThatCanNotBe(place: Place) async throws {
        for number in [Int64.min, -1, 0, (1 << 32) - 1, 1 << 32, .max].inTurn() {
            try await ask(place, .integer(number))
        }
    }

    @Test(arguments: times) func timesThatCanNotBe(place: Place) async throws {
        for seconds in [Double.infinity, 1e300, -.infinity, -0.5].inTurn() { try await ask(place, .real(seconds)) }
    }

    @Test func failuresThatCanNotBe() async throws {
        let throttle = Throttle(ThrottlePolicy())
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        for failures in [Int.min, -1, 0, 5, .max] {
            for seconds in [Double.infinity, -.infinity, .nan, 1e300, -1e300, 1_790_000_000, 1_890_000_000] {
                let counter = Throttle.Counter(failures: failures, last: Date(timeIntervalSince1970: seconds))
                let wait = throttle.wait(counter, freeTries: 5, now: now)
                #expect((0...900).contains(wait), "\(failures) \(seconds)")
            }
        }
    }

    /// Puts a value into every row of a table, and asks for all that reads them.
    private func ask(_ place: Place, _ value: SQLValue) async throws {
        let app = TestVaults()
        let accounts = try app.accounts()
        let (registration, session) = try await app.member(accounts)
        // A constraint of the table may refuse it already.
        try? await accounts.database.write { db in
            try db.execute("UPDATE \(place.table) SET \(place.column) = ?", [value])
        }
        _ = try? await accounts.sessions.list(session)
        try? await accounts.sessions.endAll(by: session, exceptCurrent: true)
        await accounts.vaults.close(registration.accountID)
        if let session = try? await accounts.sessions.session(cookie: registration.cookie) {
            _ = try? await session.vault.write { try $0.setSetting("a", to: "1") }
            _ = try? await accounts.sessions.list(session)
        }
        _ = try? await accounts.signIn.withPassword(
            username: "maria", password: TestVaults.password, client: TestVaults.client)
        _ = try? await accounts.recovery.recover(
            username: "maria", recoveryCode: registration.recoveryCode, newPassword: "another-Horse-Battery-9",
            client: TestVaults.client)
        _ = try? app.check()
        _ = try? app.backup(to: "\(app.path)/backup")
        await accounts.close()
    }
}
