import CivilDates
import Foundation
import Model
import Vault
import VaultStorage

extension Vaccination {
    /// The dose as somebody entered it: its source stays only if nothing but the note is another.
    func entered(over old: Vaccination?, on now: Date) -> Vaccination {
        if let old, differences(from: old).allSatisfy({ $0 == Vaccination.note.name }) { return self }
        var dose = self
        (dose.source, dose.sourceDate) = (.hand, PartialDate(CalendarDate(now)))
        return dose
    }
}

extension VaccinationRecord {
    /// The record with another's content, which comes from there.
    func replaced(by other: VaccinationRecord) throws(VaultError) -> VaccinationRecord {
        try VaccinationRecord(
            id: id, passID: passID, other.content, createdAt: createdAt, updatedAt: other.updatedAt)
    }

    /// The day on which its source was noted.
    var sourceDay: PartialDate { content.sourceDate ?? PartialDate(CalendarDate(createdAt)) }
}

extension Localizer {
    /// Where a dose comes from, in a word or two: 'certified', 'entered by hand'.
    func source(_ vaccination: VaccinationRecord, _ evidence: DoseEvidence) -> String {
        text(Vaccination.source.messageID(evidence.source(of: vaccination.content).rawValue))
    }
}
