import BoundedJSON
import Model

/// A detail of a vaccination that an Immunization has a member for: what is written there, and what is read from it.
struct ImmunizationText: Sendable {
    let field: Field<Vaccination>
    /// The member's name.
    let name: String
    let write: @Sendable (String) -> JSONValue
    let read: @Sendable (ImmunizationReader) -> FieldValue?

    /// All of them, in the order in which they are written.
    static let all = [
        ImmunizationText(
            field: Vaccination.batch, name: "lotNumber", write: { .string($0) },
            read: { $0.lotNumber.map(FieldValue.text) }),
        ImmunizationText(
            field: Vaccination.batchExpiry, name: "expirationDate", write: { .string($0) },
            read: { $0.expirationDate.map(FieldValue.date) }),
        ImmunizationText(
            field: Vaccination.site, name: "site", write: AdministrationCode.sites.json,
            read: { AdministrationCode.sites.word(in: $0.readCodings(of: "site")).map(FieldValue.text) }),
        ImmunizationText(
            field: Vaccination.route, name: "route", write: AdministrationCode.routes.json,
            read: { AdministrationCode.routes.word(in: $0.readCodings(of: "route")).map(FieldValue.text) }),
        ImmunizationText(
            field: Vaccination.administeredBy, name: "performer", write: { [["actor": ["display": .string($0)]]] },
            read: { $0.performer.map(FieldValue.text) }),
        ImmunizationText(
            field: Vaccination.note, name: "note", write: { [["text": .string($0)]] },
            read: { $0.note.map(FieldValue.text) }),
    ]

    /// The details that an Immunization has no member for.
    static let extended = Vaccination.details.filter { field in
        !(all.map(\.field) + [Vaccination.country, Vaccination.reduced]).contains { $0.name == field.name }
    }
}
