package import Foundation
package import Model

/// A pass with everything in it, free of any database.
@dynamicMemberLookup
package struct ArchivedPass: Sendable, Equatable {
    /// The id that the pass had where it was exported; nil when it comes from another system.
    package var id: String?
    package var content: Pass
    package var createdAt: Date?
    package var facts: [ArchivedFact]
    package var vaccinations: [ArchivedVaccination]
    package var certificates: [ArchivedCertificate]
    package var attachments: [ArchivedAttachment]

    package init(
        id: String? = nil, _ content: Pass, createdAt: Date? = nil, facts: [ArchivedFact] = [],
        vaccinations: [ArchivedVaccination] = [], certificates: [ArchivedCertificate] = [],
        attachments: [ArchivedAttachment] = []
    ) {
        (self.id, self.content, self.createdAt) = (id, content, createdAt)
        (self.facts, self.vaccinations) = (facts, vaccinations)
        (self.certificates, self.attachments) = (certificates, attachments)
    }

    package subscript<Value>(dynamicMember field: WritableKeyPath<Pass, Value>) -> Value {
        get { content[keyPath: field] }
        set { content[keyPath: field] = newValue }
    }
}
