import CivilDates
import Foundation
package import HealthCertificate
package import Immunization
package import Model
import Vault
import Web

/// A vaccination as a certificate tells it, in the catalogue's terms where it knows them.
package struct VaccinationDraft: Sendable {
    package private(set) var vaccination: Vaccination
    /// Whether the certificate says something that no record holds, such as a batch of a thousand letters.
    private(set) var leavesOut = false

    /// The vaccinations of a certificate that say what they are against and when they were given, oldest first.
    package static func all(_ content: SignedCertificate, catalogue: Catalogue) -> [VaccinationDraft] {
        content.claims.vaccinations.compactMap { VaccinationDraft($0, catalogue: catalogue) }
            .sorted { $0.vaccination.date < $1.vaccination.date }
    }

    /// - Parameter told: What somebody says that it was; counts only where the certificate doesn't say it itself.
    package init?(_ dose: VaccinationEntry, told: VaccineSearch.Suggestion? = nil, catalogue: Catalogue) {
        guard let date = dose.date?.date else { return nil }
        var vaccine = CertificateCodes.vaccine(dose, in: catalogue)
        let target = dose.target.map { CertificateCodes.target($0, in: catalogue)?.id ?? $0.code }
        let coded = vaccine == nil && target == nil ? CertificateCodes.targets(dose, in: catalogue) : []
        let known = target ?? vaccine?.targets.first ?? coded.first
        if known == nil { vaccine = told?.vaccine }
        guard let target = known ?? told?.targets.first else { return nil }
        vaccination = Vaccination(target: target, vaccine: vaccine?.id, date: date)
        if coded.count > 1 { vaccination.targets = coded }
        guard vaccination.issues.isEmpty else { return nil }
        let product = vaccine == nil ? dose.product ?? dose.vaccine : nil
        keep(Vaccination.vaccineName, product.map { CertificateCodes.name(of: $0) })
        keep(Vaccination.batch, dose.lotNumber)
        keep(Vaccination.administeredBy, dose.performer)
        keep(Vaccination.country, dose.country.flatMap { $0.count == 2 ? $0.uppercased() : nil })
        keep(Vaccination.doseNumber, dose.dose)
        keep(Vaccination.seriesDoses, dose.total)
    }

    /// Takes a text as it is, else tidied, else not at all: what a record can't hold never hinders the rest.
    private mutating func keep(_ field: Field<Vaccination>, _ text: String?) {
        let tidy = CleanText.optional(text)
        for text in [text, tidy].compactMap(\.self) {
            field.set(.text(text), in: &vaccination)
            if field.issue(in: vaccination) == nil { return }
        }
        field.set(nil, in: &vaccination)
        if tidy != nil { leavesOut = true }
    }

    private mutating func keep(_ field: Field<Vaccination>, _ number: Int?) {
        field.set(number.map(FieldValue.number), in: &vaccination)
        guard field.issue(in: vaccination) != nil else { return }
        field.set(nil, in: &vaccination)
        leavesOut = true
    }
}
