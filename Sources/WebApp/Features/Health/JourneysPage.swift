import Immunization
import Vault

/// The journeys of a pass, and the form of another one.
struct JourneysPage: FormPage {
    let form: FormView
    let pass: Pass
    let catalogue: Catalogue
    /// The earliest first.
    let journeys: [PassFacts.Journey]
    let today: CalendarDate
    let template = Template.journeys
    let section = Section.recommendations

    func title(_ words: Words) -> String { words[.journeysTitle] }

    func fields(_ words: Words) -> Fields {
        [
            "title": title(words),
            "errors": form.errors.fields,
            "emoji": catalogue.emoji(pass.kind),
            "passName": pass.name,
            "action": Links.journeys(pass.id),
            "hasJourneys": !journeys.isEmpty,
            "journeys": journeys.map { journey -> Fields in
                [
                    "id": journey.id.description,
                    "flag": Flag.emoji(journey.country),
                    "country": words.country(journey.country),
                    "when": words.span(journey),
                    "isOver": (journey.to ?? journey.from.adding(CalendarPeriod(years: 1))) < today,
                ]
            },
            "country": form.choice("country", words.countries.map { .init(value: $0.code, text: $0.name) }),
            "from": form.date("from"),
            "to": form.date("to"),
            "back": Links.recommendations(pass.id),
            "countries": Links.countries,
        ]
    }
}

extension Words {
    /// '3 March 2027 to 24 March 2027', or 'from 3 March 2027'.
    func span(_ journey: PassFacts.Journey) -> String {
        let from = date(journey.from.description)
        guard let to = journey.to else { return self(.journeysOpen, ["from": from]) }
        return self(.journeysSpan, ["from": from, "to": date(to.description)])
    }
}
