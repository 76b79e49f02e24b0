import CivilDates
import Immunization
import Model
import Vault

extension RecommendationsPage {
    static let fields: [TemplateField<Self>] = [
        .text("emoji") { $0.release.catalogue.emoji($0.pass.kind) }, .text("name") { $0.pass.name },
        .text("today") { page, words in page.advice.map { words.date($0.today.description) } },
        .text("edit") { Links.editPass($0.pass.id) }, .text("action") { Links.recommendations($0.pass.id) },
        .text("health") { Links.health($0.pass.id) }, .text("journeys") { Links.journeys($0.pass.id) },
        .text("countries") { _ in Links.countries }, .text("schedules") { _ in Links.schedules },
        .flag("withoutBirthDate") { $0.advice == nil },
        .flag("nothing") { $0.advice != nil && $0.parts.isEmpty && $0.unrecorded.isEmpty },
        .flag("draft") { page in page.shown.contains { states.contains($0.state) && $0.review == .draft } },
        .one("uncertainBirth") { $0.uncertainBirth($1) },
        .one("country") { $0.countryControl($1) }, .one("filter") { $0.filterChoices($1) },
        .one("next") { $0.next($1) }, .one("visits") { $0.visitList($0.visits.prefix(firstVisits), $1) },
        .one("laterVisits") { $0.visitList($0.visits.dropFirst(firstVisits), $1) },
        .one("unrecorded") { $0.unrecordedPart($1) },
        .one("complete") { $0.record.facts.recordCompleteSince.map(CompletePart.init) },
        .rows("parts") { $0.parts($1) },
        .one("situations") { $0.situations($1).flatMap(SituationsPart.init) },
        .one("uncovered") { $0.uncoveredList($1) },
        .text("appointment") { $0.advice == nil ? nil : Links.appointmentSheet($0.pass.id) },
        .text("calendarFeed") { Links.calendarFeed($0.pass.id) },
        .text("calendar") { $0.hasAppointments ? Links.calendar($0.pass.id) : nil },
        .one("lifeLine") { $0.lifeLine($1) },
    ]

    /// How many visits are seen before the others are unfolded: what fits on a phone's first two screens.
    private static let firstVisits = 2

    private func next(_ words: Localizer) -> NextView? {
        advice.map {
            NextView(
                pass: pass, advice: $0, names: names(words), shown: shown, visits: visits, isElsewhere: false)
        }
    }

    private func uncertainBirth(_ words: Localizer) -> UncertainBirth? {
        advice.flatMap { UncertainBirth(pass, $0, names(words)) }
    }

    private func unrecordedPart(_ words: Localizer) -> UnrecordedPart? {
        let diseases = unrecorded.flatMap(\.antigens).map(names(words).target)
        guard !diseases.isEmpty else { return nil }
        let target = names(words).target
        return UnrecordedPart(
            diseases: words.sorted(Set(diseases)), limits: unrecorded.compactMap { lastChance($0, words, target) },
            add: Links.vaccinationTable(pass.id), isPet: !pass.isForPerson)
    }

    /// Until when what isn't recorded could still be given, where that is near.
    private func lastChance(
        _ recommendation: Recommendation, _ words: Localizer, _ target: (String) -> String
    ) -> String? {
        guard let advice, let latest = recommendation.latest,
            latest < advice.today.adding(CalendarPeriod(years: 1))
        else { return nil }
        return words(
            .unrecordedUntil,
            ["diseases": words.list(recommendation.antigens.map(target)), "date": words.date(latest.description)])
    }

    private func situations(_ words: Localizer) -> SituationsView? {
        advice.map { SituationsView(pass: pass, advice: $0, facts: record.facts, release: release, words: words) }
    }

    private func names(_ words: Localizer) -> VaccinationNames {
        VaccinationNames(catalogue: release.catalogue, words: words)
    }

    private func parts(_ words: Localizer) -> [RecommendationPart] {
        guard let advice else { return [] }
        return parts.map { state, cards in
            RecommendationPart(
                state: state, isAsked: state == .overdue && !advice.isRecordComplete,
                rows: cards.map {
                    RecommendationView(
                        card: $0, advice: advice, names: names(words), filter: filter, visits: visits,
                        indicators: indicators)
                })
        }
    }

    /// Whether anything can be taken into a calendar: visits, or what is to be asked.
    private var hasAppointments: Bool { !visits.isEmpty || shown.contains { $0.state == .askDoctor } }

    private func visitList(_ visits: ArraySlice<VisitPlan.Visit>, _ words: Localizer) -> RowGroup<VisitRow>? {
        guard let advice else { return nil }
        return RowGroup(visits.map { VisitRow(visit: $0, advice: advice, names: names(words)) })
    }

    private func lifeLine(_ words: Localizer) -> LifeLine? {
        guard let advice else { return nil }
        let rows = LifeLineRows(
            vaccinations: record.vaccinations, advice: advice, shown: shown.filter { !advice.isUnrecorded($0) },
            visits: visits, names: names(words))
        return LifeLine(birth: advice.patient.birthDate, today: advice.today, rows: rows.rows, words: words)
    }

    /// What no row of the schedules that judge this pass speaks of.
    private func uncoveredList(_ words: Localizer) -> RowGroup<UncoveredRow>? {
        guard let advice, let all = situations(words)?.schedules else { return nil }
        // Another region's rules leave nothing out that concerns this pass.
        let schedules = all.filter { schedule in
            schedule.series.contains { !$0.isElsewhere(for: advice.patient) }
        }
        let rows = UncoveredRows(
            schedules: schedules, species: pass.kind, catalogue: release.catalogue, words: words
        ).rows
        return RowGroup(rows)
    }

    private func countryControl(_ words: Localizer) -> FormControl? {
        let countries = words.sorted(release.countries(for: pass.kind)) { words.country($0) }
        guard countries.count > 1 else { return nil }
        return FormView(values: ["country": filter.home ?? ""])
            .choiceControl("country", countries.map { .init(value: $0, text: words.country($0)) }, hint: true)
    }

    private func filterChoices(_ words: Localizer) -> FilterChoices? {
        guard !filter.travel.isEmpty else { return nil }
        func row(_ choice: AdviceFilter.Choice, _ text: String) -> FilterChoiceRow {
            FilterChoiceRow(
                link: Links.recommendations(pass.id) + choice.query, text: text, isChosen: choice == filter.choice)
        }
        let home = filter.home.map { row(.home, words.flagged($0)) }
        let all = [row(.all, words[.recommendationsAll])] + [home].compactMap(\.self)
        let trips = filter.travel.map { code in
            let country = words.flagged(code)
            return row(
                .country(code), code == filter.home ? words(.recommendationsTripIn, ["country": country]) : country)
        }
        return FilterChoices(choices: all + trips)
    }
}

/// The recommendations of one state.
struct RecommendationPart: TemplateModel {
    let state: Recommendation.State
    /// Whether what is to be caught up may have been given: not where the record is said to be complete.
    let isAsked: Bool
    let rows: [RecommendationView]

    static let fields: [TemplateField<Self>] = [
        .text("heading") { $1.state($0.state) }, .flag("isAsked") { $0.isAsked }, .rows("rows") { $0.rows },
    ]
}

/// The diseases that nothing is recorded of, and where to enter what is known.
struct UnrecordedPart: TemplateModel {
    let diseases: [String]
    /// Until when some of it could still be given.
    let limits: [String]
    let add: String
    /// Whether the doses stand in a pet's passport.
    let isPet: Bool

    static let fields: [TemplateField<Self>] = [
        .text("diseases") { $1.list($0.diseases) }, .lines("limits") { view, _ in view.limits },
        .text("add") { $0.add }, .flag("isPet") { $0.isPet },
    ]
}

/// Since when a record is said to be complete.
struct CompletePart: TemplateModel {
    let since: CalendarDate

    static let fields: [TemplateField<Self>] = [.text("date") { $1.date($0.since.description) }]
}

/// What is asked of situations in which more is recommended.
struct SituationsPart: TemplateModel {
    let questions: [QuestionRow]
    let elsewhere: [SituationRow]

    /// Nil where nothing is to be asked.
    init?(_ view: SituationsView) {
        (questions, elsewhere) = (view.questions, view.elsewhere)
        if questions.isEmpty, elsewhere.isEmpty { return nil }
    }

    static let fields: [TemplateField<Self>] = [
        .one("questions") { RowGroup($0.questions) }, .one("elsewhere") { RowGroup($0.elsewhere) },
    ]
}

/// Which recommendations can be shown.
struct FilterChoices: TemplateModel {
    let choices: [FilterChoiceRow]

    static let fields: [TemplateField<Self>] = [.rows("choices") { $0.choices }]
}

/// One of these choices.
struct FilterChoiceRow: TemplateModel {
    let link: String
    let text: String
    let isChosen: Bool

    static let fields: [TemplateField<Self>] = [
        .text("link") { $0.link }, .text("text") { $0.text }, .flag("isChosen") { $0.isChosen },
    ]
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
