import Answers
import CivilDates
import Immunization
import Model
import Vault
package import Web

/// The journeys of a pass with what is to be done for each, and the form of another one.
struct JourneysPage: FormPage {
    let form: FormView
    let record: HealthRecord
    let release: CatalogueRelease
    let answer: Answer
    let today: CalendarDate
    /// Which part of the journeys is asked for.
    let asked: String?
    static let template = "Health/journeys"
    let section = Section.recommendations

    private var pass: PassRecord { record.pass }
    private var catalogue: Catalogue { release.catalogue }
    /// The earliest first.
    private var journeys: [PassFacts.Journey] { record.facts.journeys }
    /// A pass that holds more than one may enter is listed in parts.
    private var paging: Paging {
        Paging(journeys.count, by: PassFacts.mostJourneys, asked: asked, at: Links.journeys(pass.id))
    }

    func title(_ words: Localizer) -> String { words[.`journeys.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("passName") { $0.pass.name }, .text("action") { Links.journeys($0.pass.id) },
        .flag("hasJourneys") { !$0.journeys.isEmpty }, .rows("journeys") { page, words in page.rows(words) },
        .one("paging") { $0.paging.links },
        .one("controls") { JourneyControls(form: $0.form, pass: $0.pass, catalogue: $0.catalogue) },
        .text("back") { Links.recommendations($0.pass.id) }, .text("countries") { _ in Links.countries() },
    ]

    private func rows(_ words: Localizer) -> [JourneyRow] {
        let trips = TripWords(answer, of: record, release, words)
        var told: [(journey: PassFacts.Journey, sentences: [String])] = []
        let verdicts = Dictionary(answer.trips.map { ($0.trip, $0) }) { first, _ in first }
        return paging.shown(of: journeys).map { journey in
            let end = journey.to ?? journey.from.adding(CalendarPeriod(years: 1))
            let verdict = verdicts[journey.trip]
            // What overlaps a journey to the same country has its verdict, and of the rest what that one doesn't say.
            let said = told.filter { $0.journey.overlaps(journey) }.flatMap(\.sentences)
            let rest = verdict.map(trips.rest)?.filter { !said.contains($0) } ?? []
            told.append((journey, rest))
            return JourneyRow(
                journey: journey, place: place(journey, words), isOver: end < today,
                link: Links.journey(pass.id, journey.id), edit: Links.editJourney(pass.id, journey.id),
                headline: verdict.map(trips.headline), rest: rest,
                asksHow: journey.style == nil && verdict.map(trips.asksHow) ?? false)
        }
    }

    /// 'Germany', or 'Germany, Bayern'.
    private func place(_ journey: PassFacts.Journey, _ words: Localizer) -> String {
        let names = journey.region.map { catalogue.codes(ofRegion: $0).dropFirst() } ?? []
        return ([words.country(journey.country)] + names.map(name(ofRegion:))).joined(separator: ", ")
    }

    private func name(ofRegion id: String) -> String { catalogue.regions.first { $0.id == id }?.name ?? id }
}

extension PassFacts.Journey {
    /// Whether another one is to the same country at the same time, as far as anybody told.
    fileprivate func overlaps(_ other: Self) -> Bool {
        country == other.country && from <= other.to ?? .last && other.from <= to ?? .last
    }
}

/// A journey of the list.
struct JourneyRow: TemplateModel {
    let journey: PassFacts.Journey
    let place: String
    let isOver: Bool
    /// The page of its travellers' certificates.
    let link: String
    /// The form to change it.
    let edit: String
    /// What holds for it as a whole, and what else there is to say.
    let headline: String?
    let rest: [String]
    /// Whether something depends on how it is travelled.
    let asksHow: Bool

    static let fields: [TemplateField<Self>] = [
        .text("id") { $0.journey.id.description }, .text("flag") { Flag.emoji($0.journey.country) },
        .text("country") { $0.place }, .text("when") { row, words in words.span(row.journey) },
        .flag("isOver") { $0.isOver }, .text("link") { $0.link }, .text("edit") { $0.edit },
        .text("headline") { $0.headline }, .lines("rest") { row, _ in row.rest }, .flag("asksHow") { $0.asksHow },
    ]
}

extension Localizer {
    /// '3 March 2027 to 24 March 2027', or 'from 3 March 2027'.
    package func span(_ journey: PassFacts.Journey) -> String {
        let from = date(journey.from.description)
        guard let to = journey.to else { return self(.`journeys.open`, ["from": from]) }
        return self(.`journeys.span`, ["from": from, "to": date(to.description)])
    }
}
