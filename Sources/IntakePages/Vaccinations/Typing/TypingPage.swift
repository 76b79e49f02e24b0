import Foundation
import Immunization
import Intake
import Model
import Vault
import Web

/// Many vaccinations at once, as a page of the booklet has them.
struct TypingPage: Page {
    let pass: PassRecord
    let catalogue: Catalogue
    let draft: Draft
    /// Its rows in cards, where it is laid out so.
    let visits: VisitLayout?
    /// What is kept of it; nil where nothing was typed yet.
    let kept: KeptDraft?
    var review: Review
    let setting: RowSetting
    private let now: Date
    /// Whether the schedule's doses can be laid out.
    var isScheduleOffered = false
    /// The row of which somebody has just said what it means.
    var taken: Review.Row?
    /// Whether another window has changed it, whose rows are below.
    var isElsewhere = false
    /// Whether it is asked if all of it may go.
    var isDiscarding = false
    /// What is wrong besides the rows.
    var more = FormErrors()
    static let template = "Vaccinations/table"

    /// - Parameter record: the pass with what is in it now.
    init(_ member: SignedInRequest, _ pass: PassRecord, _ draft: Draft, kept: KeptDraft?, beside record: HealthRecord) {
        (self.pass, self.kept, catalogue, now) = (pass, kept, member.catalogue, member.now)
        if draft.layout == .visits {
            let likely = LikelyVaccines(record, member.release, finder: member.finder, dates: member.dates.record)
            let layout = VisitLayout(draft, cards: VisitLayout.firstCards, likely: likely)
            (self.draft, visits) = (layout.draft, layout)
        } else {
            (self.draft, visits) = (draft.padded(to: Draft.firstRows), nil)
        }
        review = pass.review(self.draft, beside: record.vaccinations, member)
        setting = pass.setting(member)
    }

    func title(_ words: Localizer) -> String { words[.`vaccinations.table.title`] }

    func faults(_ words: Localizer) -> FormErrors {
        var errors = setting.errors(review, in: visits)
        for item in more.items { errors.add(item.field, item.text) }
        return errors
    }

    static let fields: [TemplateField<Self>] = [
        .text("noted") { $0.noted($1) },
        .text("passName") { $0.pass.name },
        .text("action") { Links.vaccinationTable($0.pass.id) }, .text("cancel") { Links.pass($0.pass.id) },
        .text("names") { page, words in Links.vaccineNames(page.pass.kind, words.code) },
        .text("scan") { Links.newScan($0.pass.id) }, .text("one") { Links.newVaccination($0.pass.id) },
        .text("scheduled") { page in
            page.isScheduleOffered ? Links.vaccinationTable(page.pass.id) + "?rows=schedule" : nil
        },
        .text("next") { $0.next },
        .flag("hasMore") { ($0.visits?.cards.count ?? $0.review.rows.count) < Draft.mostTyped },
        .text("layout") { $0.draft.layout.rawValue }, .text("changed") { $0.kept?.mark ?? "" },
        .text("kept") { page, words in page.kept.map { page.keptLine($0.record, words) } },
        .text("keptLine") { page, words in page.keptLine(words) },
        .text("clear") { $0.clear($1) }, .flag("isElsewhere") { $0.isElsewhere },
        .text("discarding") { page, words in
            page.isDiscarding ? words(.`vaccinations.typing.discard.sure`, count: page.draft.filled.count) : nil
        },
        .flag("hasDraft") { $0.kept != nil && !$0.isDiscarding },
        .one("table") { page in
            page.visits == nil
                ? TypedRowsView(review: page.review, isDetailed: page.draft.isDetailed, setting: page.setting) : nil
        },
        .one("visits") { $0.cards },
    ]

    private var cards: VisitCardsView? { visits.map { VisitCardsView($0, review, setting) } }

    /// Where the page is to be seen after more was asked for.
    private var next: String {
        visits.map { "visit-\($0.cards.count + 1)" } ?? "date-\((review.rows.last?.proposal.id ?? 0) + 1)"
    }

    /// Says which row it was of which somebody has just said what it means, by the number that it was sent with.
    mutating func note(_ number: Int?) {
        let id = number.map { visits?.numbers[$0] ?? $0 }
        taken = review.rows.first { $0.proposal.id == id }
    }

    /// What was understood, since the page begins at its top again.
    private func noted(_ words: Localizer) -> String? {
        guard let taken, case .one(let found, _) = taken.meaning else { return nil }
        let name = catalogue.names(words).name(found)
        if let visit = visits?.cardOfRow[taken.proposal.id] {
            return words(.`vaccinations.typing.taken`, ["visit": String(visit.number), "name": name])
        }
        return words(.`vaccinations.table.taken`, ["row": String(taken.proposal.id), "name": name])
    }

    /// What the second button says: how many can be saved now.
    private func clear(_ words: Localizer) -> String? {
        let (clear, open) = (review.changes.count, review.rows.filter { !$0.questions.isEmpty })
        guard clear > 0, let row = open.first else { return nil }
        return open.count == 1 && visits == nil
            ? words(.`vaccinations.typing.clear.row`, count: clear, ["row": String(row.proposal.id)])
            : words(.`vaccinations.typing.clear`, count: clear)
    }

    private func keptLine(_ record: DraftRecord, _ words: Localizer) -> String {
        words(
            .`vaccinations.typing.kept`,
            ["time": words.clock(record.changedAt), "date": words.date(record.expires)])
    }

    /// The same for a time that the script fills in.
    private func keptLine(_ words: Localizer) -> String {
        words(
            .`vaccinations.typing.kept`,
            ["time": "{time}", "date": words.date(now + DraftRecord.lifetime)])
    }
}
