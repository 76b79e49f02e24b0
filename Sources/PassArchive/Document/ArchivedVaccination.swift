package import Foundation
package import Model

/// One dose in a document or of another system.
@dynamicMemberLookup
package struct ArchivedVaccination: Sendable, Equatable {
    /// The id that it had where it was exported; nil when it comes from another system.
    package var id: String?
    package var content: Vaccination
    package var createdAt: Date?
    package var updatedAt: Date?

    package init(id: String? = nil, _ content: Vaccination, createdAt: Date? = nil, updatedAt: Date? = nil) {
        (self.id, self.content, self.createdAt, self.updatedAt) = (id, content, createdAt, updatedAt)
    }

    package subscript<Value>(dynamicMember field: WritableKeyPath<Vaccination, Value>) -> Value {
        get { content[keyPath: field] }
        set { content[keyPath: field] = newValue }
    }
}
