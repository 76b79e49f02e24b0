import Immunization

/// What makes something right that isn't for everybody.
enum SituationsView {
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
}
