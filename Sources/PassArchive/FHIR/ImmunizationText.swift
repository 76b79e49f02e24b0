import BoundedJSON
import Model

/// A text of a vaccination that an Immunization has a member for: what stands there, and what is read from it.
struct ImmunizationText: Sendable {
    let field: Field<Vaccination>
    /// The member's name.
    let name: String
    let write: @Sendable (String) -> JSONValue
    let read: @Sendable (ImmunizationReader) -> String?

    /// All of them, in the order in which they are written.
    static let all = [
        ImmunizationText(field: Vaccination.batch, name: "lotNumber", write: { .string($0) }, read: { $0.lotNumber }),
        ImmunizationText(
            field: Vaccination.administeredBy, name: "performer", write: { [["actor": ["display": .string($0)]]] },
            read: { $0.performer }),
        ImmunizationText(
            field: Vaccination.note, name: "note", write: { [["text": .string($0)]] }, read: { $0.note }),
    ]
}
