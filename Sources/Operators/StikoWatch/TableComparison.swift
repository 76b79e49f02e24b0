import Immunization
import Lists
import Model
import Web

/// What a publication's tables say of a disease, beside our rows for it: for a person's eyes, nothing else.
struct TableComparison {
    /// One of our rows.
    struct Row {
        let schedule: String
        let series: AntigenSeries
        let review: ReviewState
    }

    private static let mostLines = 60

    let target: DiseaseTarget
    let lines: [String]
    let rows: [Row]

    /// The diseases that the tables name, as German publications name them; by name.
    static func of(_ task: ReviewTask, with release: CatalogueRelease) -> [TableComparison] {
        let lines = (task.lines ?? []).map { (text: $0, folded: Catalogue.folded($0)) }
        return release.catalogue.targets(for: Pass.person, language: "de").compactMap { target in
            let terms = terms(of: target)
            let named = lines.filter { line in terms.contains { line.folded.contains($0) } }
            guard !named.isEmpty else { return nil }
            return TableComparison(
                target: target, lines: named.prefix(mostLines).map(\.text), rows: rows(for: target, in: release))
        }
    }

    private static func rows(for target: DiseaseTarget, in release: CatalogueRelease) -> [Row] {
        let country = release.countries(for: target.species).first
        return release.schedules.filter { $0.country == country && $0.species == target.species }.flatMap { schedule in
            schedule.series.filter { $0.antigens.contains(target.id) }.map { series in
                Row(schedule: schedule.id, series: series, review: series.review ?? schedule.review)
            }
        }
    }

    /// What tables call a disease: its name, what is in brackets after it, and a long name's first word.
    private static func terms(of target: DiseaseTarget) -> Set<String> {
        let name = target.names["de"]
        let parts = name.split { $0 == "(" || $0 == ")" }.map(String.init)
        let first = name.split { $0 == " " || $0 == "-" || $0 == "," }.first.map(String.init) ?? name
        let isTelling = first.count >= 9 || parts.first?.contains(" ") == false
        return Set((parts + (isTelling ? [first] : [])).map(Catalogue.folded).filter { $0.count >= 3 })
    }
}
