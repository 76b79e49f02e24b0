import Fairness
import Foundation
import Model
import Secrets
import TestSupport
import Testing

@testable import Vault
@testable import VaultStorage

/// Whatever has a password hashed has a share of its network's.
@Suite(.timeLimit(.minutes(5))) struct HashingTurnsTests {
    private static let network = "198.51.100.0/24"
    private let app = TestVaults()

    private static func client(_ number: Int) -> ClientDescription {
        ClientDescription(address: "198.51.100.\(number)", device: "", network: network)
    }

    private func link(_ passcode: String?) throws -> HealthLink {
        try HealthLink(
            to: .random(), label: "Dr. Grün", passcode: passcode, from: app.clock.now, lasting: 3_600, random: .system)
    }

    @Test func eachWayToAHashWaitsForTheNetworksTurn() async throws {
        let accounts = try app.accounts()
        let (maria, _) = try await app.member(accounts)
        let (paul, _) = try await app.member(accounts, "paul")
        let known = try await accounts.sessions.session(cookie: paul.cookie, network: Self.network)
        let session = try #require(known)
        let (opened, made, consent) = (try link("246810"), try link("135791"), app.consent())
        try await accounts.publish(opened, files: ["sealed"], passcode: "246810", of: paul.accountID)
        let ways: [@Sendable () async throws -> Void] = [
            {
                _ = try await accounts.signIn.withPassword(
                    username: "nobody", password: TestVaults.password, client: Self.client(2))
            },
            {
                _ = try await accounts.registration.register(
                    username: "new", password: TestVaults.password, consent: consent, client: Self.client(3))
            },
            {
                _ = try await accounts.recovery.recover(
                    username: "maria", recoveryCode: maria.recoveryCode, newPassword: "anderes-Pferd-Klammer-9",
                    client: Self.client(4))
            },
            { _ = try await accounts.passwords.verify(session, TestVaults.password) },
            {
                try await accounts.publish(
                    made, files: ["sealed"], passcode: "135791", of: paul.accountID, for: session.requester)
            },
            {
                _ = try await accounts.openHealthLink(
                    at: opened.address, passcode: "246810", recipient: "Dr. Grün", isSingle: false,
                    for: Self.client(5).requester)
            },
        ]
        var place: FairSemaphore.Permit? = try accounts.hashing.gate.enterNow(Self.client(1).requester)
        var waiting: [Task<Void, any Error>] = []
        for way in ways {
            waiting.append(Task { try await way() })
            try await eventually { accounts.hashing.gate.waiting == waiting.count }
        }
        #expect(accounts.hashing.gate.held == 1, "the other place is for other networks")
        let third = try await accounts.signIn.withPassword(
            username: "paul", password: TestVaults.password, client: TestVaults.client)
        #expect(third.accountID == paul.accountID)
        #expect(accounts.hashing.gate.waiting == ways.count && place != nil)
        place = nil
        for (number, task) in waiting.enumerated() where number > 0 { try await task.value }
        await #expect(throws: VaultError(.wrongCredentials, "")) { try await waiting[0].value }
    }
}
