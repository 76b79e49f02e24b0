package import CivilDates

/// Whose vaccinations a pass records: a person's or an animal's.
package struct Pass: Sendable, Hashable {
    /// What a person's pass is; any other kind is an animal's.
    package static let person = "person"

    /// A person, or a species as the catalogue names it (`dog`, `cat`).
    package var kind: String
    package var name: String
    package var birthDate: PartialDate?
    package var sex: RecordedSex

    package init(kind: String, name: String, birthDate: PartialDate? = nil, sex: RecordedSex = .unknown) {
        (self.kind, self.name, self.birthDate, self.sex) = (kind, name, birthDate, sex)
    }

    package var isForPerson: Bool { kind == Self.person }
}

/// Sex as far as recommendations ask for it.
package enum RecordedSex: String, Sendable, CaseIterable {
    case female, male, diverse, unknown
}

extension Pass: FieldList {
    /// How many characters a name has at most.
    package static let nameLimit = 200

    package static let kind = Field("kind", \Self.kind, .text(limit: 64))
    package static let name = Field("name", \Self.name, .text(limit: nameLimit))

    /// What the pass's form asks beside kind and name, in its order.
    package static let details = [
        Field("birthDate", \Self.birthDate),
        Field("sex", \Self.sex, unknown: .unknown),
    ]

    /// All that is known of the holder beside kind and name, in the order in which paper has it.
    package static let known = details

    package static let fields = [kind, name] + known

    package static let empty = Pass(kind: "", name: "")
}
