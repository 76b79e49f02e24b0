package import Answers
package import CivilDates
package import Immunization
import Model
import Vault

extension HealthRecord {
    /// What has to be done for the holder, when and why: the one answer that all pages show.
    ///
    /// - Throws: `CancellationError` where nobody waits for it any more: what was found until then isn't all.
    package func answer(_ release: CatalogueRelease, on today: CalendarDate) throws -> Answer {
        try Task.checkCancellation()
        let dossier = dossier(release, on: today)
        let answer = Answer(of: dossier, by: release.engine, catalogue: release.catalogue, on: today)
        try Task.checkCancellation()
        return answer
    }

    /// The record as far as rules ask for it.
    package func dossier(_ release: CatalogueRelease, on today: CalendarDate) -> Dossier {
        var dossier = Dossier(patient(release, on: today))
        dossier.birth = pass.birthDate
        dossier.completeSince = facts.recordCompleteSince
        dossier.told = facts.told
        dossier.denied = facts.denied
        dossier.firstDoses = Set(
            vaccinations.filter { $0.doseNumber == 1 && $0.seriesDoses.map { $0 > 1 } ?? false }.map(\.id.description))
        return dossier
    }
}
