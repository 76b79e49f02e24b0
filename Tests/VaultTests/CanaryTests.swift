import Foundation
import TestSupport
import Testing

@testable import Vault

/// Nothing that a person typed is readable on the disk, neither while the server runs nor afterwards.
@Suite(.timeLimit(.minutes(3))) struct CanaryTests {
    let app = TestVaults()

    @Test(.bothHomes) func whatWasTypedIsFoundInNoFile() async throws {
        let accounts = try app.accounts()
        let (registration, session) = try await app.member(accounts, "kanarienvogel-name")
        let pass = try app.pass("Kanaria Canaryson")
        let vaccination = try app.vaccination(pass.id, batch: "CANARYLOT77")
        let certificate = try Certificate(
            passID: pass.id, vaccinationID: vaccination.id, text: "HC1:CANARYTEXT", identity: "URN:UVCI:CANARY",
            eventDate: "2021-05-29", issuedAt: nil, expiresAt: nil, addedAt: app.clock.now)
        let now = app.clock.now
        try await session.vault.write { records in
            try records.insert(pass)
            try records.insert(vaccination)
            try records.insert(certificate)
            _ = try records.keep("[CANARYDRAFT]", from: .table, of: pass.id, at: now)
        }
        let canaries = [
            "kanarienvogel", "Kanaria", "Canaryson", "1984-02-29", "CANARYLOT77", "HC1:CANARY", "URN:UVCI",
            "CANARYDRAFT", "192.0.2.7", "Firefox", registration.cookie, registration.recoveryCode,
            registration.recoveryCode.replacingOccurrences(of: "-", with: ""), TestVaults.password,
        ]
        try search(for: canaries)
        await accounts.close()
        try search(for: canaries)
    }

    private func search(for canaries: [String]) throws {
        let files = try app.everything()
        if app.database == nil {
            #expect(files.keys.contains("accounts.sqlite"))
            #expect(files.keys.contains { $0.hasSuffix(".vault") })
        } else {
            #expect(files["the database"]?.holds(Array("COPY public.vault".utf8)) == true)
            #expect(files["the database's log"]?.holds(Array("UPDATE vault".utf8)) == true)
        }
        for (name, data) in files {
            for canary in canaries {
                #expect(!data.tells(Array(canary.utf8)), "\(canary) in \(name)")
                #expect(!name.contains(canary))
            }
        }
    }

    @Test func theDirectoryAndItsFilesAreTheOwnersAlone() async throws {
        let accounts = try app.accounts()
        _ = try await app.member(accounts)
        var modes: [String: Int] = [:]
        for name in [""] + (try FileManager.default.subpathsOfDirectory(atPath: app.path)) {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(app.path)/\(name)")
            modes[name] = (attributes[.posixPermissions] as? NSNumber)?.intValue
        }
        #expect(modes[""] == 0o700)
        #expect(modes["vaults"] == 0o700)
        for (name, mode) in modes where name != "" && name != "vaults" { #expect(mode == 0o600, "\(name)") }
        #expect(modes.keys.contains("accounts.sqlite-wal"))
    }
}
