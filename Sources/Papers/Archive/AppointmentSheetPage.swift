import Answers
import CivilDates
import Immunization
import Model
import Vault
import Web

/// A sheet to take along to an appointment: what is due, what is to be asked, what to bring, where to get one.
struct AppointmentSheetPage: Page {
    /// As many visits as fit beside the rest on one page.
    private static let mostVisits = 2

    let record: HealthRecord
    let release: CatalogueRelease
    let answer: Answer
    static let template = "Archive/appointment-sheet"

    func title(_ words: Localizer) -> String { words(.`appointment.title`, ["name": record.pass.name]) }

    static let fields: [TemplateField<Self>] = [
        .text("back") { Links.recommendations($0.record.pass.id) }, .text("edit") { Links.editPass($0.record.pass.id) },
        .text("name") { $0.record.pass.name },
        .text("born") { page, words in page.record.pass.birthDate.map(words.date) },
        .text("printed") { page, words in words.date(page.answer.day.description) },
        .text("arrangement") { $0.words($1).arrangement },
        .text("number") { String($0.answer.summary.injectionsNow) }, .text("answer") { $0.first($1) },
        .one("lines") { page, words in RowGroup(page.lines(words)) },
        .one("visits") { $0.visits($1) },
        .flag("draft") { $0.answer.isDraft },
        .flag("isPerson") { $0.record.pass.isForPerson },
        .flag("asksForPregnancy") { HealthForm.asksForPregnancy($0.record.pass, on: $0.answer.day) },
        .text("line") { $0.line($1) },
    ]

    private func words(_ words: Localizer) -> AnswerWords {
        var own = AnswerWords(answer, of: record, release, words)
        own.tellsCodes = true
        return own
    }

    /// How much is for now; that nothing is due only where nothing at all is to be given, asked or looked up.
    private func first(_ words: Localizer) -> String {
        let number = AnswerNumber(summary: answer.summary, asked: self.words(words).questions)
        guard !number.isNothing || !told.isEmpty else { return words[.`appointment.none`] }
        let now = told.count(where: \.isForNow)
        let combined = now > answer.summary.injectionsNow ? words[.`appointment.combined`] : nil
        let others = told.count { !$0.isForNow && !$0.isQuestion }
        let more = others > 0 && now > 0 ? words(.`appointment.others`, count: others) : nil
        return ([number.text(words), combined].compactMap(\.self) + number.besides(words) + [more].compactMap(\.self))
            .joined(separator: " · ")
    }

    private func lines(_ words: Localizer) -> [AppointmentLine] {
        let own = self.words(words)
        return told.map { AppointmentLine(line: $0, words: own) }
    }

    /// What is spoken of at the appointment.
    private var told: [Answer.Line] {
        // What is planned for the first visit is spoken of at it, also where its day is some weeks ahead.
        let first = Set(answer.visits.first?.injections.flatMap(\.lines) ?? [])
        return answer.lines.filter { line in
            switch line.state {
            case .now, .nowUnlessGiven, .ask, .tooLate, .contraindicated: true
            case .soon: first.contains(line.id)
            case .notRecommended: !line.entered.isEmpty
            // What a finished course is measured by is spoken of as well.
            case .complete: line.finding != nil
            case .later: false
            }
        }
    }

    private func visits(_ words: Localizer) -> RowGroup<PlannedVisitRow>? {
        RowGroup(
            answer.visits.prefix(Self.mostVisits).map { PlannedVisitRow(visit: $0, words: self.words(words)) })
    }

    /// How people get an appointment in the country in which its holder lives.
    private func line(_ words: Localizer) -> String? {
        guard record.pass.isForPerson, let home = record.home(release) else { return nil }
        return release.schedules.first { $0.country == home && $0.appointment != nil }?.appointment?[words.code]
    }
}

/// What is to be given, asked, looked up or left out.
struct AppointmentLine: TemplateModel {
    let line: Answer.Line
    let words: AnswerWords

    /// In the words of a practice.
    private var state: String {
        let own = words.names.words
        return switch line.state {
        case .now: own[.`appointment.due`]
        case .nowUnlessGiven: own[.`appointment.unless`]
        case .ask, .tooLate: own[.`appointment.discuss`]
        case .contraindicated: own[.`appointment.not`]
        case .soon, .later, .complete, .notRecommended: words.state(line)
        }
    }

    private var when: String? {
        switch line.state {
        case .soon, .contraindicated: words.when(line)
        default: nil
        }
    }

    /// Why, where it isn't simply given, and what has to be known before.
    private var why: [String] { reasons + words.conditions(line) }

    private var reasons: [String] {
        switch line.state {
        case .ask, .contraindicated: words.reasons(line)
        case .tooLate: [words.names.words(Answer.State.tooLate)] + words.reasons(line)
        case .now, .nowUnlessGiven:
            [words.urgent(line)].compactMap(\.self)
                + line.reasons.filter { $0.code == .duringTreatment }.map(words.reason)
        case .complete: [words.finding(line)].compactMap(\.self)
        case .soon, .later, .notRecommended: []
        }
    }

    static let fields: [TemplateField<Self>] = [
        .text("id") { $0.line.id }, .text("name") { row, _ in row.words.name(row.line) },
        .text("step") { row, _ in row.words.step(row.line) }, .text("state") { row, _ in row.state },
        .text("when") { row, _ in row.when }, .flag("isToLookUp") { $0.line.isToLookUp },
        .text("why") { row, _ in row.why.isEmpty ? nil : row.why.joined(separator: " ") },
    ]
}
