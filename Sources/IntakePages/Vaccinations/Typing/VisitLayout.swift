import CivilDates
import Immunization
import Intake
import Model

/// Cards for typing, a day each: the rows of a draft in cards, numbered in their order, each with products to tick.
struct VisitLayout: Sendable {
    struct Card: Sendable {
        /// From 1, in the order of the cards.
        let number: Int
        /// The numbers of its rows, in their order.
        let rows: [Int]
        /// Those of them that are ticked or not, by their numbers.
        let chips: [Int: Vaccine]
    }

    /// How many cards an empty page has, and how many any has unless more are filled in.
    static let (firstCards, mostCards) = (3, Draft.mostTyped)
    /// No row has a number beyond this one.
    static let lastNumber = 999
    /// Numbers after each card's rows that scripts give to more free rows.
    static let spare = 4

    /// All rows of the cards; one that could be ticked and isn't names no vaccine at all.
    let draft: Draft
    let cards: [Card]
    /// The new numbers of rows, by those that they had.
    let numbers: [Int: Int]

    /// - Parameter cards: how many cards there are at least.
    init(_ draft: Draft, cards: Int, likely: LikelyVaccines) {
        var days = TypedDay.all(of: draft, likely.day)
        if days.count > Self.mostCards { days.removeAll { $0.isEmpty } }
        while days.count < min(cards, Self.mostCards) { days.append(TypedDay()) }
        // Nobody types so much into one page.
        let isTooMuch = days.count > Self.mostCards
        let offered =
            isTooMuch
            ? days.map { _ in [] }
            : likely.vaccines(
                of: days.map { LikelyVaccines.Card(day: likely.day($0.date.current), named: $0.named(likely)) })
        var room = Self.lastNumber - days.reduce(0) { $0 + max(1, $1.rows.count) + Self.spare }
        var (laidOut, rows): ([Card], [(proposal: Proposal, date: Cell?)]) = ([], [])
        var given: [Int] = []
        for (day, vaccines) in zip(days, offered) {
            let all = day.laidOut(vaccines, likely, &room)
            let first = (given.last.map { $0 + Self.spare } ?? 0) + 1
            let numbers = Array(first..<first + all.count)
            given += numbers
            let chips = zip(numbers, all).compactMap { number, row in row.chip.map { (number, $0) } }
            laidOut.append(
                Card(number: laidOut.count + 1, rows: numbers, chips: Dictionary(uniqueKeysWithValues: chips)))
            rows += all.enumerated().map { ($1.proposal, $0 == 0 ? day.date : nil) }
        }
        self.cards = laidOut
        self.draft = Draft(Draft.numbered(rows, given), layout: .visits, isDetailed: draft.isDetailed)
        numbers = Dictionary(zip(rows, given).map { ($0.proposal.id, $1) }) { first, _ in first }
    }

    /// Each row's card, by the row's number.
    var cardOfRow: [Int: Card] {
        Dictionary(cards.flatMap { card in card.rows.map { ($0, card) } }) { first, _ in first }
    }
}

/// A row of a card: what was said in it, and what it ticks.
private struct LaidOutRow {
    var proposal: Proposal
    var chip: Vaccine?

    /// One that says something.
    init(_ proposal: Proposal, ticks chip: Vaccine?) { (self.proposal, self.chip) = (proposal, chip) }

    /// One to be ticked, or one to be typed into.
    init(offering chip: Vaccine? = nil) {
        let isTyped = chip == nil
        // No row has had the number 0.
        proposal = Proposal(id: 0, cells: isTyped ? [Vaccination.vaccine.name: Cell(typed: "")] : [:])
        self.chip = chip
    }
}

extension TypedDay {
    /// The vaccines that its rows name.
    fileprivate func named(_ likely: LikelyVaccines) -> [Vaccine] {
        let day = likely.day(date.current)
        return rows.compactMap { likely.vaccine(named: $0[Vaccination.vaccine], on: day) }
    }

    /// Its rows: what is offered, what else is ticked, then what is typed, and an empty one.
    ///
    /// - Parameter room: How many more rows there may be than those that say anything.
    fileprivate func laidOut(_ vaccines: [Vaccine], _ likely: LikelyVaccines, _ room: inout Int) -> [LaidOutRow] {
        // Of an empty card one row has been counted.
        if rows.isEmpty { room += 1 }
        let all = rows.map { LaidOutRow($0, ticks: likely.vaccine(id: $0[Vaccination.vaccine])) }
        var ticked = all.filter { $0.chip != nil }
        let typed = all.filter { $0.chip == nil }.map { row in
            var row = row
            if row.proposal.cells[Vaccination.vaccine.name] == nil {
                row.proposal.cells[Vaccination.vaccine.name] = Cell(typed: "")
            }
            return row
        }
        let named = vaccines.isEmpty ? [] : Set(named(likely).map(\.id))
        var chips: [LaidOutRow] = []
        for vaccine in vaccines {
            if let place = ticked.firstIndex(where: { $0.chip?.id == vaccine.id }) {
                chips.append(ticked.remove(at: place))
            } else if room > 0, !named.contains(vaccine.id) {
                chips.append(LaidOutRow(offering: vaccine))
                room -= 1
            }
        }
        let said = chips + ticked + typed
        guard room > 0 || said.isEmpty else { return said }
        room -= 1
        return said + [LaidOutRow()]
    }
}
