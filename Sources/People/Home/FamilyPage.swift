import Answers
import CivilDates
import Immunization
import IntakePages
import Model
import Vault
import Web

/// What a family wants to know at a glance: who is due, when to go where, and each one's code.
package struct FamilyPage: Page {
    /// A pass with what was worked out of it.
    struct Member: Sendable {
        let record: HealthRecord
        let answer: Answer
        /// The trips on whose days nobody goes to a practice.
        let trips: [Trip]
        /// The certificate whose code is one press away.
        let certificate: CertificateID?
        /// The vaccinations that have run out, or soon do.
        let ending: [EndingDose]
        /// What of the certificates is news.
        let expiring: [ExpiryNotice]
        /// Until when nobody is reminded of it; nil where its reminders aren't paused.
        var pausedUntil: CalendarDate?
        /// What somebody began to enter.
        let begun: BegunEntries

        var pass: PassRecord { record.pass }
    }

    let members: [Member]
    /// How many passes more there are.
    let others: Int
    let release: CatalogueRelease
    let today: CalendarDate
    /// Until when all passes are paused alike, so that one line says it for all; nil where they aren't.
    var allPausedUntil: CalendarDate?
    static let template = "Home/family"
    let section = Section.family

    func title(_ words: Localizer) -> String { words[.`family.title`] }

    /// A pass's name, with what sets it apart from others of the same.
    func name(of pass: PassRecord, _ words: Localizer) -> String {
        members.map(\.pass).name(of: pass, release.catalogue, words)
    }

    func face(of pass: PassRecord) -> Face { Face(pass, among: members.map(\.pass), release.catalogue, on: today) }

    /// What presses most first.
    private var cards: [FamilyCard] {
        let cards = Dictionary(grouping: members.map { FamilyCard(member: $0, page: self) }, by: \.sign)
        return FamilyCard.Sign.allCases.flatMap { cards[$0] ?? [] }
    }

    static let fields: [TemplateField<Self>] = [
        .text("headline") { page, words in
            FamilyHeadline(cards: page.cards, isWhole: page.others == 0).text(words) ?? words[.`family.title`]
        },
        .rows("rows") { $0.cards },
        .text("more") { page, words in page.others > 0 ? words(.`family.more`, count: page.others) : nil },
        .one("paused") { page in
            page.allPausedUntil.map { PausedLine(until: $0, pass: nil, place: .home) }
        },
        .one("visits") { FamilyVisits(page: $0) },
        .flag("draft") { page in page.members.contains { $0.answer.isDraft } },
    ]
}
