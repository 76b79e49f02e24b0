import Immunization
import Model
import Vault

/// The names of what a record refers to in the catalogue, in one language.
struct VaccinationNames {
    let catalogue: Catalogue
    let words: Localizer

    /// A disease target's name, or its id where the catalogue no longer has it.
    func target(_ id: String) -> String { catalogue.target(id)?.names[words.code] ?? id }

    /// Everything that a vaccination protects against; at least what it was entered for.
    func targets(_ vaccination: VaccinationRecord) -> [String] {
        let known = vaccination.vaccine.flatMap { catalogue.vaccine($0)?.targets } ?? []
        return known.isEmpty ? [vaccination.target] : known
    }

    /// The vaccine's name: the catalogue's, else what its certificate said, else that it isn't known.
    func vaccine(_ vaccination: VaccinationRecord) -> String {
        if let id = vaccination.vaccine { return catalogue.vaccine(id)?.name[words.code] ?? id }
        return vaccination.vaccineName ?? words[.vaccinationsVaccineNotKnown]
    }

    /// 'dose 2 of 3', if a certificate said so; 'dose 2' without a total, 'booster' past it.
    func dose(_ number: Int?, of total: Int?) -> String? {
        guard let number else { return nil }
        guard let total else { return words(.vaccinationsDoseNumber, ["dose": String(number)]) }
        guard number <= total else { return words(.vaccinationsDoseBooster, ["dose": String(number)]) }
        return words(.vaccinationsDoseOf, ["dose": String(number), "total": String(total)])
    }
}
