import Answers
import CivilDates
import Immunization
import Model
import Vault

extension HealthRecord {
    /// What has to be done for the holder, when and why: the one answer that all pages show.
    func answer(_ release: CatalogueRelease, on today: CalendarDate) -> Answer {
        Answer(of: dossier(release, on: today), by: release.engine, catalogue: release.catalogue, on: today)
    }

    /// The record as far as rules ask for it.
    func dossier(_ release: CatalogueRelease, on today: CalendarDate) -> Dossier {
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
