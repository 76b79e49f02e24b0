import Immunization
import Vault

extension Patient {
    /// The holder of a pass with its vaccinations, as the engine takes them.
    ///
    /// Nil without a date of birth: every rule asks for the age. Of a partial one the last possible day counts, so that no
    /// dose is recommended too early.
    init?(_ pass: Pass, _ vaccinations: [VaccinationRecord], home: String?, catalogue: Catalogue) {
        guard let birth = pass.birthDate.flatMap({ PartialDate($0) }) else { return nil }
        let doses = vaccinations.compactMap { AdministeredDose($0, catalogue: catalogue) }
        self.init(
            species: pass.kind, birthDate: birth.latest, sex: Self.sex(pass), doses: doses,
            home: home.map { [$0] } ?? [])
    }

    private static func sex(_ pass: Pass) -> Immunization.Sex {
        switch pass.sex {
        case .female: .female
        case .male: .male
        case .diverse, .unknown: .unknown
        }
    }
}

extension AdministeredDose {
    /// A recorded vaccination; nil where neither its vaccine nor its target is in the catalogue.
    fileprivate init?(_ record: VaccinationRecord, catalogue: Catalogue) {
        guard let date = PartialDate(record.date) else { return nil }
        let id = record.id.description
        if let vaccine = record.vaccine, catalogue.vaccine(vaccine) != nil {
            self.init(id: id, vaccine: vaccine, date: date)
        } else if catalogue.target(record.target) != nil {
            self.init(id: id, antigens: [record.target], date: date)
        } else {
            return nil
        }
    }
}
