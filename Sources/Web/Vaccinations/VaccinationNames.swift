package import CivilDates
package import Immunization
package import Model
package import Vault

/// The names of what a record refers to in the catalogue, in one language.
package struct VaccinationNames {
    package let catalogue: Catalogue
    package let words: Localizer

    package init(catalogue: Catalogue, words: Localizer) {
        self.catalogue = catalogue
        self.words = words
    }

    /// A disease target's name, or its id where the catalogue no longer has it.
    package func target(_ id: String) -> String { catalogue.target(id)?.names[words.code] ?? id }

    /// The vaccine's name: the catalogue's, else what its certificate said, else that it isn't known.
    package func vaccine(_ vaccination: Vaccination) -> String {
        if let id = vaccination.vaccine { return catalogue.vaccine(id)?.name[words.code] ?? id }
        return vaccination.vaccineName ?? words[.`vaccinations.vaccine.not-known`]
    }

    package func vaccine(_ record: VaccinationRecord) -> String { vaccine(record.content) }

    /// Everything that a vaccination protects against; at least what it was entered for.
    package func targets(_ record: VaccinationRecord) -> [String] { catalogue.targets(of: record.content) }

    /// A combination's vaccine, which is one dose; else the disease that the vaccination is against.
    package func heading(_ vaccination: Vaccination) -> String {
        isCombination(vaccination) ? vaccine(vaccination) : diseases(catalogue.targets(of: vaccination))
    }

    /// What the heading doesn't say: what a combination is against, else the vaccine.
    package func detail(_ vaccination: Vaccination) -> String {
        isCombination(vaccination) ? against(catalogue.targets(of: vaccination)) : vaccine(vaccination)
    }

    /// 'Infanrix hexa, against six diseases: …', 'Measles, Vaccine not known'.
    package func sentence(_ vaccination: Vaccination) -> String { "\(heading(vaccination)), \(detail(vaccination))" }

    /// Diseases in a row, by name.
    package func diseases(_ targets: [String]) -> String { words.list(targets.map(target)) }

    /// 'against measles', 'against six diseases: …'.
    package func against(_ targets: [String]) -> String {
        words(
            .`vaccinations.against`, count: targets.count,
            ["number": words.number(targets.count), "diseases": diseases(targets)])
    }

    /// A vaccine or a disease as a list offers it.
    package func name(_ suggestion: VaccineSearch.Suggestion) -> String {
        switch suggestion {
        case .target(let found): return words(.`vaccinations.search.target`, ["disease": target(found.id)])
        case .vaccine(let vaccine):
            let name = vaccine.name[words.code]
            return vaccine.status == .withdrawn ? words(.`vaccinations.vaccine.withdrawn`, ["name": name]) : name
        }
    }

    /// What is asked where a text may mean these.
    package func question(_ suggestions: [VaccineSearch.Suggestion]) -> String {
        guard let one = suggestions.first, suggestions.count == 1 else {
            return words[.`vaccinations.table.vaccine.choice`]
        }
        return words(.`vaccinations.search.meant`, ["name": name(one)])
    }

    /// What a text was taken for, and why where that is the age on the day.
    package func settled(
        _ text: String, as vaccine: Vaccine, of holder: String, born birth: PartialDate?, on day: PartialDate?
    ) -> String {
        let gaps = ["text": text, "vaccine": name(.vaccine(vaccine))]
        guard vaccine.strength != nil, let birth = birth?.exact, let day = day?.exact else {
            return words(.`vaccinations.settled`, gaps)
        }
        return words(
            .`vaccinations.settled.age`,
            gaps.merging(["name": holder, "age": words.age(born: birth, on: day)]) { $1 })
    }

    /// A vaccine with what it is against, or a disease.
    package func sentence(_ suggestion: VaccineSearch.Suggestion) -> String {
        guard case .vaccine(let vaccine) = suggestion, name(suggestion) != diseases(vaccine.targets) else {
            return name(suggestion)
        }
        return "\(name(suggestion)), \(against(vaccine.targets))"
    }

    private func isCombination(_ vaccination: Vaccination) -> Bool {
        (vaccination.vaccine ?? vaccination.vaccineName) != nil && catalogue.targets(of: vaccination).count > 1
    }

    /// 'dose 2 of 3', if a certificate said so; 'dose 2' without a total, 'booster' past it.
    package func dose(_ number: Int?, of total: Int?) -> String? {
        guard let number else { return nil }
        guard let total else { return words(.`vaccinations.dose.number`, ["dose": String(number)]) }
        guard number <= total else { return words(.`vaccinations.dose.booster`, ["dose": String(number)]) }
        return words(.`vaccinations.dose.of`, ["dose": String(number), "total": String(total)])
    }
}

extension Catalogue {
    package func names(_ words: Localizer) -> VaccinationNames { VaccinationNames(catalogue: self, words: words) }
}

extension SignedInRequest {
    package var names: VaccinationNames { catalogue.names(words) }
}
