import Immunization
import Model
import Vault

/// The form of what recommendations may depend on; every field is optional.
struct HealthPage: FormPage, TypedPage {
    let form: FormView
    let pass: PassRecord
    let catalogue: Catalogue
    /// Whether something is kept that can be forgotten.
    let isTold: Bool
    static let template = Template.health
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

    static let fields: [TemplateField<Self>] = [
        .one("errors") { $0.form.errors.summary }, .text("emoji") { $0.catalogue.emoji($0.pass.kind) },
        .text("passName") { $0.pass.name }, .text("action") { Links.health($0.pass.id) },
        .rows("topics") { $0.topics },
        .one("due") { HealthForm.asksForPregnancy($0.pass) ? $0.form.dateControl("due") : nil },
        .one("gestation") { page in
            HealthForm.asksForBirth(page.pass) ? page.form.textControl("gestation-weeks", hint: true) : nil
        },
        .flag("isTold") { $0.isTold }, .text("cancel") { Links.recommendations($0.pass.id) },
    ]

    private var topics: [TopicGroup] {
        let observations = catalogue.observations(for: pass.kind)
        return Observation.Topic.allCases.compactMap { topic in
            let boxes = observations.filter { $0.topic == topic }.map { ObservationBox(observation: $0, form: form) }
            return boxes.isEmpty ? nil : TopicGroup(topic: topic, boxes: boxes)
        }
    }

    /// The choice of how severe or how high it is, for what has degrees.
    private func degrees(of observation: Observation, _ words: Localizer) -> TemplateContext? {
        guard !observation.degrees.isEmpty else { return nil }
        let options = observation.degrees.map { FormView.Option(value: $0.id, text: $0.names[words.code]) }
        return form.choice(HealthForm.degree(observation.id), options)
    }
}

/// What can be told of one topic.
struct TopicGroup: TemplateModel {
    let topic: Observation.Topic
    let boxes: [ObservationBox]

    static let fields: [TemplateField<Self>] = [
        .text("legend") { group, words in words(group.topic) }, .rows("boxes") { $0.boxes },
    ]
}

/// A tick box for an observation, and the choice of how severe or how high it is, for what has degrees.
struct ObservationBox: TemplateModel {
    let observation: Observation
    let form: FormView

    private var name: String { HealthForm.box(observation.id) }

    static let fields: [TemplateField<Self>] = [
        .text("name") { $0.name }, .text("text") { box, words in box.observation.names[words.code] },
        .flag("checked") { $0.form.values[$0.name] != nil }, .one("degree") { box, words in box.degrees(words) },
    ]

    private func degrees(_ words: Localizer) -> FormControl? {
        guard !observation.degrees.isEmpty else { return nil }
        let options = observation.degrees.map { FormView.Option(value: $0.id, text: $0.names[words.code]) }
        return form.choiceControl(HealthForm.degree(observation.id), options)
    }
}
