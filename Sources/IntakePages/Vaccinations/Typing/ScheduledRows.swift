import Answers
import CivilDates
import Immunization
import Intake
import Model
import Vault
import Web

/// What the standard schedule has for a child from birth on, as rows of a table that wait for their dates.
struct ScheduledRows: Sendable {
    let record: HealthRecord
    let release: CatalogueRelease
    let today: CalendarDate

    /// Whether the holder of a pass is young enough for all doses of a life to be laid out.
    static func isOffered(for pass: PassRecord, on today: CalendarDate) -> Bool {
        guard let birth = pass.birthDate else { return false }
        return birth.earliest <= today && today < birth.latest.adding(CalendarPeriod(years: 18))
    }

    /// A row for each dose that was recommended up to today, in the order of their days; none without a date of birth.
    var rows: [Proposal] {
        guard Self.isOffered(for: record.pass, on: today) else { return [] }
        let childhood = Childhood(
            of: record.patient(release, on: today), by: release.engine, catalogue: release.catalogue, until: today)
        return childhood.doses.prefix(Draft.mostTyped).enumerated().map { index, dose in
            Proposal(
                id: index + 1, cells: [Vaccination.vaccine.name: Cell(typed: dose.vaccine)],
                evidence: .scheduled(Proposal.Plan(vaccine: dose.vaccine, on: dose.day)))
        }
    }
}
