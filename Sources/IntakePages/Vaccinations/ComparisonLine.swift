import Immunization
package import Model
import Web

/// A field of two records side by side.
package struct ComparisonLine: TemplateModel {
    let name: String
    let current: String
    let incoming: String
    let differs: Bool

    static let fields: [TemplateField<Self>] = [
        .text("name") { $0.name }, .text("current") { $0.current }, .text("incoming") { $0.incoming },
        .flag("differs") { $0.differs },
    ]
}

extension VaccinationNames {
    /// Two doses side by side: each field that one of them has.
    package func comparison(_ current: Vaccination, _ incoming: Vaccination) -> [ComparisonLine] {
        Vaccination.compared.filter { $0[current] != nil || $0[incoming] != nil }.map { field in
            ComparisonLine(
                name: words.label(field), current: value(field, of: current) ?? "–",
                incoming: value(field, of: incoming) ?? "–", differs: field[current] != field[incoming])
        }
    }

    /// A field's value as people read it; nil where there is none.
    package func value(_ field: Field<Vaccination>, of dose: Vaccination) -> String? {
        switch field.name {
        case Vaccination.target.name: target(dose.target)
        case Vaccination.otherTargets.name: dose.otherTargets.map { _ in diseases(Array(dose.targets.dropFirst())) }
        case Vaccination.vaccine.name: dose.vaccine.map { catalogue.vaccine($0)?.name[words.code] ?? $0 }
        default: words.value(field, of: dose)
        }
    }
}
