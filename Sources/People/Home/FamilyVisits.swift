import Answers
import CivilDates
import Immunization
import Model
import Vault
import Web

/// When the family goes where: the next appointment at a doctor's and at a vet's, and those that follow.
struct FamilyVisits: TemplateModel {
    /// As many visits as anybody plans ahead; each pass's recommendations have the others.
    private static let most = 6
    /// How far ahead visits are shown.
    private static let horizon = CalendarPeriod(years: 1)

    let page: FamilyPage
    private let visits: [JointVisit]

    /// - Returns: Nil where none is planned.
    init?(page: FamilyPage) {
        let end = page.today.adding(Self.horizon)
        let plans = page.members.map { member in
            JointVisit.Plan(
                patient: member.pass.id.description,
                visits: member.answer.visits.filter { visit in
                    visit.day <= end && (member.pausedUntil == nil || visit.day > page.today)
                },
                trips: member.trips)
        }
        (self.page, visits) = (page, JointVisit.joining(plans))
        if visits.isEmpty { return nil }
    }

    /// The first at each kind of practice.
    private var next: [JointVisit] {
        [Answer.Visit.Place.doctor, .vet].compactMap { place in visits.first { $0.place == place } }.sorted {
            $0.day < $1.day
        }
    }

    private var later: [JointVisit] { Array(visits.filter { !next.contains($0) }.prefix(Self.most)) }

    private func rows(_ visits: [JointVisit]) -> [JointVisitRow] { visits.map { JointVisitRow(visit: $0, page: page) } }

    /// 'Then: 10 December 2026, Lina'.
    private func then(_ words: Localizer) -> String? {
        guard let first = later.first else { return nil }
        let row = JointVisitRow(visit: first, page: page)
        return words(
            .`family.then`,
            ["when": row.day(words), "names": words.list(row.parts.map { page.name(of: $0.member.pass, words) })])
    }

    static let fields: [TemplateField<Self>] = [
        .rows("next") { $0.rows($0.next) },
        .text("then") { $0.then($1) }, .rows("later") { $0.rows($0.later) },
        .text("more") { visits, words in
            let more = visits.visits.count - visits.next.count - visits.later.count
            return more > 0 ? words(.`family.more-visits`, count: more) : nil
        },
    ]
}

/// A visit: from when, where, and what each one is given.
struct JointVisitRow: TemplateModel {
    let visit: JointVisit
    let page: FamilyPage

    private var isNow: Bool { visit.day <= page.today }

    var parts: [JointVisitPartRow] {
        visit.parts.compactMap { part in
            page.members.first { $0.pass.id.description == part.patient }.map {
                JointVisitPartRow(member: $0, visit: part.visit, page: page)
            }
        }
    }

    /// The day as a text names it.
    func day(_ words: Localizer) -> String {
        isNow ? words[.`visits.now`] : words.date(visit.day.description)
    }

    static let fields: [TemplateField<Self>] = [
        .text("title") { row, words in
            row.isNow ? words[.`family.next.now`] : words(.`family.next.from`, ["date": row.day(words)])
        },
        .text("date") { row, words in
            row.isNow ? words[.`visits.now`] : words(.`visits.from`, ["date": row.day(words)])
        },
        .text("practice") { row, words in words[row.visit.place == .doctor ? .`family.doctor` : .`family.vet`] },
        .text("together") { row, words in
            let count = row.visit.parts.count
            return count > 1 ? words(.`family.together`, ["number": words.number(count)]) : nil
        },
        .rows("parts") { $0.parts },
    ]
}

/// What one of the family is given at a visit.
struct JointVisitPartRow: TemplateModel {
    let member: FamilyPage.Member
    let visit: Answer.Visit
    let page: FamilyPage

    /// The injections by the names that the pass's own pages have.
    private func injections(_ words: Localizer) -> [String] {
        let own = AnswerWords(member.answer, of: member.record, page.release, words)
        return visit.injections.map(own.name)
    }

    static let fields: [TemplateField<Self>] =
        [
            .text("name") { row, words in row.page.name(of: row.member.pass, words) },
            .text("link") { Links.recommendations($0.member.pass.id) },
            .lines("injections") { $0.injections($1) },
            .flag("isSeveral") { $0.visit.isMoreLeft }, .flag("isOnJourney") { $0.visit.isOnTrip },
        ] + TemplateField.all { row, _ in row.page.face(of: row.member.pass) }
}
