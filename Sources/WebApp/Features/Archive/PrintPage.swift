import Foundation
import Immunization
import Model
import Vault

/// A pass on paper, in the manner of an international vaccination record.
struct PrintPage: Page {
    let pass: PassRecord
    let vaccinations: [VaccinationRecord]
    /// The pass's certificates, newest first.
    let certificates: [JudgedCertificate]
    let catalogue: Catalogue
    /// The day of printing, ISO 8601.
    let today: String
    static let template = "Archive/print"

    func title(_ words: Localizer) -> String { words(.archivePrintTitle, ["name": pass.name]) }

    /// The details of a dose that have a column: a country stands below the one before it, several lines nowhere.
    static let columns: [(field: Field<Vaccination>, below: Field<Vaccination>?)] = {
        let details = Vaccination.details
        return details.indices.compactMap { index in
            guard details[index].kind != .country, !details[index].hasLines else { return nil }
            let next = details.dropFirst(index + 1).first
            return (details[index], next?.kind == .country ? next : nil)
        }
    }()
}
