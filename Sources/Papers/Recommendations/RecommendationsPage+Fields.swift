import Answers
import CivilDates
import Immunization
import Model
import Vault
import Web

extension RecommendationsPage {
    static let fields: [TemplateField<Self>] = [
        .text("name") { $0.pass.name },
        .text("today") { page, words in page.isBornKnown ? words.date(page.answer.day.description) : nil },
        .text("edit") { Links.editPass($0.pass.id) }, .text("action") { Links.recommendations($0.pass.id) },
        .text("health") { Links.health($0.pass.id) }, .text("journeys") { Links.journeys($0.pass.id) },
        .text("countries") { _ in Links.countries() }, .text("schedules") { _ in Links.schedules() },
        .flag("withoutBirthDate") { !$0.isBornKnown },
        .one("empty") { $0.isEmpty ? EmptyPassLinks(pass: $0.pass) : nil },
        .text("arrangement") { $0.answerWords($1).arrangement },
        .one("number") { $0.number }, .text("visitsNow") { $0.visitsNow($1) },
        .flag("nothing") { $0.isBornKnown && !$0.tellsAnything }, .flag("draft") { $0.answer.isDraft },
        .one("uncertainBirth") { page, words in UncertainBirth(page.pass, page.answerWords(words)) },
        .one("country") { $0.countryControl($1) }, .one("filter") { $0.filterChoices($1) },
        .rows("groups") { $0.groups($0.answerWords($1)) }, .one("complete") { $0.complete($0.answerWords($1)) },
        .one("begun") { $0.begun($0.answerWords($1)) },
        .one("visits") { $0.visitList($0.visits.prefix(firstVisits), $1) },
        .one("laterVisits") { $0.visitList($0.visits.dropFirst(firstVisits), $1) },
        .one("recordComplete") { $0.record.facts.recordCompleteSince.map(CompletePart.init) },
        .one("withoutBooklet") { page in
            page.isBornKnown && page.record.facts.recordCompleteSince == nil
                ? WithoutBooklet(isPet: !page.pass.isForPerson) : nil
        },
        .one("situations") { page, words in RowGroup(page.answerWords(words).situations) },
        .one("uncovered") { $0.uncoveredList($1) },
        .text("appointment") { $0.isBornKnown ? Links.appointmentSheet($0.pass.id) : nil },
        .text("calendarFeed") { Links.calendarFeed($0.pass.id) },
        .text("calendar") { $0.hasAppointments ? Links.calendar($0.pass.id) : nil },
        .one("lifeLine") { $0.lifeLine($1) },
    ]

    /// How many visits are seen before the others are unfolded.
    private static let firstVisits = 2

    /// Whether anything is known of the day of birth, without which nothing can be asked for.
    private var isBornKnown: Bool { pass.birthDate != nil }

    private func answerWords(_ words: Localizer) -> AnswerWords { AnswerWords(answer, of: record, release, words) }

    // MARK: The number

    private var number: AnswerNumber? {
        isBornKnown ? AnswerNumber(summary: answer.summary, isOfAll: filter.choice != .all) : nil
    }

    private func visitsNow(_ words: Localizer) -> String? {
        let (now, all) = (answer.summary.visitsNow, visits.count)
        guard now > 0 else { return nil }
        let text = words(.`plan.visits`, count: now)
        return all > now ? "\(text), \(words(.`plan.visits.all`, count: all))" : text
    }

    private var tellsAnything: Bool {
        !courses.isEmpty || PlanPart.allCases.contains { !lines(of: $0).isEmpty }
            || shown.contains { $0.state == .complete || $0.begun != nil }
    }

    // MARK: Visits, and what was and is to come

    /// Whether anything can be taken into a calendar: visits, what is to be asked, or a question to look up.
    private var hasAppointments: Bool {
        !answer.visits.isEmpty || !answer.openCourses.isEmpty || answer.lines.contains { $0.state == .ask }
    }

    private func visitList(_ visits: ArraySlice<Answer.Visit>, _ words: Localizer) -> RowGroup<PlannedVisitRow>? {
        let words = answerWords(words)
        return RowGroup(visits.map { PlannedVisitRow(visit: $0, words: words) })
    }

    private func lifeLine(_ words: Localizer) -> Timeline? {
        guard isBornKnown else { return nil }
        let own = answerWords(words)
        let rows = LifeLineRows(vaccinations: record.vaccinations, shown: shown, visits: visits, words: own)
        return Timeline(birth: own.birth, today: answer.day, rows: rows.rows, words: words)
    }

    /// What no row of the schedules that judge this pass speaks of.
    private func uncoveredList(_ words: Localizer) -> RowGroup<UncoveredRow>? {
        guard isBornKnown else { return nil }
        let schedules = release.schedules(for: record.patient(release, on: answer.day))
        let rows = UncoveredRows(
            schedules: schedules, species: pass.kind, catalogue: release.catalogue, words: words
        ).rows
        return RowGroup(rows)
    }

    // MARK: Places

    private func countryControl(_ words: Localizer) -> FormControl? {
        let countries = words.sorted(release.countries(for: pass.kind)) { words.country($0) }
        guard countries.count > 1 else { return nil }
        return FormView(values: ["country": filter.home ?? ""])
            .choiceControl("country", countries.map { .init(value: $0, text: words.country($0)) }, hint: true)
    }

    private func filterChoices(_ words: Localizer) -> FilterChoices? {
        guard !filter.travel.isEmpty else { return nil }
        func row(_ choice: PlaceFilter.Choice, _ text: String) -> FilterChoiceRow {
            FilterChoiceRow(
                link: Links.recommendations(pass.id) + choice.query, text: text, isChosen: choice == filter.choice)
        }
        let home = filter.home.map { row(.home, words.flagged($0)) }
        let all = [row(.all, words[.`recommendations.all`])] + [home].compactMap(\.self)
        let trips = filter.travel.map { code in
            let country = words.flagged(code)
            return row(
                .country(code), code == filter.home ? words(.`recommendations.trip-in`, ["country": country]) : country)
        }
        return FilterChoices(choices: all + trips)
    }
}

/// The ways to enter something, where nothing is.
struct EmptyPassLinks: TemplateModel {
    let pass: PassRecord

    static let fields: [TemplateField<Self>] = [
        .text("table") { Links.vaccinationTable($0.pass.id) }, .text("scan") { Links.newScan($0.pass.id) },
        .text("import") { Links.newCertificate($0.pass.id) },
    ]
}

/// Where else to look for what was given, and that there is no more.
struct WithoutBooklet: TemplateModel {
    let isPet: Bool

    static let fields: [TemplateField<Self>] = [.flag("isPet") { $0.isPet }]
}

/// Since when a record is said to be complete.
struct CompletePart: TemplateModel {
    let since: CalendarDate

    static let fields: [TemplateField<Self>] = [.text("date") { $1.date($0.since.description) }]
}

/// Which lines can be shown.
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
