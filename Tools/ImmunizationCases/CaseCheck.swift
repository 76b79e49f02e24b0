package import Immunization

/// Judges cases by a catalogue and its schedules.
package struct CaseCheck: Sendable {
    private let catalogue: Catalogue
    private let schedules: [Schedule]
    /// Each schedule's engine, and one that tells every disease by itself.
    private let engines: [String: (whole: ImmunizationEngine, single: ImmunizationEngine)]

    /// A check by these schedules.
    ///
    /// - Throws: ``DataFault`` if a schedule contradicts itself.
    package init(catalogue: Catalogue, schedules: [Schedule]) throws(DataFault) {
        (self.catalogue, self.schedules) = (catalogue, schedules)
        var engines: [String: (whole: ImmunizationEngine, single: ImmunizationEngine)] = [:]
        for schedule in schedules {
            var single = schedule
            single.groups = []
            engines[schedule.id] = (
                try ImmunizationEngine(schedules: [schedule], catalogue: catalogue),
                try ImmunizationEngine(schedules: [single], catalogue: catalogue)
            )
        }
        self.engines = engines
    }

    /// What differs between a case and what its schedule says, a line each; empty if nothing does.
    package func differences(in file: CaseFile) -> [String] {
        guard let schedule = schedules.first(where: { $0.id == file.schedule }), let engine = engines[file.schedule]
        else { return file.problems + ["there is no schedule \(file.schedule)"] }
        guard let whole = engine.whole.assess(file.patient, on: file.day).first,
            let single = engine.single.assess(file.patient, on: file.day).first
        else { return file.problems + ["\(schedule.id) is not for the species \(file.patient.species)"] }
        return file.problems
            + file.expectations.flatMap { group, expected in
                // A name is a group's, or a disease's, which may be grouped with others.
                let isGroup = schedule.groups.contains { $0.id == group }
                let forecast = (isGroup ? whole : single).groups.first { $0.group == group }
                return expected.differences(from: forecast, on: file.day).map { "\(group): \($0)" }
            }
    }
}
