import CivilDates
import Foundation
import Synchronization

@testable import Vault
@testable import VaultStorage
@testable import WebApp

/// A app whose disk can be filled, whose log is kept and whose clock is turned by hand.
struct FullApp: Sendable {
    /// What can't be written.
    enum Part: CaseIterable {
        /// `accounts.sqlite`: who is signed in, and every account's keys.
        case accountsDatabase
        /// The vaults' files, which can't be read then either.
        case blobs
        /// A vault's file beside the one that is there, as a new key takes; what is written over goes on.
        case room
    }

    let app: TestApp
    let lines: LogLines
    let clock: HandClock
    /// Somebody with another browser.
    let other: Person
    private let account: AccountID
    private let cookie: String

    /// Runs a test as Ada, who is signed in.
    static func withAda(_ body: @escaping @Sendable (FullApp, Person) async throws -> Void) async throws {
        let (lines, clock) = (LogLines(), HandClock())
        try await TestApp.open(logger: lines.logger, now: { clock.now }) { app, client in
            let person = Person(client)
            try await person.register("ada")
            // So that both places of the vault's file are there.
            for name in ["First", "Second"] { _ = try await person.pass(name) }
            let cookie = try await person.sessionCookie()
            guard let session = try await app.accounts.sessions.session(cookie: cookie) else {
                throw PersonError.refused(401)
            }
            let full = FullApp(
                app: app, lines: lines, clock: clock, other: Person(client), account: session.accountID,
                cookie: cookie)
            try await body(full, person)
        }
    }

    func fill(_ part: Part) async throws {
        switch part {
        case .accountsDatabase:
            // The last commit's bookkeeping may still run beside.
            let session = try? await app.accounts.sessions.session(cookie: cookie)
            try await session?.shared.withLock { try $0.finish() }
            try await eachChange { "CREATE TRIGGER full\($0) BEFORE \($1) BEGIN SELECT RAISE(ABORT, 'full'); END" }
        case .blobs:
            try FileManager.default.moveItem(at: blobs, to: blobs.appendingPathExtension("away"))
            try Data().write(to: blobs)
        case .room: try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: false)
        }
    }

    func heal(_ part: Part) async throws {
        switch part {
        case .accountsDatabase: try await eachChange { number, _ in "DROP TRIGGER full\(number)" }
        case .blobs:
            try FileManager.default.removeItem(at: blobs)
            try FileManager.default.moveItem(at: blobs.appendingPathExtension("away"), to: blobs)
        case .room: try FileManager.default.removeItem(at: draft)
        }
    }

    /// The next who comes has to open it from the disk.
    func closeVault() async { await app.accounts.vaults.close(account) }

    private var blobs: URL { app.folder.appending(path: "vaults") }
    private var draft: URL { blobs.appending(path: Draft.name(of: "\(account)")) }

    private func eachChange(_ sql: @escaping @Sendable (_ number: Int, _ change: String) -> String) async throws {
        let tables = ["account", "session", "keySlot"]
        let changes = tables.flatMap { table in ["INSERT", "UPDATE", "DELETE"].map { "\($0) ON \(table)" } }
        try await app.accounts.database.write { db in
            for (number, change) in changes.enumerated() { try db.execute(sql(number, change), []) }
        }
    }
}

/// A clock that stops until it is turned.
final class HandClock: Sendable {
    private let moment: Mutex<Date>

    init(at moment: Date = TestApp.now) { self.moment = Mutex(moment) }

    /// One that begins at noon of a day.
    convenience init(on day: CalendarDate) {
        self.init(at: Date(timeIntervalSince1970: TimeInterval(day.dayNumber * 86_400 + 43_200)))
    }

    var now: Date { moment.withLock { $0 } }

    func pass(_ seconds: TimeInterval) { moment.withLock { $0 += seconds } }
}
