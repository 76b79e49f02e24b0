package import CivilDates
import Foundation
package import Model
package import Vault
import VaultStorage
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
    /// The record with more that is said of the dose, whose source is then no better than that of what was added.
    func told(
        _ more: Vaccination, from source: DoseSource, on today: CalendarDate, at now: Date
    ) throws(VaultError) -> VaccinationRecord {
        var content = more
        if source < content.source, more.differences(from: self.content) != [Vaccination.note.name] {
            (content.source, content.sourceDate) = (source, PartialDate(today))
        }
        return try VaccinationRecord(id: id, passID: passID, content, createdAt: createdAt, updatedAt: now)
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
