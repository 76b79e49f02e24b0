import CivilDates
import Immunization
import Model
import Testing

@testable import Intake

@Suite("A draft is held against a pass", .timeLimit(.minutes(1)))
struct ReviewTests {
    private let finder: VaccineFinder
    private let dates: RecordDates

    init() throws {
        finder = VaccineFinder(try ShippedRule.load().catalogue)
        dates = RecordDates(until: try #require(CalendarDate("2026-12-01")), months: [.german, .english])
    }

    /// Rows as a table sends them: `5.5.2016 | Priorix | A69`; a card's fields that weren't sent are `-`.
    private func draft(_ lines: [String], _ layout: Draft.Layout = .table) -> Draft {
        Draft(
            lines.enumerated().map { number, line in
                let texts = line.split(separator: "|", omittingEmptySubsequences: false)
                    .map { $0.trimmingPrefix { $0 == " " } }.map {
                        String($0.reversed().trimmingPrefix { $0 == " " }.reversed())
                    }
                let cells = zip(Proposal.fields, texts).filter { $1 != "-" }.map { ($0.name, Cell(typed: $1)) }
                return Proposal(id: number + 1, cells: Dictionary(uniqueKeysWithValues: cells))
            }, layout: layout)
    }

    private func review(
        _ draft: Draft, born: String? = nil, beside stored: [Vaccination] = [], kind: String = Pass.person
    ) -> Review {
        let holder = Holder(kind, birth: born.flatMap { PartialDate(ofRecord: $0) })
        let doses = stored.enumerated().map { StoredDose(id: "\($0)", $1) }
        return Review(draft, of: holder, beside: doses, finder: finder, dates: dates)
    }

    private func told(_ review: Review) -> [String] {
        review.changes.map { change in
            switch change {
            case .insert(let dose): "\(dose.vaccine ?? dose.target) \(dose.date)"
            case .update(let stored, let dose): "\(stored.id): \(dose.vaccine ?? dose.target) \(dose.batch ?? "")"
            }
        }
    }

    @Test("a row without a day, or with a mark, has that of the row above")
    func dayAbove() {
        let read = review(
            draft(["5.5.2016 | Priorix", "\" | Varilrix", " | Bexsero", "6.6.2016 | Priorix", "s. o. | do."]))
        #expect(read.isReady)
        #expect(
            told(read) == [
                "priorix 2016-05-05", "varilrix 2016-05-05", "bexsero 2016-05-05", "priorix 2016-06-06",
            ])
        #expect(read.rows.map(\.isDateAbove) == [false, true, true, false, true])
        #expect(read.rows[4].twin == .row(4) && read.rows[4].isSame)
    }

    @Test("a mark in the first row asks for the day")
    func markInTheFirstRow() {
        let read = review(draft(["\" | Priorix", " | Varilrix"]))
        #expect(read.rows.map { $0.questions.map(\.question) } == [[.dateMissing], [.dateMissing]])
        #expect(read.changes.isEmpty)
    }

    @Test("a day by itself is that of what follows; where nothing follows, the vaccine lacks")
    func dayByItself() {
        let followed = review(draft(["5.5.2016 | ", " | Priorix", " | Varilrix"]))
        #expect(followed.isReady && followed.changes.count == 2)
        #expect(followed.rows[0].dose == nil)
        let alone = review(draft(["5.5.2016 | ", "6.5.2016 | Priorix"]))
        #expect(alone.rows[0].questions.map(\.question) == [.vaccineMissing])
    }

    @Test("a day that can't be read isn't that of the row before it")
    func unreadDay() {
        let read = review(draft(["5.5.2016 | Priorix", "31.2.2016 | Varilrix", " | Bexsero"]))
        #expect(read.rows[2].date == nil && read.rows[2].questions.map(\.question) == [.dateMissing])
    }

    @Test("in cards a day is that of its own card alone")
    func cards() {
        let cards = draft(["17.12.22 | -", "- | Hexyon", " | Prevenar 13", "- | Rotarix"], .visits)
        let read = review(cards)
        #expect(told(read) == ["hexyon 2022-12-17"])
        #expect(read.rows[2].questions.map(\.question) == [.dateMissing])
        #expect(read.rows[3].questions.map(\.question) == [.dateMissing])
        // The same in a table goes on with the day above.
        #expect(review(Draft(cards.proposals)).isReady)
    }

    @Test("what is good can be stored while a row waits")
    func oneRowWaits() {
        let read = review(draft(["1.2.2020 | Priorix", "1.2.2020 | gibtesnicht", "2.2.2020 | Varilrix"]))
        #expect(!read.isReady)
        #expect(told(read) == ["priorix 2020-02-01", "varilrix 2020-02-02"])
        #expect(read.rows[1].questions.map(\.question) == [.unknownVaccine])
        #expect(read.rows[1].questions.map(\.field) == ["vaccine"])
    }

    @Test("a product for another age is asked about once, with the one of its brand that fits")
    func otherAge() throws {
        var asked = draft(["5.5.2025 | FSME-IMMUN Erwachsene"])
        let read = review(asked, born: "2023-04-03")
        guard case .age(let vaccine, let sibling, _)? = read.rows[0].questions.first?.question else {
            Issue.record("\(read.rows[0].questions)")
            return
        }
        #expect(vaccine.id == "fsme-immun-erwachsene" && sibling?.id == "fsme-immun-junior")
        #expect(read.changes.isEmpty)
        asked.proposals[0].answers = ["age"]
        #expect(review(asked, born: "2023-04-03").changes.count == 1)
        #expect(review(asked, born: "1980-04-03").isReady)
        asked.proposals[0].answers = [Question.age(of: vaccine, on: try #require(PartialDate(ofRecord: "2025-05-05")))]
        #expect(review(asked, born: "2023-04-03").isReady)
        asked.proposals[0].cells["date"] = Cell(typed: "6.5.2025")
        #expect(!review(asked, born: "2023-04-03").isReady, "another day is another question")
    }

    @Test("what may be a dose that is there is asked; each answer does what it says")
    func sameDose() throws {
        var stored = Vaccination(
            target: "measles", vaccine: "priorix", date: try #require(PartialDate(ofRecord: "2020-05-02")))
        stored.note = "kept"
        var draft = draft(["3.5.2020 | Priorix | A69"])
        let asked = review(draft, beside: [stored])
        #expect(asked.rows[0].questions.map(\.question) == [.sameDose])
        #expect(asked.rows[0].twin == .stored(StoredDose(id: "0", stored)))
        for (decision, changes) in [
            (Proposal.Decision.same(takesNew: false), []), (.same(takesNew: true), ["0: priorix A69"]),
            (.other, ["priorix 2020-05-03"]),
        ] {
            draft.proposals[0].decision = decision
            let read = review(draft, beside: [stored])
            #expect(read.isReady && told(read) == changes)
        }
        draft.proposals[0].against = "1"
        #expect(!review(draft, beside: [stored]).isReady, "it was said of another dose")
        draft.proposals[0].against = "0"
        draft.proposals[0].decision = .same(takesNew: true)
        guard case .update(_, let taken)? = review(draft, beside: [stored]).changes.first else { return }
        #expect(taken.note == "kept" && taken.date.description == "2020-05-03")
    }

    @Test("the same dose completes the one that is there, unasked")
    func completes() throws {
        let stored = Vaccination(
            target: "measles", vaccine: "priorix", date: try #require(PartialDate(ofRecord: "2020-05-02")))
        let read = review(draft(["2.5.2020 | Priorix | X9", "2.5.2020 | Priorix"]), beside: [stored])
        #expect(read.isReady && told(read) == ["0: priorix X9"])
    }

    @Test("a scheduled row without its own day counts for nothing")
    func scheduled() throws {
        let plan = try #require(Proposal.Plan("dtap-ipv-hib-hepb@2016-07"))
        var rows = draft(["5.5.2016 | Priorix", " | dtap-ipv-hib-hepb"])
        rows.proposals[1].evidence = .scheduled(plan)
        let read = review(rows)
        #expect(read.isReady && told(read) == ["priorix 2016-05-05"])
        rows.proposals[1].cells["date"] = Cell(typed: "\"")
        #expect(review(rows).changes.count == 2)
    }

    @Test("more than are stored at once are named, and an empty table too")
    func bounds() {
        let many = (1...52).map { "\($0 % 28 + 1).\($0 % 12 + 1).20\($0 % 10 + 10) | Priorix" }
        let read = review(draft(many))
        #expect(
            read.rows.filter { $0.questions.map(\.question).contains(.tooMany(50)) }.map(\.proposal.id) == [51, 52])
        #expect(review(draft([" | ", " | "])).rows[0].questions.map(\.question) == [.nothingTyped])
    }
}
