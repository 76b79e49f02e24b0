import CivilDates
import Immunization
import Intake
import Model
import Vault
import Web

/// Cards for typing as `Vaccinations/visits` shows them, with what was understood of each and what has to be said.
struct VisitCardsView: TemplateModel {
    private let cards: [VisitCardView]

    /// - Parameter review: of the layout's draft.
    init(_ layout: VisitLayout, _ review: Review, _ setting: RowSetting) {
        let rows = Dictionary(review.rows.map { ($0.proposal.id, $0) }) { first, _ in first }
        let (doses, ofRow) = (review.doses, layout.cardOfRow)
        cards = layout.cards.map { card in
            let views = card.rows.compactMap { rows[$0] }.map { row in
                var view = TypedRowView(row: row, isDetailed: row.saysDetails, setting: setting)
                if let earlier = row.earlier { (view.earlier, view.visit) = (doses[earlier], ofRow[earlier]?.number) }
                return VisitRowView(row: view, chip: card.chips[row.proposal.id])
            }
            return VisitCardView(number: card.number, rows: views, setting: setting)
        }
    }

    static let fields: [TemplateField<Self>] = [
        .rows("cards") { $0.cards },
        .flag("isAsked") { view in view.cards.contains { card in card.rows.contains { $0.row.row.isAsked } } },
    ]

}

extension Review.Row {
    /// Whether more than vaccine and batch is said of it, or asked.
    fileprivate var saysDetails: Bool {
        let details = Set(Proposal.details.map(\.name))
        return proposal.hasDetails || questions.contains { details.contains($0.field) }
    }
}

/// A day with what was given on it.
struct VisitCardView: TemplateModel {
    let number: Int
    let rows: [VisitRowView]
    let setting: RowSetting

    static let fields: [TemplateField<Self>] = [
        .text("number") { String($0.number) }, .text("spare") { _ in String(VisitLayout.spare) },
        .one("day") { $0.day },
        .rows("chips") { card in card.rows.filter { $0.chip != nil } },
        .rows("typed") { card in card.rows.filter { $0.chip == nil }.map(\.row) },
        .flag("hasChips") { card in card.rows.contains { $0.chip != nil } },
    ]

    /// The day of the first row is that of the card.
    private var day: FormControl? {
        guard let first = rows.first?.row.row else { return nil }
        let asked = rows.lazy.map(\.row.row).compactMap { row in
            row.questions.first { $0.field == Vaccination.date.name }.map { (row, $0.question) }
        }.first
        var control = FormControl(
            name: first.proposal.name(Vaccination.date), error: asked.map { setting.text($1, in: $0, ofCard: true) },
            hasHint: true,
            value: first.proposal[Vaccination.date].withoutNUL)
        control.hintText = reading ?? setting.words[.`vaccinations.typing.day.hint`]
        return control
    }

    /// The day as it was read, with the age on it.
    private var reading: String? {
        let words = setting.words
        guard let date = rows.lazy.compactMap(\.row.row.date).first else { return nil }
        guard let birth = setting.pass.birthDate?.exact, let day = date.exact, birth <= day else {
            return words.date(date)
        }
        return words(
            .`vaccinations.typing.day.age`,
            ["date": words.date(date), "name": setting.pass.name, "age": words.age(born: birth, on: day)])
    }
}

/// A row of a card, where it can be ticked with its product.
struct VisitRowView: TemplateModel {
    let row: TypedRowView
    let chip: Vaccine?

    static let fields: [TemplateField<Self>] = [
        .text("product") { view in view.chip.map { view.row.setting.names.name(.vaccine($0)) } },
        .one("tick") { $0.tick }, .one("row") { $0.row },
    ]

    private var tick: FormControl? {
        guard let chip else { return nil }
        var tick = row.control(Vaccination.vaccine)
        (tick.isChecked, tick.value) = (!tick.value.isEmpty, chip.id)
        return tick
    }
}
