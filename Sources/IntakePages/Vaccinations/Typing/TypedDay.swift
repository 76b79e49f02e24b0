import CivilDates
import Intake
import Model

/// A day as it was typed, with the rows that say anything: what cards and tables of a draft have alike.
struct TypedDay: Sendable {
    let date: Cell
    /// Without their days.
    private(set) var rows: [Proposal] = []

    init(date: Cell = Cell(typed: "")) { self.date = date }

    var isEmpty: Bool { date.current.isEmpty && rows.isEmpty }

    /// The days of a draft: its cards, or of a table the rows of one day or without any.
    ///
    /// - Parameter reading: Reads a day, so that two ways to write it are one.
    static func all(of draft: Draft, _ reading: (String) -> PartialDate?) -> [TypedDay] {
        var days: [TypedDay] = []
        for proposal in draft.ticked.proposals {
            let date = proposal.cells[Vaccination.date.name]
            let begins =
                draft.layout == .visits ? date != nil : !proposal.isEmpty && !goesOn(proposal, days.last, reading)
            if begins || days.isEmpty && !proposal.isEmpty { days.append(TypedDay(date: date ?? Cell(typed: ""))) }
            // What was laid out and is filled in has been typed as all else.
            var row = proposal
            row.evidence = .typed
            row.cells[Vaccination.date.name] = nil
            if !proposal.isEmpty, !row.isEmpty { days[days.count - 1].rows.append(row) }
        }
        return days
    }

    /// Whether a row of a table is of the day above.
    private static func goesOn(_ row: Proposal, _ above: TypedDay?, _ reading: (String) -> PartialDate?) -> Bool {
        guard let above else { return false }
        let text = row[Vaccination.date]
        if text.isEmpty { return row.evidence == .typed }
        if DittoMark.isOne(text) || text == above.date.current { return true }
        return reading(text).map { $0 == reading(above.date.current) } ?? false
    }
}

extension Draft {
    /// Without what a browser sends beside what isn't ticked: such a row of a card names no vaccine, not even an empty one.
    var ticked: Draft {
        guard layout == .visits else { return self }
        var draft = self
        for index in draft.proposals.indices where draft.proposals[index].cells[Vaccination.vaccine.name] == nil {
            draft.proposals[index].cells = draft.proposals[index].cells.filter { $0.key == Vaccination.date.name }
        }
        return draft
    }

    /// The same doses in another layout, with numbers from 1 on; a table's empty rows are left out.
    ///
    /// - Parameter reading: Reads a day.
    func laidOut(as layout: Layout, _ reading: (String) -> PartialDate?) -> Draft {
        guard layout != self.layout else { return self }
        var rows: [(proposal: Proposal, date: Cell?)] = []
        for day in TypedDay.all(of: self, reading) where layout == .visits || !day.isEmpty {
            // In a table an empty day would be that of the row above.
            let isOpen = layout == .table && day.date.current.isEmpty && !rows.isEmpty
            let date = isOpen ? Cell(typed: Self.openDay) : day.date
            let all = day.rows.isEmpty ? [Proposal(id: 0)] : day.rows
            rows += all.enumerated().map { ($1, $0 == 0 ? date : nil) }
        }
        let numbers = Array(1...max(1, rows.count))
        return Draft(Self.numbered(rows, numbers), layout: layout, isDetailed: isDetailed)
    }

    /// What is typed for a day that nobody has told.
    static let openDay = "?"

    /// Rows with other numbers, each with its day or none; what was said of an earlier row is said of its new number.
    static func numbered(_ rows: [(proposal: Proposal, date: Cell?)], _ numbers: [Int]) -> [Proposal] {
        let keys = zip(rows, numbers).map { row, number in
            (Review.Other.row(row.proposal.id).key, Review.Other.row(number).key)
        }
        let known = Dictionary(keys) { first, _ in first }
        return zip(rows, numbers).map { row, number in
            var proposal = Proposal(id: number, as: row.proposal)
            proposal.cells[Vaccination.date.name] = row.date
            proposal.against = proposal.against.map { known[$0] ?? $0 }
            return proposal
        }
    }
}
