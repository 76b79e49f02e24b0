import CivilDates
import Immunization
import Model
import Vault

/// What a family wants to know at a glance: whose vaccinations are due, when to go where, and each one's code.
struct FamilyPage: Page {
    /// A pass with what was worked out of it.
    struct Member: Sendable {
        let pass: PassRecord
        /// Nil where the date of birth isn't known.
        let advice: Advice?
        /// The certificate whose code is one press away.
        let certificate: CertificateID?
        /// The vaccinations that have run out, or soon do.
        let ending: [EndingDose]
        /// What of the certificates is news.
        let expiring: [ExpiryNotice]
        /// Until when nobody is reminded of it; nil where its reminders aren't paused.
        var pausedUntil: CalendarDate?
    }

    /// As many passes as a page of them is worked out for; the list of all passes has the others.
    static let mostPasses = 24
    let members: [Member]
    /// How many passes more there are.
    let others: Int
    let catalogue: Catalogue
    let today: CalendarDate
    /// Until when all passes are paused alike, so that one line says it for all; nil where they aren't.
    var allPausedUntil: CalendarDate?
    static let template = "Home/family"
    let section = Section.family

    func title(_ words: Localizer) -> String { words[.familyTitle] }

    static let fields: [TemplateField<Self>] = [
        .rows("rows") { page in
            page.members.map { FamilyCard(member: $0, answer: PassAnswer($0.advice, page.catalogue), page: page) }
        },
        .text("more") { page, words in page.others > 0 ? words(.familyMore, count: page.others) : nil },
        .one("paused") { page in
            page.allPausedUntil.map { PausedLine(until: $0, pass: nil, place: .home) }
        },
        .one("visits") { page, words in FamilyVisits(all: page.visits(words)) },
        .flag("draft") { page in page.members.contains { $0.advice?.isDraft ?? false } },
    ]

    /// People go to a doctor, animals to a vet.
    private func visits(_ words: Localizer) -> [JointVisitRow] {
        let plans = members.map { member in
            JointVisit.Plan(
                patient: member.pass.id.description,
                practice: words[member.pass.kind == Pass.person ? .familyDoctor : .familyVet],
                visits: (member.advice?.nextVisits ?? []).filter { visit in
                    member.pausedUntil == nil || visit.date > today
                })
        }
        let names = VaccinationNames(catalogue: catalogue, words: words)
        return JointVisit.joining(plans).map {
            JointVisitRow(visit: $0, members: members, today: today, names: names)
        }
    }
}

/// The family's next visits, as many as are shown, and how many more there are.
struct FamilyVisits: TemplateModel {
    /// As many visits as anybody plans ahead; each pass's recommendations have the others.
    private static let most = 6

    let all: [JointVisitRow]

    /// - Returns: Nil where none is planned.
    init?(all: [JointVisitRow]) {
        guard !all.isEmpty else { return nil }
        self.all = all
    }

    static let fields: [TemplateField<Self>] = [
        .rows("rows") { Array($0.all.prefix(most)) },
        .text("more") { visits, words in
            visits.all.count > most ? words(.familyMoreVisits, count: visits.all.count - most) : nil
        },
    ]
}

/// A pass of the family.
struct FamilyCard: TemplateModel {
    let member: FamilyPage.Member
    let answer: PassAnswer
    let page: FamilyPage

    private var pass: PassRecord { member.pass }

    private func age(_ words: Localizer) -> String? {
        guard let birth = pass.birthDate?.exact else { return pass.born(words) }
        return words.age(born: birth, on: page.today)
    }

    private var isPaused: Bool { member.pausedUntil != nil }

    private var paused: PausedLine? {
        guard page.allPausedUntil == nil else { return nil }
        return member.pausedUntil.map { PausedLine(until: $0, pass: pass, place: .home) }
    }

    /// Whether the card asks for something that can wait.
    private var reminds: Bool {
        !isPaused && (answer.reminds || !member.expiring.isEmpty || !member.ending.isEmpty)
    }

    static let fields: [TemplateField<Self>] = [
        .text("link") { Links.pass($0.pass.id) }, .text("emoji") { $0.page.catalogue.emoji($0.pass.kind) },
        .text("name") { $0.pass.name }, .text("age") { $0.age($1) },
        .text("answer") { card, words in
            card.isPaused ? nil : card.answer.text(words, today: card.page.today)
        },
        .text("also") { card, words in
            card.isPaused
                ? nil
                : card.answer.also(
                    card.member.advice, VaccinationNames(catalogue: card.page.catalogue, words: words))
        },
        .one("ending") { card, words in
            let names = VaccinationNames(catalogue: card.page.catalogue, words: words)
            return card.isPaused ? nil : EndingDoses(card.member.ending, of: card.pass, names: names)
        },
        .rows("expiring") { $0.isPaused ? [] : $0.member.expiring },
        .one("paused") { $0.paused },
        .text("pause") { $0.reminds ? Links.reminders(of: $0.pass.id) : nil },
        .text("action") { card, words in words[card.answer.action(card.pass.id).text] },
        .text("actionLink") { card in card.answer.action(card.pass.id).link },
        .text("code") { card in card.member.certificate.map { Links.certificate(card.pass.id, $0) } },
    ]
}

/// A visit: from when, where, and what each one is given.
struct JointVisitRow: TemplateModel {
    let visit: JointVisit
    let members: [FamilyPage.Member]
    let today: CalendarDate
    let names: VaccinationNames

    private var parts: [JointVisitPartRow] {
        visit.parts.compactMap { part in
            members.first { $0.pass.id.description == part.patient }.flatMap { member in
                member.advice.map { advice in
                    JointVisitPartRow(
                        pass: member.pass, advice: advice, visit: .init(date: visit.date, doses: part.doses),
                        names: names)
                }
            }
        }
    }

    static let fields: [TemplateField<Self>] = [
        .text("date") { row, words in
            row.visit.date <= row.today
                ? words[.visitsNow] : words(.visitsFrom, ["date": words.date(row.visit.date.description)])
        },
        .text("practice") { $0.visit.practice }, .rows("parts") { $0.parts },
    ]
}

/// What one of the family is given at a visit.
struct JointVisitPartRow: TemplateModel {
    let pass: PassRecord
    let advice: Advice
    let visit: VisitPlan.Visit
    let names: VaccinationNames

    /// The injections by the names that the pass's own pages have.
    private var injections: [String] {
        Injections(advice: advice, catalogue: names.catalogue).injections(of: visit).map {
            InjectionRow(injection: $0, date: visit.date, advice: advice, names: names).name
        }
    }

    static let fields: [TemplateField<Self>] = [
        .text("emoji") { $0.names.catalogue.emoji($0.pass.kind) }, .text("name") { $0.pass.name },
        .text("link") { Links.recommendations($0.pass.id) },
        .text("injections") { row, _ in row.injections.joined(separator: "; ") },
        .flag("isOnJourney") { $0.advice.isOnJourney($0.visit.date) },
    ]
}

extension Localizer {
    /// How old somebody is, in years; a small child in months, a baby in weeks or days.
    func age(born birth: CalendarDate, on today: CalendarDate) -> String {
        let years = birth.completedYears(until: today)
        if years >= 2 { return self(.timeYears, count: years) }
        let begun = (today.year - birth.year) * 12 + today.month - birth.month
        let months = birth.adding(CalendarPeriod(months: begun)) > today ? begun - 1 : begun
        if months >= 3 { return self(.timeMonths, count: months) }
        let days = max(birth.days(until: today), 0)
        return days >= 14 ? self(.timeWeeks, count: days / 7) : self(.timeDays, count: days)
    }
}
