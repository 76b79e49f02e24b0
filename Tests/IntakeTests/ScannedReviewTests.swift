import CivilDates
import Immunization
import Model
import Testing

@testable import Intake

@Suite("What was read of a picture is held against a pass", .timeLimit(.minutes(1)))
struct ScannedReviewTests {
    private let finder: VaccineFinder
    private let dates: RecordDates

    init() throws {
        finder = VaccineFinder(try ShippedRule.load().catalogue)
        dates = RecordDates(until: try #require(CalendarDate("2026-12-01")), months: [.german, .english])
    }

    private func row(
        _ id: Int, _ date: String, _ vaccine: String, sureness: Double, decision: Proposal.Decision = .open
    ) -> Proposal {
        let cells = [
            Vaccination.date.name: Cell(date, value: date, sureness: 0.95),
            Vaccination.vaccine.name: Cell(vaccine, value: vaccine, sureness: sureness, others: ["varilrix"]),
            Vaccination.batch.name: Cell("", value: nil, sureness: 0),
        ]
        return Proposal(id: id, cells: cells, evidence: .cell(sheet: 0, page: 0, row: id), decision: decision)
    }

    private func review(_ rows: [Proposal], beside stored: [Vaccination] = []) -> Review {
        var draft = Draft(rows)
        draft.sheets = [ScannedSheet(template: nil, pages: [ScannedSheet.Page(source: 0, number: 0)])]
        return Review(
            draft, of: Holder(Pass.person, birth: PartialDate("1990-01-01")),
            beside: stored.enumerated().map { StoredDose(id: "\($0)", $1) }, finder: finder, dates: dates)
    }

    private func isAsked(_ review: Review) -> [Bool] {
        review.rows.map { $0.questions.contains { $0.question == .unsure } }
    }

    @Test("a row that was read without being sure waits until somebody has looked at it")
    func looked() {
        let rows = [row(1, "2020-05-05", "priorix", sureness: 0.95), row(2, "2021-06-06", "bexsero", sureness: 0.7)]
        let asked = review(rows)
        #expect(isAsked(asked) == [false, true] && !asked.isReady)
        #expect(asked.changes.count == 1 && asked.rows[1].dose?.vaccine == "bexsero")
        for decision in [Proposal.Decision.accept, .leaveOut] {
            var looked = rows
            looked[1].decision = decision
            #expect(review(looked).isReady, "\(decision)")
            #expect(review(looked).changes.count == (decision == .accept ? 2 : 1))
        }
    }

    @Test("whoever writes over it has looked at it")
    func typed() {
        var rows = [row(1, "2021-06-06", "bexsero", sureness: 0.7)]
        rows[0].cells[Vaccination.vaccine.name]?.typed = "varilrix"
        #expect(review(rows).isReady && review(rows).rows[0].dose?.vaccine == "varilrix")
    }

    @Test("a batch that isn't read for sure is looked at, and holds nobody up")
    func batch() {
        var rows = [row(1, "2021-06-06", "bexsero", sureness: 0.95)]
        #expect(!rows[0].isDoubtful)
        rows[0].cells[Vaccination.batch.name] = Cell("A1", value: "A1", sureness: 0.7, others: ["AI"])
        #expect(rows[0].isDoubtful && review(rows).isReady)
    }

    @Test("what is there already needs no look")
    func there() throws {
        let stored = try Vaccination(
            target: "meningococcal-b", vaccine: "bexsero", date: #require(PartialDate("2021-06-06")))
        let read = review([row(1, "2021-06-06", "bexsero", sureness: 0.7)], beside: [stored])
        #expect(read.rows[0].isSame && read.isReady && read.changes.isEmpty)
        #expect(read.completed(by: read.rows[0]) == nil)
    }

    @Test("a day apart, it may be the same one")
    func almostThere() throws {
        let stored = try Vaccination(target: "measles", vaccine: "priorix", date: #require(PartialDate("2020-05-02")))
        let read = review([row(1, "2020-05-03", "priorix", sureness: 0.95)], beside: [stored])
        #expect(read.rows[0].questions.map(\.question) == [.sameDose] && read.rows[0].isTwinAsked)
    }

    @Test("what can't be read has to be typed, whatever was said of the row")
    func unread() {
        var rows = [row(1, "2021-06-06", "bexsero", sureness: 0.3, decision: .accept)]
        #expect(review(rows).rows[0].questions.map(\.question) == [.vaccineMissing])
        rows[0].cells[Vaccination.vaccine.name]?.typed = "Bexsero"
        #expect(review(rows).isReady)
    }

    @Test("a picture may have more rows than are typed at once")
    func many() {
        let rows = (1...60).map { row($0, "\(1_990 + $0 % 30)-05-\(10 + $0 / 30)", "priorix", sureness: 0.95) }
        #expect(!review(rows).rows.contains { $0.questions.contains { $0.question == .tooMany(Draft.mostTyped) } })
    }
}
