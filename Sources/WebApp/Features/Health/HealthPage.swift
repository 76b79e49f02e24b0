import Immunization
import Model
import Vault

/// The form of what recommendations may depend on; every field is optional.
struct HealthPage: FormPage {
    let form: FormView
    let pass: PassRecord
    let catalogue: Catalogue
    /// Whether something is kept that can be forgotten.
    let isTold: Bool
    let template = Template.health
    let section = Section.recommendations

    func title(_ words: Localizer) -> String { words[.healthTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        let observations = catalogue.observations(for: pass.kind)
        let topics = Observation.Topic.allCases.compactMap { topic -> TemplateContext? in
            let boxes = observations.filter { $0.topic == topic }
            guard !boxes.isEmpty else { return nil }
            return [
                "legend": words(topic),
                "boxes": boxes.map { box -> TemplateContext in
                    let name = HealthForm.box(box.id)
                    return [
                        "name": name, "text": box.names[words.code], "checked": form.values[name] != nil,
                        "degree": degrees(of: box, words).field,
                    ]
                },
            ]
        }
        return [
            "title": title(words),
            "errors": form.errors.fields,
            "emoji": catalogue.emoji(pass.kind),
            "passName": pass.name,
            "action": Links.health(pass.id),
            "topics": topics,
            "due": HealthForm.asksForPregnancy(pass) ? form.date("due") : false,
            "gestation": HealthForm.asksForBirth(pass) ? form.text("gestation-weeks", hint: true) : false,
            "isTold": isTold,
            "cancel": Links.recommendations(pass.id),
        ]
    }

    /// The choice of how severe or how high it is, for what has degrees.
    private func degrees(of observation: Observation, _ words: Localizer) -> TemplateContext? {
        guard !observation.degrees.isEmpty else { return nil }
        let options = observation.degrees.map { FormView.Option(value: $0.id, text: $0.names[words.code]) }
        return form.choice(HealthForm.degree(observation.id), options)
    }
}
