import Foundation
import Testing

@testable import Vault
@testable import VaultStorage

/// A data folder that is moved away while a server runs, with another one in its place.
@Suite(.timeLimit(.minutes(3))) struct PinnedDirectoryTests {
    let app = TestVaults()
    private var aside: String { app.path + "-aside" }
    private var backup: String { app.path + "-backup" }

    private func content(_ folder: String) throws -> [String: Data] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).reduce(into: [:]) {
            $0[$1] = FileManager.default.contents(atPath: "\(folder)/\($1)")
        }
    }

    @Test func nothingIsReadOrWrittenWhileAnotherFolderLiesInItsPlace() async throws {
        let manager = FileManager.default
        defer { for path in [aside, backup] { try? manager.removeItem(atPath: path) } }
        let accounts = try app.accounts()
        let (session, pass) = try await app.memberWithPass(accounts)
        try await app.attach([1, 2, 3], to: pass.id, of: session)
        let (paul, other) = try await app.member(accounts, "paul")
        try BackupCopy(of: app.path).write(to: backup)
        try await session.vault.write { try $0.setSetting("a", to: "b") }

        try manager.moveItem(atPath: app.path, toPath: aside)
        #expect(!accounts.isFolderInPlace)
        #expect(try BackupRestore(of: backup).write(to: app.path).findings == [])
        let (old, new) = (try content(aside), try content(app.path))
        func isRefused(_ body: () async throws -> Void) async {
            do {
                try await body()
                Issue.record("it was done all the same")
            } catch {
                #expect(error as? VaultError == VaultError(.directoryUnusable, ""))
            }
        }
        await isRefused {
            _ = try await accounts.signIn.withPassword(
                username: "maria", password: TestVaults.password, client: TestVaults.client)
        }
        await isRefused { _ = try await app.member(accounts, "nora") }
        await isRefused { try await session.vault.write { try $0.setSetting("a", to: "c") } }
        await isRefused { try await app.attach([4], to: pass.id, of: session) }
        await isRefused { _ = try await app.session(accounts, paul.cookie) }
        await isRefused { try await accounts.delete(other, password: TestVaults.password) }
        try manager.removeItem(atPath: "\(app.path)/names.key")
        await accounts.sweep()
        #expect(!manager.fileExists(atPath: "\(app.path)/names.key"))
        try new["names.key"]?.write(to: URL(fileURLWithPath: "\(app.path)/names.key"))
        #expect(try content(aside) == old)
        #expect(try content(app.path) == new)

        // It goes on where its own folder is back.
        try manager.moveItem(atPath: app.path, toPath: app.path + "-trial")
        defer { try? manager.removeItem(atPath: app.path + "-trial") }
        try manager.moveItem(atPath: aside, toPath: app.path)
        #expect(try await session.vault.read { try $0.setting("a") } == "b")
        try await session.vault.write { try $0.setSetting("a", to: "c") }
        #expect(try DirectoryCheck(app.path).findings == [])

        // One that ends meanwhile leaves both as they are, too.
        try manager.moveItem(atPath: app.path, toPath: aside)
        try manager.moveItem(atPath: app.path + "-trial", toPath: app.path)
        let before = try content(aside)
        await accounts.close()
        #expect(try content(aside).filter { !$0.key.contains("-shm") } == before.filter { !$0.key.contains("-shm") })
        #expect(try content(app.path) == new)
        #expect(try DirectoryCheck(aside).findings == [])
    }
}
