import ByteCoding
import Foundation
import Secrets
import VaultStorage

/// Where a link's file is kept for a while.
extension Accounts {
    private static let ticketLifetime: TimeInterval = 600

    /// Opens a link's file for ten minutes to whoever has just been given its manifest, and has no room for it there.
    ///
    /// - Parameter number: which of the link's files, from 0.
    package func ticket(at address: [UInt8], number: Int) -> String {
        let end = UInt64(configuration.now().timeIntervalSince1970 + Self.ticketLifetime, clampedTo: 0...1 << 40)
        let number = UInt8(clamping: number)
        return Base64URL.encode(end.bigEndianBytes + [number] + ticketMark(address, end, number))
    }

    /// The file that a ticket opens; nil where the ticket is over or none, or the link doesn't answer any more.
    package func healthLinkFile(at address: [UInt8], ticket: String) async throws -> HealthLinkFile? {
        guard let bytes = Base64URL.decode(ticket), bytes.count == 9 + Blake.digestLength,
            let end = UInt64(bigEndianBytes: Array(bytes.prefix(8))),
            Sodium.areEqual(Array(bytes.dropFirst(9)), ticketMark(address, end, bytes[8])),
            configuration.now().timeIntervalSince1970 < Double(end)
        else { return nil }
        return try await healthLinkFile(at: address, number: Int(bytes[8]))
    }

    /// A link's file, to be read in pieces; nil where it isn't what a server put
    /// there, or the link doesn't answer any more.
    package func healthLinkFile(at address: [UInt8], number: Int) async throws -> HealthLinkFile? {
        let (place, now) = (HealthLink.place(address), configuration.now())
        let isRight = try await database.read { db in
            try Self.files(place, at: now, db)?.file(number, db) != nil
        }
        return isRight ? HealthLinkFile(accounts: self, place: place, number: number) : nil
    }

    /// Every server makes the same one: it is made with what they share.
    private func ticketMark(_ address: [UInt8], _ end: UInt64, _ number: UInt8) -> [UInt8] {
        Blake.mac(
            address + end.bigEndianBytes + [number],
            key: Blake.subkey(of: backend.nameKey, context: "vaccinapp link tickets 2"))
    }
}

/// A link's file while it is sent: as long as the link answers, a piece at a time is read from its row.
package struct HealthLinkFile: Sendable {
    fileprivate let accounts: Accounts
    fileprivate let place: [UInt8]
    fileprivate let number: Int

    /// What comes from a byte on; empty behind the file's end, nil where its link has ended meanwhile.
    package func piece(from start: Int) async throws -> [UInt8]? {
        let now = accounts.configuration.now()
        return try await accounts.database.read { db in
            try Accounts.files(place, at: now, db)?.piece(of: number, from: start, db)
        }
    }
}
