package import CivilDates
package import Immunization
package import Model

/// What somebody has to say of a dose before it is stored.
package enum Question: Sendable, Hashable {
    /// Nothing was typed at all.
    case nothingTyped
    /// More was typed than is stored at once.
    case tooMany(Int)
    case dateMissing
    case date(RecordDates.Fault)
    /// No vaccine is named.
    case vaccineMissing
    /// The text names nothing that is known.
    case unknownVaccine
    /// The text may mean these.
    case whichVaccine([VaccineSearch.Suggestion])
    /// The product isn't licensed for the age on the day; the one of its brand that is.
    case age(Vaccine, sibling: Vaccine?, PartialDate)
    case text(Issue)
    /// It is none of what there is to choose from.
    case choice
    /// A day ahead can't be read, or is too far.
    case dayAhead(RecordDates.Fault)
    /// The dose is valid until a day that isn't whole, or before it was given.
    case end(Vaccination)
    /// Its day or its vaccine isn't read for sure, and nobody has looked at it.
    case unsure
    /// It may be a dose that is there, or that another row says.
    case sameDose

    /// The answer that a product was given at an age that it isn't licensed for.
    package static let age = "age"

    /// The same for this product and day, so that it doesn't hold for others.
    package static func age(of vaccine: Vaccine, on day: PartialDate) -> String { "\(age)=\(vaccine.id)@\(day)" }

    /// What is asked of a product that isn't for the age on the day, unless it was said to be right.
    static func age(
        _ vaccine: Vaccine, on day: PartialDate, of holder: Holder, said answers: Set<String>, _ finder: VaccineFinder
    ) -> Question? {
        let who = holder.who(on: day)
        guard !vaccine.isForAge(of: who), answers.isDisjoint(with: [age, age(of: vaccine, on: day)]) else { return nil }
        let sibling = finder.strength(of: vaccine.id, for: who)
        return .age(vaccine, sibling: sibling?.id == vaccine.id ? nil : sibling, day)
    }
}
