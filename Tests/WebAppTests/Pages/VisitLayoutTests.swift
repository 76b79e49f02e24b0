import CivilDates
import HTTPTypes
import Immunization
import Intake
import Model
import Testing

@testable import IntakePages
@testable import Vault
@testable import WebApp

@Suite("Typed doses are laid out as visits", .timeLimit(.minutes(3)))
struct VisitLayoutTests {
    /// Rows as `17.12.22 | Hexyon | U3`; a field that wasn't sent is `-`.
    private static func draft(_ lines: [String], _ layout: Draft.Layout) -> Draft {
        let rows = lines.enumerated().map { number, line in
            let texts = line.split(separator: "|", omittingEmptySubsequences: false).map {
                String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
            let cells = zip(Proposal.fields, texts).filter { $1 != "-" }.map { ($0.name, Cell(typed: $1)) }
            return Proposal(id: number + 1, cells: Dictionary(uniqueKeysWithValues: cells))
        }
        return Draft(rows, layout: layout)
    }

    /// The rows of each card that say anything: `17.12.22: *hexyon U3, Rotarix`, with `*` before what is ticked.
    private static func told(_ layout: VisitLayout) -> [String] {
        layout.cards.map { card in
            let rows = card.rows.compactMap { id in layout.draft.proposals.first { $0.id == id } }
            let texts = rows.filter { !$0[Vaccination.vaccine].isEmpty }.map { row in
                let batch = row[Vaccination.batch].isEmpty ? "" : " \(row[Vaccination.batch])"
                return (card.chips[row.id] == nil ? "" : "*") + row[Vaccination.vaccine] + batch
            }
            return "\(rows[0][Vaccination.date]): " + texts.joined(separator: ", ")
        }
    }

    /// What holds for every layout: numbers in order, the day in the first row, an empty row to type into at the end.
    private static func check(_ layout: VisitLayout, isFull: Bool = false) {
        #expect(layout.draft.layout == .visits)
        // Numbers are left after each card, for rows that a script adds.
        let ids = layout.draft.proposals.map(\.id)
        #expect(zip(ids, ids.dropFirst()).allSatisfy { [1, 1 + VisitLayout.spare].contains($1 - $0) })
        #expect(layout.cards.flatMap(\.rows) == layout.draft.proposals.map(\.id))
        #expect(layout.draft.proposals.count <= VisitLayout.lastNumber)
        for card in layout.cards {
            let rows = card.rows.compactMap { id in layout.draft.proposals.first { $0.id == id } }
            #expect(rows.map { $0.cells[Vaccination.date.name] != nil } == rows.indices.map { $0 == 0 })
            for row in rows where card.chips[row.id] != nil {
                let id = row.cells[Vaccination.vaccine.name]?.current
                #expect(id == nil || id == card.chips[row.id]?.id)
            }
            let free = rows.filter { card.chips[$0.id] == nil }
            #expect(isFull || free.last?[Vaccination.vaccine] == "" && free.last?[Vaccination.batch] == "")
            #expect(free.allSatisfy { $0.cells[Vaccination.vaccine.name] != nil })
        }
    }

    @Test("a new page has three cards, each with what may be ticked")
    func new() async throws {
        let scene = try await TypingScene()
        let layout = VisitLayout(
            Draft(layout: .visits), cards: VisitLayout.firstCards, likely: try scene.likely(born: "2022-10-10"))
        Self.check(layout)
        #expect(layout.cards.count == 3 && layout.cards.allSatisfy { !$0.chips.isEmpty })
        #expect(layout.draft.filled.isEmpty)
    }

    @Test("what was ticked stays ticked with its batch, and each text has a row")
    func ticked() async throws {
        let scene = try await TypingScene()
        let sent = Self.draft(
            [
                "17.12.22 | hexyon | U3", "- | - | left", "- | prevenar-13 | ", "- | Masern | M1", "- | FSME | ",
                " | - | ", "- | Bexsero | ", "18.2.23 | - | ",
            ], .visits)
        let layout = VisitLayout(sent, cards: 0, likely: try scene.likely(born: "2022-10-10"))
        Self.check(layout)
        #expect(
            Self.told(layout) == ["17.12.22: *hexyon U3, *prevenar-13, Masern M1, FSME", ": Bexsero", "18.2.23: "])
        // What is typed isn't offered beside it.
        #expect(!layout.cards[1].chips.values.contains { $0.id == "bexsero" })
        let again = VisitLayout(layout.draft, cards: 0, likely: try scene.likely(born: "2022-10-10"))
        #expect(again.draft == layout.draft)
    }

    @Test("a table becomes cards by its days, and goes back to a table")
    func table() async throws {
        let scene = try await TypingScene()
        let likely = try scene.likely(born: nil)
        let table = Self.draft(
            [
                "17.12.22 | Hexyon | U3", "\" | Prevenar 13", "17. Dezember 2022 | Rotarix", " |  | ", " | Bexsero",
                "18.2.23 | Hexyon | ", "19.2.23 | ",
            ], .table)
        let layout = VisitLayout(table, cards: 0, likely: likely)
        Self.check(layout)
        #expect(
            Self.told(layout) == [
                "17.12.22: Hexyon U3, Prevenar 13, Rotarix, Bexsero", "18.2.23: Hexyon", "19.2.23: ",
            ])
        let back = layout.draft.laidOut(as: .table, likely.day)
        #expect(back.layout == .table && back.proposals.map(\.id) == Array(1...6))
        #expect(back.proposals.map { $0[Vaccination.date] } == ["17.12.22", "", "", "", "18.2.23", "19.2.23"])
    }

    @Test("a card without a day has none in a table either")
    func openDay() throws {
        let cards = Self.draft(["17.12.22 | Hexyon", " | Rotarix", "- | Bexsero", " | "], .visits)
        let table = cards.laidOut(as: .table) { _ in nil }
        #expect(table.proposals.map { $0[Vaccination.date] } == ["17.12.22", "?", ""])
    }

    @Test("an answer about an earlier row is about its new number")
    func renumbered() async throws {
        let scene = try await TypingScene()
        var sent = Self.draft(["17.12.22 | Hexyon | A", "- | Hexyon | B"], .visits)
        sent.proposals[1].decision = .other
        sent.proposals[1].against = Review.Other.row(1).key
        let layout = VisitLayout(sent, cards: 0, likely: try scene.likely(born: "2022-10-10"))
        let rows = layout.draft.filled.filter { $0[Vaccination.batch] != "" }
        let other = try #require(rows.first { $0.decision == .other })
        let first = try #require(rows.first { $0[Vaccination.batch] == "A" })
        #expect(other.against == Review.Other.row(first.id).key && layout.numbers[2] == other.id)
    }

    @Test("however much is sent, there are no more cards and rows than a page holds")
    func bounds() async throws {
        let scene = try await TypingScene()
        let likely = try scene.likely(born: "2022-10-10")
        let empty = Self.draft(Array(repeating: " | ", count: 999), .visits)
        let none = VisitLayout(empty, cards: 1_000, likely: likely)
        Self.check(none)
        #expect(none.cards.count == VisitLayout.mostCards)
        let full = Self.draft((0..<999).map { "\($0 % 28 + 1).2.2023 | Hexyon | \($0)" }, .visits)
        let all = VisitLayout(full, cards: 3, likely: likely)
        Self.check(all, isFull: true)
        #expect(all.draft.filled.count == 999 && all.cards.count == 999)
    }
}

/// The page: cards by themselves, what is ticked is stored.
@Suite("Visits are typed into a page", .timeLimit(.minutes(3)))
struct VisitPagesTests {
    @Test("what is ticked and typed is stored with the day of its card")
    func stored() async throws {
        try await TestApp.openWithPass(birth: ("10", "10", "2022")) { app, person, pass in
            let path = "/passes/\(pass)/vaccinations/table"
            let page = try await person.get(path + "?layout=visits")
            #expect(page.body.contains(#"id="visit-3""#) && !page.body.contains(#"id="visit-4""#))
            #expect(page.body.contains(#"type="checkbox" id="vaccine-1""#) && page.body.contains(#"class="of""#))
            let fields = [
                "layout": "visits", "date-1": "17.12.22", "vaccine-1": "hexyon", "batch-1": "U3", "batch-2": "left",
                "vaccine-3": "Prevenar 13", "batch-3": "", "date-4": "18.2.23", "batch-4": "", "vaccine-5": "Rotarix",
            ]
            let more = try await person.post(path, fields.merging(["step": "more"]) { $1 })
            #expect(more.body.contains(#"id="visit-4""#) || more.body.contains(#"id="visit-3""#))
            #expect(try await person.post(path, fields).status == .seeOther)
            let id = try #require(PassID(pass))
            let saved = try await person.vault(app).read { try $0.vaccinations(of: id) }
            let told = saved.map { "\($0.date) \($0.vaccine ?? "") \($0.batch ?? "")" }.sorted()
            #expect(told == ["2022-12-17 hexyon U3", "2022-12-17 prevenar-13 ", "2023-02-18 rotarix "])
        }
    }

    @Test("a ticked vaccine without a day asks for the day of its visit, once")
    func dayMissing() async throws {
        try await TestApp.openWithPass(birth: ("10", "10", "2022")) { _, person, pass in
            let path = "/passes/\(pass)/vaccinations/table"
            let answer = try await person.post(
                path,
                [
                    "layout": "visits", "date-1": "", "vaccine-1": "hexyon", "batch-1": "", "vaccine-2": "prevenar-13",
                    "vaccine-3": "",
                ])
            #expect(answer.status == .unprocessableContent)
            #expect(answer.body.says("vaccinations.typing.day.missing"))
            #expect(answer.body.ranges(of: ##"href="#date-1""##).count == 1)
            #expect(answer.body.contains(#"id="date-1-error""#))
            // What was ticked still is.
            #expect(answer.body.ranges(of: #" checked"#).count == 2)
        }
    }

    @Test("the same rows are shown as a table, and back")
    func layouts() async throws {
        try await TestApp.openWithPass(birth: ("10", "10", "2022")) { _, person, pass in
            let path = "/passes/\(pass)/vaccinations/table"
            let fields = ["layout": "visits", "date-1": "17.12.22", "vaccine-1": "hexyon", "vaccine-2": "Rotarix"]
            let table = try await person.post(path, fields.merging(["step": "table"]) { $1 })
            #expect(table.body.contains("<table") && table.body.contains(#"name="layout" value="table""#))
            #expect(table.body.contains(#"value="17.12.22""#) && table.body.contains("Rotarix"))
            let cards = try await person.get(path + "?layout=visits")
            #expect(cards.body.contains(#"id="visit-1""#) && cards.body.contains(#"value="17.12.22""#))
        }
    }
}
