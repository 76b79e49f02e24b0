package import Foundation
import GRDB
import Model
package import VaultStorage

/// What a person agrees to when signing up: which text, when, in which language.
package struct Consent: Sendable, Equatable {
    package let version: String
    package let time: Date
    package let language: String

    package init(version: String, time: Date, language: String) {
        self.version = version
        self.time = time
        self.language = language
    }
}

/// A consent as it is kept, with its withdrawal.
package struct ConsentRecord: Sendable, Equatable, Identifiable {
    package let id: ConsentID
    package let version: String
    package let time: Date
    package let language: String
    package let withdrawnAt: Date?

    /// Validates.
    ///
    /// - Throws: `invalidRecord`, which names the field.
    package init(
        id: ConsentID = .random(), version: String, time: Date, language: String, withdrawnAt: Date? = nil
    ) throws(VaultError) {
        try Validation.text(version, "version", limit: 64)
        try Validation.text(language, "language", limit: 35)
        self.id = id
        self.version = version
        self.time = time
        self.language = language
        self.withdrawnAt = withdrawnAt
    }
}

extension Records {
    /// The consents, the newest first.
    package func consents() throws -> [ConsentRecord] {
        try Row.fetchAll(statement("SELECT * FROM consent ORDER BY time DESC, rowid DESC")).map { row in
            try ConsentRecord(
                id: row.identifier("id"), version: row["version"], time: row.date("time"), language: row["language"],
                withdrawnAt: row.optionalDate("withdrawnAt"))
        }
    }

    package func insert(_ consent: ConsentRecord) throws {
        try execute(
            "INSERT INTO consent (id, version, time, language, withdrawnAt) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                consent.id.description, consent.version, consent.time.timeIntervalSince1970, consent.language,
                consent.withdrawnAt?.timeIntervalSince1970,
            ])
    }

    /// Notes on every consent still in force that it was withdrawn.
    package func withdrawConsent(at time: Date) throws {
        try execute(
            "UPDATE consent SET withdrawnAt = ? WHERE withdrawnAt IS NULL",
            arguments: [time.timeIntervalSince1970])
    }
}
