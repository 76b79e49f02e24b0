import CivilDates
import Foundation
import HealthCertificate
import Immunization
import Vault

/// A vaccination as a certificate tells it, in the catalogue's terms where it knows them.
struct VaccinationDraft: Sendable {
    /// A disease target of the catalogue, or the certificate's own code.
    let target: String
    let vaccine: String?
    let date: String
    /// The product's name, where the catalogue doesn't have it.
    private(set) var vaccineName: String?
    private(set) var batch: String?
    private(set) var administeredBy: String?
    private(set) var country: String?
    private(set) var doseNumber: Int?
    private(set) var seriesDoses: Int?
    /// Whether the certificate says something that no record holds, such as a batch of a thousand letters.
    private(set) var leavesOut = false

    /// The vaccinations of a certificate that say what they are against and when they were given, oldest first.
    static func all(_ content: SignedCertificate, catalogue: Catalogue) -> [VaccinationDraft] {
        content.claims.vaccinations.compactMap { VaccinationDraft($0, catalogue: catalogue) }
            .sorted { $0.date < $1.date }
    }

    private init?(_ dose: HealthCertificate.Vaccination, catalogue: Catalogue) {
        guard let iso = dose.date?.date?.description else { return nil }
        let vaccine = CertificateCodes.vaccine(dose, in: catalogue)
        let target = dose.target.map { CertificateCodes.target($0, in: catalogue)?.id ?? $0.code }
        guard let target = target ?? vaccine?.targets.first else { return nil }
        (self.target, self.vaccine, self.date) = (target, vaccine?.id, iso)
        guard isKept else { return nil }
        let product = vaccine == nil ? dose.product ?? dose.vaccine : nil
        keep(\.vaccineName, product.map { ValueSets.standard.display(of: $0.code, in: .product) ?? $0.code })
        keep(\.batch, dose.lotNumber)
        keep(\.administeredBy, dose.performer)
        keep(\.country, dose.country.flatMap { $0.count == 2 ? $0.uppercased() : nil })
        keep(\.doseNumber, dose.dose)
        keep(\.seriesDoses, dose.total)
    }

    /// Whether the certificate says more than its records will.
    static func leavesOut(_ content: SignedCertificate, catalogue: Catalogue) -> Bool {
        let drafts = all(content, catalogue: catalogue)
        return drafts.count < content.claims.vaccinations.count || drafts.contains(where: \.leavesOut)
    }

    /// Takes a detail as it is, else tidied, else not at all: what a record can't hold never hinders the rest.
    private mutating func keep(_ field: WritableKeyPath<Self, String?>, _ text: String?) {
        let tidy = TidyText.optional(text)
        for text in [text, tidy].compactMap(\.self) {
            self[keyPath: field] = text
            if isKept { return }
        }
        self[keyPath: field] = nil
        if tidy != nil { leavesOut = true }
    }

    private mutating func keep(_ field: WritableKeyPath<Self, Int?>, _ number: Int?) {
        self[keyPath: field] = number
        guard !isKept else { return }
        self[keyPath: field] = nil
        leavesOut = true
    }

    /// Whether a record can hold it.
    private var isKept: Bool { (try? record(in: .random(), now: .distantPast)) != nil }

    /// The record of a new vaccination in a pass.
    func record(in pass: PassID, now: Date) throws -> VaccinationRecord {
        try VaccinationRecord(
            id: .random(), passID: pass, target: target, vaccine: vaccine, vaccineName: vaccineName, date: date,
            batch: batch, administeredBy: administeredBy, country: country, note: nil, doseNumber: doseNumber,
            seriesDoses: seriesDoses, createdAt: now, updatedAt: now)
    }
}
