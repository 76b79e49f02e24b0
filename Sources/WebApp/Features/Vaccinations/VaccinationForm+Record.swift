import Foundation
import Vault

extension VaccinationForm {
    /// The record that a form without errors stands for.
    ///
    /// - Parameter old: The record it replaces; what the form doesn't show of it is kept.
    func vaccination(of pass: Pass, replacing old: Vaccination?, now: Date) throws -> Vaccination {
        let isSameProduct = old.map { $0.vaccine == vaccine && $0.target == target } ?? false
        return try Vaccination(
            id: old?.id ?? .random(), passID: pass.id, target: target, vaccine: vaccine,
            vaccineName: isSameProduct ? old?.vaccineName : nil, date: date, batch: batch,
            administeredBy: administeredBy, country: country, note: note, doseNumber: old?.doseNumber,
            seriesDoses: old?.seriesDoses, createdAt: old?.createdAt ?? now, updatedAt: now)
    }
}
