import Foundation
import HealthCertificate
import Immunization
import Vault

/// A vaccination as a certificate tells it, in the catalogue's terms where it knows them.
struct VaccinationDraft: Sendable {
    /// A disease target of the catalogue, or the certificate's own code.
    let target: String
    let vaccine: String?
    /// The product's name, where the catalogue doesn't have it.
    let vaccineName: String?
    let date: String
    let batch: String?
    let administeredBy: String?
    let country: String?
    let doseNumber: Int?
    let seriesDoses: Int?

    /// The vaccinations of a certificate that say what they are against and when they were given, oldest first.
    static func all(_ content: SignedCertificate, catalogue: Catalogue) -> [VaccinationDraft] {
        content.claims.vaccinations.compactMap { VaccinationDraft($0, catalogue: catalogue) }
            .sorted { $0.date < $1.date }
    }

    private init?(_ dose: HealthCertificate.Vaccination, catalogue: Catalogue) {
        guard let date = dose.date, date.year != nil, let iso = Self.iso(date) else { return nil }
        let vaccine = CertificateCodes.vaccine(dose, in: catalogue)
        let target = dose.target.map { CertificateCodes.target($0, in: catalogue)?.id ?? $0.code }
        guard let target = target ?? vaccine?.targets.first else { return nil }
        self.target = target
        self.vaccine = vaccine?.id
        let product = dose.product ?? dose.vaccine
        self.vaccineName =
            vaccine == nil
            ? product.map { ValueSets.standard.display(of: $0.code, in: .product) ?? $0.code } : nil
        self.date = iso
        self.batch = dose.lotNumber
        self.administeredBy = dose.performer
        self.country = dose.country.flatMap { $0.count == 2 ? $0.uppercased() : nil }
        self.doseNumber = dose.dose
        self.seriesDoses = dose.total
    }

    /// The record of a new vaccination in a pass.
    func record(in pass: PassID, now: Date) throws -> VaccinationRecord {
        try VaccinationRecord(
            id: .random(), passID: pass, target: target, vaccine: vaccine, vaccineName: vaccineName, date: date,
            batch: batch, administeredBy: administeredBy, country: country, note: nil, doseNumber: doseNumber,
            seriesDoses: seriesDoses, createdAt: now, updatedAt: now)
    }

    private static func iso(_ date: HealthCertificate.PartialDate) -> String? {
        guard let year = date.year else { return nil }
        return Immunization.PartialDate(year: year, month: date.month, day: date.day)?.description
    }
}
