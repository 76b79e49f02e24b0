package import Foundation
import GRDB

/// One person's or animal's vaccination record.
package struct Pass: Sendable, Equatable, Identifiable {
    package let id: PassID
    /// A person, or a species as the catalogue names it (`dog`, `cat`).
    package let kind: String
    package let name: String
    /// ISO 8601, perhaps only a year or a month: `1964`, `1964-08`, `1964-08-12`.
    package let birthDate: String?
    package let sex: Sex
    package let createdAt: Date

    /// Validates.
    ///
    /// - Throws: `invalidRecord`, which names the field.
    package init(
        id: PassID = .random(), kind: String, name: String, birthDate: String?, sex: Sex, createdAt: Date
    ) throws(VaultError) {
        try Validation.text(kind, "kind", limit: RecordLimits.kind)
        try Validation.text(name, "name", limit: RecordLimits.passName)
        if let birthDate { try Validation.partialDate(birthDate, "birthDate") }
        self.id = id
        self.kind = kind
        self.name = name
        self.birthDate = birthDate
        self.sex = sex
        self.createdAt = createdAt
    }

    /// Reads what was checked when it was written.
    init(_ row: Row) throws {
        id = try row.identifier("id")
        kind = row["kind"]
        name = row["name"]
        birthDate = row["birthDate"]
        sex = Sex(rawValue: row["sex"]) ?? .unknown
        createdAt = row.date("createdAt")
    }
}

/// Sex as far as recommendations ask for it.
package enum Sex: String, Sendable, CaseIterable {
    case female, male, diverse, unknown
}

/// How much goes when a pass is deleted.
package struct PassContents: Sendable, Equatable {
    package let vaccinations: Int
    package let certificates: Int
    package let facts: Int
    package let attachments: Int
}
