import CivilDates
import Immunization
import Model
import Vault

/// The journeys of a pass, and the form of another one.
struct JourneysPage: FormPage {
    let form: FormView
    let pass: PassRecord
    let catalogue: Catalogue
    /// The earliest first.
    let journeys: [PassFacts.Journey]
    let today: CalendarDate
    static let template = "Health/journeys"
    let section = Section.recommendations

    func title(_ words: Localizer) -> String { words[.journeysTitle] }

    static let fields: [TemplateField<Self>] = [
        .one("errors") { $0.form.errors.summary }, .text("emoji") { $0.catalogue.emoji($0.pass.kind) },
        .text("passName") { $0.pass.name }, .text("action") { Links.journeys($0.pass.id) },
        .flag("hasJourneys") { !$0.journeys.isEmpty }, .rows("journeys") { page, words in page.rows(words) },
        .one("country") { page, words in
            page.form.choiceControl("country", words.countries.map { .init(value: $0.code, text: $0.name) })
        },
        .one("region") { page, words in page.region(words) },
        .one("from") { $0.form.dateControl("from", isRequired: true) }, .one("to") { $0.form.dateControl("to") },
        .text("back") { Links.recommendations($0.pass.id) }, .text("countries") { _ in Links.countries },
    ]

    private func rows(_ words: Localizer) -> [JourneyRow] {
        journeys.map { journey in
            let end = journey.to ?? journey.from.adding(CalendarPeriod(years: 1))
            return JourneyRow(
                journey: journey, place: place(journey, words), isOver: end < today,
                link: Links.journey(pass.id, journey.id))
        }
    }

    /// 'Germany', or 'Germany, Bayern'.
    private func place(_ journey: PassFacts.Journey, _ words: Localizer) -> String {
        let names = journey.region.map { catalogue.codes(ofRegion: $0).dropFirst() } ?? []
        return ([words.country(journey.country)] + names.map(name(ofRegion:))).joined(separator: ", ")
    }

    private func name(ofRegion id: String) -> String { catalogue.regions.first { $0.id == id }?.name ?? id }

    /// The regions, and which countries have any: without JavaScript the list has those of all countries.
    private func region(_ words: Localizer) -> FormControl {
        var control = form.choiceControl("region", regions(words), hint: true)
        let countries = Set(catalogue.regions.compactMap { catalogue.codes(ofRegion: $0.id).first })
        control.hintText = words(
            .journeysRegionHint, ["countries": words.list(words.sorted(countries.map(words.country)))])
        return control
    }

    /// Every region that rules ask for, under its country's name.
    private func regions(_ words: Localizer) -> [FormControl.Option] {
        catalogue.regions.map { region in
            let codes = catalogue.codes(ofRegion: region.id)
            let names = codes.dropFirst().map(name(ofRegion:))
            let country = codes.first.map(words.country) ?? ""
            return FormControl.Option(value: region.id, text: ([country] + names).joined(separator: ", "))
        }.sorted { Catalogue.folded($0.text) < Catalogue.folded($1.text) }
    }
}

/// A journey of the list.
struct JourneyRow: TemplateModel {
    let journey: PassFacts.Journey
    let place: String
    let isOver: Bool
    /// The page of its travellers' certificates.
    let link: String

    static let fields: [TemplateField<Self>] = [
        .text("id") { $0.journey.id.description }, .text("flag") { Flag.emoji($0.journey.country) },
        .text("country") { $0.place }, .text("when") { row, words in words.span(row.journey) },
        .flag("isOver") { $0.isOver }, .text("link") { $0.link },
    ]
}

extension Localizer {
    /// '3 March 2027 to 24 March 2027', or 'from 3 March 2027'.
    func span(_ journey: PassFacts.Journey) -> String {
        let from = date(journey.from.description)
        guard let to = journey.to else { return self(.journeysOpen, ["from": from]) }
        return self(.journeysSpan, ["from": from, "to": date(to.description)])
    }
}
