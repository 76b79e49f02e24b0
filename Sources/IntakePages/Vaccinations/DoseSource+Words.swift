package import CivilDates
package import Model
package import Vault
package import VaultStorage
import Web

extension Vaccination {
    /// The dose as somebody entered it: its source stays only if nothing but the note is another.
    package func entered(over old: Vaccination?, on today: CalendarDate) -> Vaccination {
        if let old, differences(from: old).allSatisfy({ $0 == Vaccination.note.name }) { return self }
        var dose = self
        (dose.source, dose.sourceDate) = (.hand, PartialDate(today))
        return dose
    }
}

extension VaccinationRecord {
    /// The record with another's content, which comes from there.
    package func replaced(by other: VaccinationRecord) throws(VaultError) -> VaccinationRecord {
        try VaccinationRecord(
            id: id, passID: passID, other.content, createdAt: createdAt, updatedAt: other.updatedAt)
    }
}

extension Localizer {
    /// The day on which a dose's source was noted.
    func sourceDay(_ vaccination: VaccinationRecord) -> PartialDate {
        vaccination.content.sourceDate ?? PartialDate(day(of: vaccination.createdAt))
    }

    /// Where a dose comes from, in a word or two: 'certified', 'entered by hand'.
    package func source(_ vaccination: VaccinationRecord, _ evidence: DoseEvidence) -> String {
        text(Vaccination.source.messageID(evidence.source(of: vaccination.content).rawValue))
    }
}
