import Foundation
import Testing

@testable import Vault
@testable import VaultStorage

/// Where blobs may be, and what goes from there when.
extension SlotTests {
    /// All the places where an account's blob may be, each with one.
    private func fillEveryPlace(_ start: Case) throws -> [String] {
        let names = BlobNames(start.account, in: app.path + "/vaults")
        let places = [names.slot(0), names.slot(1), names.single, names.draft]
        for place in places where !FileManager.default.fileExists(atPath: place) {
            try start.before.write(to: URL(fileURLWithPath: place))
        }
        return places
    }

    @Test func aDeletedAccountLeavesNoBlobInAnyPlace() async throws {
        let accounts = try app.accounts()
        let start = try await start(accounts)
        let places = try fillEveryPlace(start)
        let session = try await app.session(accounts, start.cookie)
        try await accounts.delete(session, password: TestVaults.password)
        #expect(places.filter { FileManager.default.fileExists(atPath: $0) } == [])
    }

    @Test func whatWasHalfWrittenGoesAtTheStartAndAnAccountIsListedOnce() async throws {
        let accounts = try app.accounts()
        let start = try await start(accounts)
        let places = try fillEveryPlace(start)
        await accounts.close()
        await (try app.accounts()).close()
        let store = try DirectoryBlobStore(
            directory: app.path + "/vaults", files: PosixFileSystem(), limit: 1 << 30)
        #expect(places.filter { !FileManager.default.fileExists(atPath: $0) } == [places[3]])
        #expect(try store.accounts() == [start.account])
    }

    @Test func aNewKeyTakesTheOneFileAlongAndIsWrittenOverNothing() async throws {
        let files = FaultyFileSystem()
        let accounts = try app.accounts { $0.files = files }
        let start = try await start(accounts)
        let single = try fillEveryPlace(start)[2]
        let session = try await app.session(accounts, start.cookie)
        _ = files.takeCalls()
        try await accounts.sessions.endAll(by: session, exceptCurrent: true)
        #expect(!FileManager.default.fileExists(atPath: single))
        let calls = files.takeCalls()
        #expect(calls.contains("rename") && !calls.contains("overwrite"))
        #expect(calls.suffix(3) == ["remove", "remove", "syncDirectory"])
    }

    @Test func onlyAFileOfTheSameLengthIsWrittenOver() throws {
        try FileManager.default.createDirectory(atPath: app.path, withIntermediateDirectories: true)
        let (path, files) = (app.path + "/file", PosixFileSystem())
        try Data(count: 100).write(to: URL(fileURLWithPath: path))
        for length in [0, 99, 101] { #expect(try files.overwrite(path, length: length, beginning: []) == nil) }
        #expect(throws: VaultError(of: "read", EFBIG)) { try files.read(path, limit: 99) }
        try files.close(try #require(try files.overwrite(path, length: 100, beginning: [])))
        try files.close(try files.create(path))
        #expect(try files.read(path, limit: 100) == [])
    }
}
