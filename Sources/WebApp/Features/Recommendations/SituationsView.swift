import CivilDates
import Immunization
import Model
import Vault

/// What is recommended only in certain situations, none of which is known of the holder of a pass: as questions.
struct SituationsView {
    let pass: PassRecord
    let advice: Advice
    let facts: PassFacts
    let release: CatalogueRelease
    let words: Localizer

    /// What can be answered by yes or no, and hasn't been: in the catalogue's order, with what would be recommended then.
    var questions: [QuestionRow] {
        release.catalogue.observations(for: pass.kind).compactMap { observation in
            // What a blood test found is no question for yes and no.
            guard observation.topic != .immunity,
                observation.isAsked(bornOn: advice.patient.birthDate, on: advice.today),
                facts.observations[observation.id] == nil,
                !facts.denied.contains(observation.id)
            else { return nil }
            let diseases = diseases { ground in
                guard case .observation(let code) = ground else { return false }
                return code == observation.id || code.hasPrefix("\(observation.id)/")
            }
            guard !diseases.isEmpty else { return nil }
            return QuestionRow(observation: observation, diseases: diseases)
        }
    }

    /// What is said on other pages: a pregnancy, where somebody lives, a trip; with what would be recommended then.
    var elsewhere: [SituationRow] {
        let links: [(text: Message, link: String, diseases: [String])] = [
            (
                .situationsPregnancy, Links.health(pass.id),
                HealthForm.asksForPregnancy(pass, on: advice.today)
                    ? diseases { $0 == .observation(PatientObservation.pregnancy) } : []
            ),
            (.situationsResidence, Links.countries, diseases { if case .residence = $0 { true } else { false } }),
            (.situationsJourney, Links.journeys(pass.id), diseases { if case .trip = $0 { true } else { false } }),
        ]
        return links.filter { !$0.diseases.isEmpty }
            .map { SituationRow(text: words[$0.text], link: $0.link, diseases: $0.diseases) }
    }

    /// The names of what is recommended on a ground, and isn't recommended or complete without it.
    private func diseases(_ isMeant: (Indication.Ground) -> Bool) -> [String] {
        let known = Set(advice.recommendations.filter { $0.state <= .immune }.flatMap(\.progress).map(\.key.antigen))
        let names = VaccinationNames(catalogue: release.catalogue, words: words)
        let found = schedules.flatMap(\.series).filter { series in
            series.kind == .risk && series.indications.contains { isMeant($0.ground) && isOfAge($0) }
        }.flatMap(\.antigens)
        return words.sorted(Set(found).subtracting(known).map(names.target))
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

/// A question by yes and no, and what would be recommended after a yes.
struct QuestionRow: TemplateModel {
    let observation: Observation
    let diseases: [String]

    static let fields: [TemplateField<Self>] = [
        .text("name") { HealthForm.box($0.observation.id) },
        .text("text") { $1(.situationsQuestion, ["situation": $0.observation.names[$1.code]]) },
        .text("diseases") { $1.list($0.diseases) },
    ]
}

/// A situation that is told on a page of its own, and what would be recommended then.
struct SituationRow: TemplateModel {
    let text: String
    let link: String
    let diseases: [String]

    static let fields: [TemplateField<Self>] = [
        .text("text") { $0.text }, .text("link") { $0.link }, .text("diseases") { $1.list($0.diseases) },
    ]
}
