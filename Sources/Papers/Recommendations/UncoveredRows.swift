package import Immunization
import Web

/// What can be vaccinated against, or is recommended, and what no row of some schedules speaks of: what they say
/// themselves that they don't cover, and every disease of the catalogue that none of them names.
struct UncoveredRows {
    let schedules: [Schedule]
    let species: String
    let catalogue: Catalogue
    let words: Localizer

    /// By name.
    var rows: [UncoveredRow] {
        let told = schedules.flatMap(\.notCovered)
        let named = Set(schedules.flatMap { $0.series.flatMap(\.antigens) } + told.flatMap(\.antigens))
        let topics = told.map { UncoveredRow(name: words.text(of: $0.name) ?? "", why: words.text(of: $0.why)) }
        let rest = catalogue.targets.filter { $0.species == species && !named.contains($0.id) }
        let all = topics + rest.map { UncoveredRow(name: $0.names[words.code], why: nil) }
        return Catalogue.sorted(all, by: \.name)
    }
}

extension CatalogueRelease {
    /// The schedules that judge a patient; another region's rules leave nothing out that concerns them.
    package func schedules(for patient: Patient) -> [Schedule] {
        schedules.filter { schedule in
            schedule.species == patient.species && (schedule.country.map(patient.home.contains) ?? true)
                && schedule.series.contains { !$0.isElsewhere(for: patient) }
        }
    }
}

extension AntigenSeries {
    /// Whether it is for people of regions in which somebody doesn't live.
    fileprivate func isElsewhere(for patient: Patient) -> Bool {
        if !limits.regions.isEmpty { return limits.regions.isDisjoint(with: patient.home) }
        return !indications.isEmpty
            && indications.allSatisfy { indication in
                guard case .residence(let regions) = indication.ground else { return false }
                return regions.isDisjoint(with: patient.home)
            }
    }
}

/// Something that no row of some schedules speaks of.
struct UncoveredRow: TemplateModel {
    let name: String
    let why: String?

    static let fields: [TemplateField<Self>] = [.text("name") { $0.name }, .text("why") { $0.why }]
}
