import CivilDates
import Immunization
import Model
import Vault

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
    var rows: [EntryRow] {
        guard Self.isOffered(for: record.pass, on: today),
            var patient = record.patient(release, on: today)
        else { return [] }
        (patient.doses, patient.observations, patient.trips, patient.pregnancyStart) = ([], [], [], nil)
        let birth = patient.birthDate
        let visits = Recommender(release.engine).plan(
            for: patient, from: birth, horizon: CalendarPeriod(days: today.dayNumber - birth.dayNumber)
        ).visits
        let doses = visits.flatMap { visit in vaccines(of: visit).map { (visit.date, $0) } }
        return doses.prefix(EntryRow.mostRows).enumerated().map { index, dose in
            EntryRow(
                number: index + 1, vaccine: dose.1.id, plan: EntryRow.Plan(vaccine: dose.1.id, on: dose.0))
        }
    }

    /// Few vaccines that protect against all that a visit is for: the combined ones first.
    private func vaccines(of visit: VisitPlan.Visit) -> [Vaccine] {
        var open = Set(visit.doses.flatMap(\.antigens))
        let named = visit.doses.flatMap(\.vaccines)
        let catalogue = release.catalogue
        // The kinds that the rules name, in their order, then any other.
        let offered = named.compactMap { catalogue.vaccine($0) }.compactMap { catalogue.vaccine($0.kind) }
        let kinds = (offered + catalogue.kinds).filter {
            !$0.isPassive && !$0.targets.isEmpty && $0.species == record.pass.kind
        }
        var found: [Vaccine] = []
        while let next = kinds.enumerated().filter({ open.isSuperset(of: $0.element.targets) }).max(by: { left, right in
            (left.element.targets.count, right.offset) < (right.element.targets.count, left.offset)
        })?.element {
            found.append(next)
            open.subtract(next.targets)
        }
        return found
    }
}
