import Foundation
import Model
import VaultStorage

/// What the account's owner ended last by recovering, for a lost device, or beside the other sessions: for the page after
/// it, which leads to where it is made again.
package struct EndedAccess: Sendable, Equatable, Codable {
    package struct Link: Sendable, Equatable, Codable {
        /// The pass where it was made, by its id.
        package let pass: String
        package let label: String
    }

    /// How many other sessions.
    package var sessions = 0
    /// Passkeys by their names.
    package var passkeys: [String] = []
    package var secondFactor = false
    /// Calendars by the ids of their passes.
    package var calendars: [String] = []
    package var links: [Link] = []
    package var mail = false

    package var isEmpty: Bool { self == EndedAccess() }
}

extension Records {
    private static let endedKey = "ended"

    /// Nil where the last time nothing was ended beside sessions.
    package func endedAccess() throws -> EndedAccess? {
        try secret(Self.endedKey).flatMap { try? JSONDecoder().decode(EndedAccess.self, from: Data($0)) }
    }

    func note(_ ended: EndedAccess?) throws {
        try setSecret(Self.endedKey, to: try ended.map { Array(try JSONEncoder().encode($0)) })
    }

    /// Notes and forgets what answered without a session, which the accounts have ended.
    func endShared(_ ended: EndedSharing, at time: Date) throws {
        var note = try endedAccess() ?? EndedAccess()
        note.calendars = try calendarFeeds().map(\.pass.description)
        note.links = try healthLinks().filter { $0.expiresAt > time }.map {
            EndedAccess.Link(pass: $0.pass.description, label: $0.label)
        }
        note.mail = ended.kinds.contains(.mail)
        try self.note(note)
        try deleteShared()
    }
}
