import Foundation
import Testing

@testable import Vault
@testable import VaultStorage

/// Many backups in one folder: what they share, what a killed process leaves, which of them go.
@Suite(.timeLimit(.minutes(3))) struct BackupPlaceTests {
    let app = TestVaults()
    let place = TestVaults().path + "-backups"

    private func withPlace(_ body: () async throws -> Void) async throws {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: place) }
        try await body()
    }

    private func number(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int)
    }

    @discardableResult
    private func backup(_ name: String, files: any FileSystem = PosixFileSystem()) throws -> BackupCopy.Report {
        try BackupCopy(of: app.path, isLinking: true, files: files).write(to: "\(place)/\(name)")
    }

    @Test func whatDidNotChangeIsAHardLinkToTheBackupBeforeAndNeverToTheDataFolder() async throws {
        try await withPlace {
            let accounts = try app.accounts()
            let (session, pass) = try await app.memberWithPass(accounts)
            try await app.attach([1, 2, 3], to: pass.id, of: session)
            let (paul, other) = try await app.member(accounts, "paul")
            #expect(try backup("1").findings == [])
            try await other.vault.write { try $0.setSetting("a", to: "b") }
            #expect(try backup("2").findings == [])
            func same(_ path: String) throws -> Bool {
                try number("\(place)/1/\(path)") == number("\(place)/2/\(path)")
            }
            let maria = "vaults/\(session.accountID).vault"
            let scan = try #require(try app.sealedFiles().keys.first)
            #expect(try same(maria) && same(scan))
            #expect(try !same("vaults/\(paul.accountID).vault") && !same("accounts.sqlite") && !same("names.key"))
            let live = try app.files().keys.map { try number("\(app.path)/\($0)") }
            for path in try FileManager.default.subpathsOfDirectory(atPath: "\(place)/2") {
                #expect(try !live.contains(number("\(place)/2/\(path)")), "\(path)")
            }
            // A file that went bad in the backup before isn't taken over.
            let file = URL(fileURLWithPath: "\(place)/2/\(maria)")
            var bytes = try Data(contentsOf: file)
            bytes[bytes.count / 2] ^= 1
            let handle = try FileHandle(forWritingTo: file)
            try handle.write(contentsOf: bytes)
            try handle.close()
            #expect(try backup("3").findings == [])
            #expect(try DirectoryCheck.backup("\(place)/3").findings == [])
            #expect(try number("\(place)/3/\(maria)") != number("\(place)/2/\(maria)"))
            // One that was served since has files that a server writes to.
            try Data().write(to: URL(fileURLWithPath: "\(place)/3/lock"))
            try backup("4")
            #expect(try number("\(place)/4/\(maria)") != number("\(place)/3/\(maria)"))
            await accounts.close()
        }
    }

    @Test func servingABackupChangesNoOtherOne() async throws {
        try await withPlace {
            let accounts = try app.accounts()
            _ = try await app.member(accounts)
            await accounts.close()
            try backup("1")
            try backup("2")
            func content() throws -> [String: Data] {
                try FileManager.default.subpathsOfDirectory(atPath: "\(place)/1").reduce(into: [:]) {
                    $0[$1] = FileManager.default.contents(atPath: "\(place)/1/\($1)")
                }
            }
            let before = try content()
            let served = try app.accounts { $0.directory = "\(place)/2" }
            let signIn = try await served.signIn.withPassword(
                username: "maria", password: TestVaults.password, client: TestVaults.client)
            let session = try await app.session(served, signIn.cookie)
            for number in 0..<4 { try await session.vault.write { try $0.setSetting("a", to: "\(number)") } }
            await served.close()
            #expect(try content() == before)
        }
    }

    @Test func whatAKilledProcessLeftGoesWithTheNextOneAndALivingOnesStays() async throws {
        try await withPlace {
            let accounts = try app.accounts()
            _ = try await app.member(accounts)
            await accounts.close()
            for name in ["1", "2.tar.accounts"] {
                try FileManager.default.createDirectory(
                    atPath: Draft.name(of: "\(place)/\(name)"), withIntermediateDirectories: true)
            }
            try Data("half".utf8).write(to: URL(fileURLWithPath: Draft.name(of: "\(place)/2.tar")))
            try Data("somebody else's".utf8).write(to: URL(fileURLWithPath: "\(place)/film.partial"))
            let living = try Draft(of: "\(place)/3", isFolder: true, PosixFileSystem())
            #expect(throws: VaultError(.directoryUnusable, "")) { try backup("3") }
            try backup("4")
            let names = try FileManager.default.contentsOfDirectory(atPath: place).sorted()
            #expect(names == ["3.vaccinapp.partial", "4", "film.partial"])
            living.remove()
        }
    }

    /// A restore into an empty folder that is there, ended at each of its renames.
    @Test(arguments: [false, true]) func aRestoreThatIsCutShortIsDoneAgain(isKilled: Bool) async throws {
        try await withPlace {
            let accounts = try app.accounts()
            _ = try await app.member(accounts)
            await accounts.close()
            try backup("1")
            for countdown in 0..<3 {
                let target = "\(place)/target \(countdown)"
                try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
                if isKilled {
                    try half("\(place)/1", in: target, renamed: countdown)
                    #expect(throws: VaultError(.directoryUnusable, "")) { try DirectoryCheck(target) }
                    #expect(throws: VaultError(.directoryUnusable, "")) {
                        try app.accounts {
                            $0.directory = target
                            $0.expectsData = true
                        }
                    }
                    try? FileManager.default.removeItem(atPath: "\(target)/lock")
                } else {
                    let files = FaultyFileSystem()
                    files.fail("rename", with: EIO, at: countdown)
                    #expect(throws: VaultError.self) {
                        try BackupRestore(of: "\(place)/1", files: files).write(to: target)
                    }
                    #expect(try FileManager.default.contentsOfDirectory(atPath: target) == [])
                }
                #expect(try BackupRestore(of: "\(place)/1").write(to: target).findings == [])
                #expect(try !FileManager.default.contentsOfDirectory(atPath: target).contains { Draft.isDraft($0) })
            }
        }
    }

    /// What a process leaves that is killed after so many of the renames at the end.
    private func half(_ backup: String, in target: String, renamed: Int) throws {
        let manager = FileManager.default
        let draft = Draft.name(of: "\(target)/")
        try manager.copyItem(atPath: backup, toPath: draft)
        let names = try manager.contentsOfDirectory(atPath: draft).filter { $0 != "accounts.sqlite" }.sorted()
        try Data((names + ["accounts.sqlite"]).joined(separator: "\n").utf8)
            .write(to: URL(fileURLWithPath: "\(draft)/.placing"))
        for name in names.prefix(renamed) {
            try manager.moveItem(atPath: "\(draft)/\(name)", toPath: "\(target)/\(name)")
        }
    }

    @Test func rotationKeepsTheDaysItSaysAndTheNewestWhateverTheClockSays() async throws {
        try await withPlace {
            let accounts = try app.accounts()
            _ = try await app.member(accounts)
            await accounts.close()
            let now = Date(timeIntervalSince1970: 1_800_000_000)
            func make(_ name: String, hoursOld: Double) throws {
                try backup(name)
                let path = name.hasSuffix(".tar") ? "\(place)/\(name)" : "\(place)/\(name)/accounts.sqlite"
                try FileManager.default.setAttributes(
                    [.modificationDate: now - hoursOld * 3600], ofItemAtPath: path)
            }
            let ages: [String: Double] = ["a": 1, "b.tar": 719, "c": 721, "d.tar": 960]
            for (name, hours) in ages { try make(name, hoursOld: hours) }
            for other in ["film.tar", "notes"] {
                try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(place)/\(other)"))
            }
            try FileManager.default.createDirectory(atPath: "\(place)/folder", withIntermediateDirectories: true)
            func rotate(_ least: Int, _ at: Date) throws -> BackupRotation.Report {
                try BackupRotation(of: place, days: 30, least: least).rotate(at: at)
            }
            #expect(try rotate(7, now) == .init(deleted: 0, kept: 4, damaged: 0))
            #expect(try rotate(2, now) == .init(deleted: 2, kept: 2, damaged: 0))
            let left = { try FileManager.default.contentsOfDirectory(atPath: place).sorted() }
            #expect(try left() == ["a", "b.tar", "film.tar", "folder", "notes"])
            // A clock that leaps at backup time, and back.
            try make("leap", hoursOld: -40 * 24)
            #expect(try rotate(3, now + 40 * 86_400) == .init(deleted: 0, kept: 3, damaged: 0))
            #expect(try rotate(3, now) == .init(deleted: 0, kept: 3, damaged: 0))
            #expect(throws: VaultError(.directoryUnusable, "")) {
                try BackupRotation(of: app.path, days: 1, least: 1).rotate(at: now)
            }
            #expect(throws: VaultError(.directoryUnusable, "")) {
                try BackupRotation(of: "\(place)/nothing", days: 1, least: 1).rotate(at: now)
            }
        }
    }

    /// An account that is damaged for longer than backups are kept.
    @Test(arguments: ["", ".tar"])
    func rotationKeepsTheNewestBackupsInWhichAllWasRight(_ ending: String) async throws {
        try await withPlace {
            let accounts = try app.accounts()
            let (_, session) = try await app.member(accounts)
            await accounts.close()
            for number in 1...3 { try backup("good \(number)\(ending)") }
            let vault = URL(fileURLWithPath: app.slot(session.accountID, 1))
            var bytes = try Data(contentsOf: vault)
            bytes[bytes.count / 2] ^= 1
            try bytes.write(to: vault)
            for number in 1...3 { #expect(try backup("wrong \(number)\(ending)").findings.count == 1) }
            let now = Date(timeIntervalSince1970: 1_800_000_000)
            for (days, name) in ["good 1", "good 2", "good 3", "wrong 1", "wrong 2", "wrong 3"].reversed().enumerated()
            {
                let path = ending.isEmpty ? "\(place)/\(name)/accounts.sqlite" : "\(place)/\(name)\(ending)"
                try FileManager.default.setAttributes(
                    [.modificationDate: now - Double(days) * 86_400], ofItemAtPath: path)
            }
            let report = try BackupRotation(of: place, days: 1, least: 2).rotate(at: now + 10 * 86_400)
            #expect(report == .init(deleted: 2, kept: 4, damaged: 2))
            let left = try FileManager.default.contentsOfDirectory(atPath: place).sorted()
            #expect(left == ["good 2", "good 3", "wrong 2", "wrong 3"].map { $0 + ending })
            // What a backup says of itself isn't put back.
            let target = app.path + "-restored"
            defer { try? FileManager.default.removeItem(atPath: target) }
            #expect(try BackupRestore(of: "\(place)/wrong 3\(ending)").write(to: target).findings.count == 1)
            #expect(!FileManager.default.fileExists(atPath: "\(target)/findings"))
        }
    }
}

@Suite(.bothHomes, .timeLimit(.minutes(3))) struct BackupMarkTests {
    let app = TestVaults()

    @Test func aBackupIsNotedBesideTheAccountsAndInNoCopy() async throws {
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        #expect(try await accounts.lastBackup() == nil)
        let copy = "\(app.path)-copy"
        defer { try? FileManager.default.removeItem(atPath: copy) }
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        for number in 1...2 {
            let backup = BackupCopy(of: app.path, database: app.database)
            let report = try backup.write(to: "\(copy)/\(number)")
            let date = Date(timeIntervalSince1970: 1_800_000_000 + Double(number))
            try backup.note(report, at: date)
            #expect(try await accounts.lastBackup() == LastBackup(date: date, accounts: 1, findings: 0))
        }
        let second = BackupCopy(of: "\(copy)/2")
        try second.note(second.write(to: "\(copy)/3"), at: app.clock.now)
        let source = try FolderSource("\(copy)/2", PosixFileSystem())
        #expect(try source.read { try LastBackup($0) } == nil)
        await accounts.close()
    }
}
