package import CivilDates
import Model
package import VaultStorage

/// That the server closes for good: from then on nobody signs up, and every page says until when it is there.
package struct Closing: Sendable, Equatable {
    /// Characters that the message may have.
    package static let longestMessage = 500

    package let day: CalendarDate
    package let message: String

    /// - Throws: `invalidRecord` for a message that is too long or holds control characters.
    package init(on day: CalendarDate, message: String) throws(VaultError) {
        guard message.isEmpty || RecordText.fault(in: message, limit: Self.longestMessage) == nil else {
            throw VaultError(
                .invalidRecord,
                "--message takes plain text of up to \(Self.longestMessage) characters, without control characters")
        }
        (self.day, self.message) = (day, message)
    }

    /// The notice in the accounts database; one that no server has written doesn't count.
    static func fetch(_ db: any Transaction) throws -> Closing? {
        guard let row = try db.row("SELECT * FROM closing WHERE number = 1", []),
            try db.isAuthentic(row, as: .closing, where: ["number": .integer(1)]),
            let day = CalendarDate(try row.text("day"))
        else { return nil }
        return try Closing(on: day, message: try row.text("message"))
    }

    /// Replaces the notice that was there; nil removes it.
    static func set(_ db: any Transaction, _ closing: Closing?) throws {
        try db.execute("DELETE FROM closing", [])
        guard let closing else { return }
        try db.insert([.closing: [.integer(1), .text(closing.day.description), .text(closing.message)]])
    }
}

extension AccountAdministration {
    /// Closes the server on a day, or, with nil, opens it again.
    package func setClosing(_ closing: Closing?) throws(VaultError) { try write { try Closing.set($0, closing) } }
}
