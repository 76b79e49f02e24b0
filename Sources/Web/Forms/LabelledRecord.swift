package import Model

/// A record whose fields people read: the messages that label them, and their names in a form, follow from theirs.
package protocol LabelledRecord: FieldList {
    /// What the ids of its fields' messages begin with.
    static var family: String { get }
}

extension Pass: LabelledRecord { package static let family = "passes" }
extension Vaccination: LabelledRecord { package static let family = "vaccinations" }
extension Fact: LabelledRecord { package static let family = "facts" }

extension LabelledRecord {
    /// The ids of every field's label, and of what can be chosen.
    package static var messageIDs: [String] {
        fields.flatMap { field in
            switch field.kind {
            case .choice(let words): [field.messageID] + words.map(field.messageID)
            case .text, .country, .date, .number: [field.messageID]
            }
        }
    }

    /// The ids of every field's hint, which it may have.
    package static var hintIDs: [String] { fields.map { $0.messageID("hint") } }

    /// What the form shows for a record that exists, by the names of its fields.
    package func formValues(_ fields: [Field<Self>]) -> [String: String] {
        fields.reduce(into: [:]) { values, field in
            if case .date = field.kind {
                values.merge(DateInput.values(field.formName, field[self]?.date)) { $1 }
            } else {
                values[field.formName] = field[self]?.description ?? ""
            }
        }
    }
}

extension Field {
    /// Its name in a form: `series-doses`; a date's is followed by `-day`, `-month` or `-year`.
    package var formName: String { name == "birthDate" ? "birthdate" : name.hyphenated }

    /// The names of all its fields in a form.
    package var formNames: [String] {
        if case .date = kind { ["day", "month", "year"].map { "\(formName)-\($0)" } } else { [formName] }
    }

    /// Whether a date needs its day and month.
    var isWholeDate: Bool { name == Vaccination.validUntil.name }

    /// Whether phones shall leave what is typed as it is printed.
    var isCode: Bool { name == Vaccination.batch.name }

    package var hasLines: Bool { if case .text(_, lines: true) = kind { true } else { false } }
}

extension Field where Record: LabelledRecord {
    /// The id of its label: `vaccinations.series-doses`.
    package var messageID: String { "\(Record.family).\(formName)" }

    /// The id of another message of it: its hint, or one of its choices.
    package func messageID(_ part: String) -> String { "\(messageID).\(part)" }
}

extension Localizer {
    /// What a field is called.
    package func label<Record: LabelledRecord>(_ field: Field<Record>) -> String { text(field.messageID) }

    /// A field's value as people read it; nil where there is none.
    package func value<Record: LabelledRecord>(_ field: Field<Record>, of record: Record) -> String? {
        switch (field.kind, field[record]) {
        case (.date, .date(let date)): self.date(date)
        case (.country, .text(let code)): country(code)
        case (.choice, .text(let word)): text(field.messageID(word))
        case (_, let value): value?.description
        }
    }

    /// What can be chosen for a field; nothing where anything can be typed.
    package func options<Record: LabelledRecord>(_ field: Field<Record>) -> [FormControl.Option] {
        switch field.kind {
        case .country: countries.map { .init(value: $0.code, text: $0.name) }
        case .choice(let values): values.map { .init(value: $0, text: text(field.messageID($0))) }
        case .text, .date, .number: []
        }
    }
}
