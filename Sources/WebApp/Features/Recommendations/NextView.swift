import Algorithms
import CivilDates
import Foundation
import Immunization
import Model
import Vault

/// The answer that a pass's pages begin with: what to do next, when and why.
struct NextView: TemplateModel {
    let pass: PassRecord
    let advice: Advice
    let names: VaccinationNames
    /// The recommendations that are spoken of.
    let shown: [Recommendation]
    /// The visits that they are planned for.
    let visits: [VisitPlan.Visit]
    /// Whether it stands on another page than that of the recommendations.
    let isElsewhere: Bool

    static let fields: [TemplateField<Self>] = [
        .text("what") { view, _ in view.what }, .flag("isSeveral") { !$0.lines.isEmpty },
        .rows("several") { $0.lines },
        .lines("reasons") { view, _ in view.why },
        .text("also") { view, _ in view.also },
        // A pass's own page has the doors beside it.
        .text("enter") { $0.isUnknown && !$0.isElsewhere ? Links.vaccinationTable($0.pass.id) : nil },
        .text("all") { $0.isElsewhere ? Links.recommendations($0.pass.id) : nil },
    ]

    /// More injections than an answer holds.
    private static let most = 3

    private var words: Localizer { names.words }
    private var unrecorded: [Recommendation] { shown.filter(advice.isUnrecorded) }
    /// Whether nothing at all has been entered of what should have been given by now.
    private var isUnknown: Bool { advice.patient.doses.isEmpty && !unrecorded.isEmpty }

    private var what: String {
        if !lines.isEmpty, let visit = upcoming {
            return visit.date <= advice.today
                ? words[.nextNowAll] : words(.nextLaterAll, ["when": words.day(visit.date, of: visit.doses)])
        }
        guard isUnknown else { return visitSentence ?? asked ?? missing ?? words[.nextNothing] }
        return words[pass.isForPerson ? .nextEnter : .nextEnterPet]
    }

    private var why: [String] {
        if isUnknown { return [words(.nextEnterWhy, count: unrecordedNames.count)] }
        return upcoming == nil ? [] : reasons
    }

    /// What is due whatever the booklet says, or what isn't recorded.
    private var also: String? {
        if isUnknown {
            return visitSentence.map { words(pass.isForPerson ? .nextAnyway : .nextAnywayPet, ["what": $0]) }
        }
        let more = [asked, missing].compactMap(\.self).filter { $0 != what }
        return more.isEmpty ? nil : more.joined(separator: " ")
    }

    /// What is to be asked, also before a trip for which it can't be given.
    private var asked: String? {
        let diseases = shown.filter(\.isToAsk).flatMap(\.antigens).map(names.target)
        return diseases.isEmpty ? nil : words(.nextAsk, ["diseases": words.list(Array(diseases.uniqued()))])
    }

    /// What isn't recorded, so that nobody knows whether anything is due.
    private var missing: String? {
        unrecorded.isEmpty ? nil : words(.nextUnrecorded, count: unrecordedNames.count)
    }

    /// The first visit; without one, what comes after the time that is planned for.
    private var upcoming: VisitPlan.Visit? {
        if let first = visits.first { return first }
        let later = shown.filter { !$0.isIdle && !advice.isUnrecorded($0) }
        guard let day = later.compactMap(\.recommended).min() else { return nil }
        return VisitPlan.Visit(date: max(day, advice.today), doses: later.filter { $0.recommended == day })
    }

    /// The injections of the first visit, with what each is called: what ends soonest first, then what an answer
    /// asks for, then what a season is for.
    private var injections: [InjectionRow] {
        guard let visit = upcoming else { return [] }
        let rows = Injections(advice: advice, catalogue: names.catalogue).injections(of: visit)
            .map { InjectionRow(injection: $0, date: visit.date, advice: advice, names: names) }
        return rows.enumerated().map { place, row in
            (
                row: row, last: min(row.lastDay?.date ?? .last, row.overdueIfAsked ?? .last),
                place: row.isAsked ? -2 : row.isSeasonal ? -1 : place
            )
        }.sorted { ($0.last, $0.place) < ($1.last, $1.place) }.map(\.row)
    }

    private var visitSentence: String? {
        guard let visit = upcoming else { return nil }
        let what = injectionTexts.joined(separator: "; ")
        if visit.date <= advice.today { return words(.nextNow, ["what": what]) }
        return words(.nextLater, ["what": what, "when": words.day(visit.date, of: visit.doses)])
    }

    /// The first visit's injections, a line each, where they are more than one; each with its reason, unless all have
    /// the same.
    private var lines: [NextLine] {
        let (texts, rules) = (injectionTexts, rules)
        guard !isUnknown, texts.count > 1 else { return [] }
        let isShared = Set(rules).count == 1
        return texts.enumerated().map { place, text in
            NextLine(text: text, reason: isShared || place >= Self.most ? nil : rules[place])
        }
    }

    /// Why each of the first visit's injections is given.
    private var rules: [String] {
        let reason = ReasonWords(advice: advice, names: names)
        return injections.map { $0.reason(reason) }
    }

    private var injectionTexts: [String] {
        let all = injections
        let soon = advice.today.adding(advice.recommender.soon)
        var texts = all.prefix(Self.most).map { row in
            guard let last = row.lastDay, last.date > advice.today, last.date < soon else { return row.text }
            return words(
                last.isBest ? .nextByBest : .nextBy, ["what": row.text, "date": words.date(last.date.description)])
        }
        if all.count > texts.count { texts.append(words(.nextMore, count: all.count - texts.count)) }
        return texts
    }

    /// The reason of the first visit's injections, where it is said of all at once, and who says so.
    private var reasons: [String] {
        let reason = ReasonWords(advice: advice, names: names)
        // 'STIKO, DTG, WHO' and 'STIKO' name three.
        let authorities = injections.flatMap(\.injection.doses).compactMap(reason.authority)
        let by = Array(authorities.flatMap { $0.components(separatedBy: ", ") }.uniqued())
        let source = words(.nextSource, ["authority": words.list(by)])
        let shared = Array(rules.uniqued())
        return [shared.count == 1 ? "\(shared[0]) \(source)" : source]
    }

    private var unrecordedNames: [String] { Array(unrecorded.flatMap(\.antigens).map(names.target).uniqued()) }
}

/// An injection of the next visit: what, and why.
struct NextLine: TemplateModel {
    let text: String
    let reason: String?

    static let fields: [TemplateField<Self>] = [.text("text") { $0.text }, .text("reason") { $0.reason }]
}
