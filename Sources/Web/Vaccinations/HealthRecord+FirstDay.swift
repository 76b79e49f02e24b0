import CivilDates
import Model
package import Vault
package import VaultStorage

extension HealthRecord {
    /// The record as if a dose had been given on the first day that it can have been; nil where its day is known.
    package func onFirstDay(of dose: VaccinationRecord) throws(VaultError) -> HealthRecord? {
        guard !dose.date.isExact else { return nil }
        var content = dose.content
        content.date = PartialDate(max(dose.date.earliest, min(pass.birthDate?.latest ?? .first, dose.date.latest)))
        let other = try VaccinationRecord(
            id: dose.id, passID: dose.passID, content, createdAt: dose.createdAt, updatedAt: dose.updatedAt)
        return HealthRecord(
            pass: pass, vaccinations: vaccinations.map { $0.id == dose.id ? other : $0 }, facts: facts, places: places)
    }
}
