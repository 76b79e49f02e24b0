import CivilDates
import Immunization
import Vault

/// What is recommended only in certain situations, none of which is known of the holder of a pass.
struct SituationsView {
    let advice: Advice
    let release: CatalogueRelease
    let words: Localizer

    /// One row for each disease: its name, and in which situations it would be recommended.
    var rows: [SituationRow] {
        let known = Set(advice.recommendations.filter { $0.state <= .immune }.flatMap(\.progress).map(\.key.antigen))
        let names = VaccinationNames(catalogue: release.catalogue, words: words)
        var situations: [String: [String]] = [:]
        for series in schedules.flatMap(\.series) where series.kind == .risk {
            for antigen in series.antigens where !known.contains(antigen) {
                for indication in series.indications where isOfAge(indication) {
                    let text = Self.text(indication, release.catalogue, words)
                    if situations[antigen]?.contains(text) != true { situations[antigen, default: []].append(text) }
                }
            }
        }
        return situations.map { (name: names.target($0.key), texts: $0.value) }
            .sorted { $0.name < $1.name }
            .map { SituationRow(name: $0.name, texts: $0.texts) }
    }

    /// An indication in words: what the schedule says of it, or what it asks for.
    static func text(_ indication: Indication, _ catalogue: Catalogue, _ words: Localizer) -> String {
        if let text = words.text(of: indication.text) { return text }
        switch indication.ground {
        case .observation(PatientObservation.pregnancy): return words[.situationsPregnancy]
        case .observation(let code): return catalogue.name(ofObservation: code, words.code)
        case .residence: return words[.situationsResidence]
        case .trip(let rule):
            guard let days = rule.minimumDays else { return words[.situationsJourney] }
            return words(.situationsLongJourney, ["time": words.duration(days: days)])
        }
    }

    /// The schedules that judge the pass.
    var schedules: [Schedule] {
        let patient = advice.patient
        return release.schedules.filter { schedule in
            schedule.species == patient.species && (schedule.country.map(patient.home.contains) ?? true)
        }
    }

    private func isOfAge(_ indication: Indication) -> Bool {
        let birth = advice.patient.birthDate
        return (indication.beginAge.map { birth.adding($0) <= advice.today } ?? true)
            && (indication.endAge.map { advice.today < birth.adding($0) } ?? true)
    }
}

extension Catalogue {
    /// An observation's name, with its degree's where the code names one: 'HIV: severe'.
    func name(ofObservation code: String, _ language: String) -> String {
        let parts = code.split(separator: "/", maxSplits: 1).map(String.init)
        guard let observation = observations.first(where: { $0.id == parts.first }) else { return code }
        let degree = parts.count > 1 ? observation.degrees.first { $0.id == parts[1] } : nil
        return ([observation.names[language]] + [degree?.names[language]].compactMap { $0 }).joined(separator: ": ")
    }
}

/// A disease, and the situations in which something is recommended against it.
struct SituationRow: TemplateModel {
    let name: String
    let texts: [String]

    static let fields: [TemplateField<Self>] = [.text("name") { $0.name }, .lines("texts") { row, _ in row.texts }]
}
