import Answers
import CivilDates
import Foundation
import Immunization
import Situation
import Vault
import Web

/// A line of the plan: what, which dose and when; opened, why, with what, and who says so.
struct PlanRow: TemplateModel {
    let line: Answer.Line
    /// The part that it is in; nil where it is complete or was begun.
    let part: PlanPart?
    /// Whether the buttons that answer it are there before it is opened.
    var isAnsweredAtOnce = false
    let page: RecommendationsPage
    let words: AnswerWords

    private var told: ToldAnswer? { ToldAnswer(line, page, words) }

    static let fields: [TemplateField<Self>] = [
        .text("id") { $0.line.id }, .text("name") { row, _ in row.words.name(row.line) },
        .text("state") { row, _ in row.state }, .text("when") { row, _ in row.when },
        .flag("isUnfolded") { $0.part?.isUnfolded == true || $0.told != nil },
        .one("flags") { row in RowGroup(row.page.filter.countries(of: row.line).map { FlagRow(country: $0) }) },
        .lines("conditions") { row, _ in row.words.conditions(row.line) },
        .lines("facts") { row, _ in row.facts }, .text("vaccines") { row, _ in row.vaccines },
        .one("numbers") { $0.numbers }, .rows("authorities") { $0.authorities },
        .text("read") { row, _ in row.words.read(row.line) }, .one("told") { $0.told },
        .one("answers") { row in row.isAnsweredAtOnce ? row.answers : nil },
        .one("foldedAnswers") { row in row.isAnsweredAtOnce ? nil : row.answers },
        .text("enter") { row in
            row.part == .now ? Links.newVaccination(row.page.pass.id, against: row.line.antigens.first) : nil
        },
    ]

    /// 'Immunity assumed': of what is complete, where that isn't all there is to say.
    private var state: String? { line.isImmune || line.isTold ? words.state(line) : nil }

    /// 'missing · Dose 3 of 3 · since 3 May 2026'; of what is far the year alone.
    private var when: String? {
        let step = line.state == .complete || line.state == .notRecommended ? nil : words.step(line)
        let parts = [
            words.isBegun && line.isMissing ? localizer[.`answer.missing`] : nil, step,
            part == .later ? line.day.map { String($0.year) } : words.when(line),
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    private var facts: [String] {
        if line.state == .complete { return [words.finding(line)].compactMap(\.self) }
        let unknown = line.told == .unknown ? localizer[.`plan.look`] : nil
        let none = part == .unlessGiven && line.entered.isEmpty ? localizer[.`plan.none-entered`] : nil
        let before = [day, none].compactMap(\.self) + (begun.map { [$0] } ?? words.reasons(line))
        let after = [words.validity(line), words.until(line), words.planned(line), unknown].compactMap(\.self)
        return before + after + words.also(line).map { "\($0)." } + line.notes.compactMap(localizer.text(of:))
    }

    /// The day, as a sentence, of what has a year alone until it is opened.
    private var day: String? {
        guard part == .later, let when = words.when(line) else { return nil }
        return "\(when.prefix(1).localizedUppercase)\(when.dropFirst())."
    }

    private var localizer: Localizer { words.names.words }

    private var begun: String? {
        switch line.begun {
        case .withoutGround: localizer[.`recommendations.begun`]
        case .tooOld: localizer[.`recommendations.begun-over`]
        case nil: nil
        }
    }

    /// More vaccines than help anybody.
    private static let mostVaccines = 6

    private var vaccines: String? {
        let names = line.available.compactMap { words.names.catalogue.vaccine($0).map(words.name) }
        guard (1...Self.mostVaccines).contains(names.count) else { return nil }
        return localizer.choice(names)
    }

    /// Where to see how much of it goes around: the numbers of this disease alone, else where ticks carry it.
    private var numbers: NamedLink? {
        guard line.state.isOpen || line.state == .ask else { return nil }
        if let risk = words.names.catalogue.districtRisk, line.antigens == [risk] {
            return NamedLink(name: localizer[.`situation.tbe.title`], link: Links.situationTBE())
        }
        return page.indicators.first { $0.targets.count == 1 && line.antigens == $0.targets && $0.ended == nil }
            .map { NamedLink(name: localizer.label($0.names), link: Links.indicator($0.id)) }
    }

    private var authorities: [NamedLink] {
        words.schedules(of: line).map { schedule in
            NamedLink(
                name: schedule.authority, link: "\(Links.schedules())#\(schedule.anchor(of: line.antigens))")
        }
    }

    /// What is asked of a line that is only for now if it hasn't been given.
    private var answers: PlanAnswers? {
        guard part == .unlessGiven, let target = line.group.first else { return nil }
        return PlanAnswers(
            target: target, subject: words.name(line),
            enter: Links.newVaccination(page.pass.id, against: line.antigens.first),
            choices: [.no, .unknown].map { PlanAnswers.Choice($0, localizer, isOfLine: true) })
    }
}

/// A country that something is recommended for.
struct FlagRow: TemplateModel {
    let country: String

    static let fields: [TemplateField<Self>] = [
        .text("flag") { Flag.emoji($0.country) }, .text("country") { $1.country($0.country) },
    ]
}
