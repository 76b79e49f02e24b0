package import CivilDates
package import Foundation

/// A pass with everything in it, free of any database.
package struct ArchivedPass: Sendable, Equatable {
    /// What is recorded of the holder's sex.
    package enum Sex: String, Sendable, CaseIterable {
        case female
        case male
        case diverse
        case unknown
    }

    /// The id that the pass had where it was exported; nil when it comes from another system.
    package var id: String?
    /// A species of the catalogue, such as `person`, `dog` or `cat`.
    package var kind: String
    package var name: String
    package var birthDate: PartialDate?
    package var sex: Sex
    package var createdAt: Date?
    package var facts: [ArchivedFact]
    package var vaccinations: [ArchivedVaccination]
    package var certificates: [ArchivedCertificate]
    package var attachments: [ArchivedAttachment]

    package init(
        id: String? = nil, kind: String, name: String, birthDate: PartialDate? = nil, sex: Sex = .unknown,
        createdAt: Date? = nil, facts: [ArchivedFact] = [], vaccinations: [ArchivedVaccination] = [],
        certificates: [ArchivedCertificate] = [], attachments: [ArchivedAttachment] = []
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.birthDate = birthDate
        self.sex = sex
        self.createdAt = createdAt
        self.facts = facts
        self.vaccinations = vaccinations
        self.certificates = certificates
        self.attachments = attachments
    }
}
