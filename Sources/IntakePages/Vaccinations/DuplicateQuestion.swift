import Immunization
package import Model
import Vault
import Web

/// A dose that is there already, side by side with the one that was entered, and what is to become of them.
struct DuplicateQuestion: TemplateModel {
    /// What somebody chooses, by the words of the form's field.
    enum Answer: String, CaseIterable {
        /// The new one isn't saved.
        case keep
        /// The new one takes the place of the one that is there.
        case replace
        /// Both are saved.
        case both = "yes"

        fileprivate var message: Message {
            switch self {
            case .keep: .`vaccinations.duplicate.keep`
            case .replace: .`vaccinations.duplicate.replace`
            case .both: .`vaccinations.duplicate.anyway`
            }
        }
    }

    let existing: VaccinationRecord
    let entered: Vaccination
    /// An entry that is edited can't take another's place.
    let answers: [Answer]
    let catalogue: Catalogue

    private func choice(_ words: Localizer) -> FormControl {
        let options = answers.map { FormControl.Option(value: $0.rawValue, text: words[$0.message]) }
        return FormView().choiceControl("duplicate", options, radio: true)
    }

    static let fields: [TemplateField<Self>] = [
        .text("link") { Links.vaccination($0.existing.passID, $0.existing.id) },
        .rows("lines") { question, words in
            question.catalogue.names(words).comparison(question.existing.content, question.entered)
        },
        .one("choice") { $0.choice($1) },
    ]
}

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
