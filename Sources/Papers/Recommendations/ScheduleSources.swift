import Immunization
import Web

extension Schedule {
    /// What its rows are against, as its list of sources has it: its vaccine groups, and each other antigen.
    fileprivate var subjects: [(id: String, antigens: [String])] {
        let grouped = Set(groups.flatMap(\.antigens))
        var known: Set<String> = []
        let others = series.flatMap(\.antigens).filter { !grouped.contains($0) && known.insert($0).inserted }
        return groups.map { ($0.id, $0.antigens) } + others.map { ($0, [$0]) }
    }

    /// Where the page of schedules tells what its rows against these antigens rest on.
    package func anchor(of antigens: [String]) -> String {
        let group = groups.first { $0.antigens.contains(where: antigens.contains) }?.id
        let subject = group ?? series.lazy.flatMap(\.antigens).first(where: antigens.contains)
        return subject.map { anchor(of: $0) } ?? id
    }

    fileprivate func anchor(of subject: String) -> String { "\(id)-\(subject)" }
}

/// What the rows of a schedule against one group rest on.
struct ScheduleSourcesRow: TemplateModel {
    let id: String
    let diseases: String
    let sources: [SourceRow]

    static let fields: [TemplateField<Self>] = [
        .text("id") { $0.id }, .text("diseases") { $0.diseases }, .rows("sources") { $0.sources },
    ]

    /// One for each group, by name.
    static func rows(_ schedule: Schedule, _ names: VaccinationNames) -> [ScheduleSourcesRow] {
        let rows = schedule.subjects.map { subject in
            var known: Set<String> = []
            let keys = schedule.series.filter { !Set($0.antigens).isDisjoint(with: subject.antigens) }
                .flatMap(\.sources).filter { known.insert($0).inserted }
            return ScheduleSourcesRow(
                id: schedule.anchor(of: subject.id), diseases: names.diseases(subject.antigens),
                sources: keys.compactMap { schedule.sources[$0] }.map(SourceRow.init))
        }
        return names.words.sorted(rows.filter { !$0.sources.isEmpty }, by: \.diseases)
    }
}
