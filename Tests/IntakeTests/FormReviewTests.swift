import CivilDates
import Immunization
import Model
import Testing

@testable import Intake

/// The form of one dose and its edit ask what the table asks.
@Suite("One whole dose is held against a pass", .timeLimit(.minutes(1)))
struct FormReviewTests {
    private let finder: VaccineFinder

    init() throws { finder = VaccineFinder(try ShippedRule.load().catalogue) }

    private func review(
        _ dose: Vaccination, _ decision: Proposal.Decision = .open, against: String? = nil, right: Set<String> = [],
        over old: Vaccination? = nil, born: String? = nil, beside stored: [Vaccination] = []
    ) -> Review {
        Review(
            dose, answered: Proposal(id: 1, decision: decision, against: against, answers: right), over: old,
            of: Holder(Pass.person, birth: born.flatMap { PartialDate(ofRecord: $0) }),
            beside: stored.enumerated().map { StoredDose(id: "\($0)", $1) }, finder: finder)
    }

    private func asked(_ review: Review) -> [Question] { review.rows.flatMap { $0.questions.map(\.question) } }

    /// INTAKE's case 7.
    @Test("a product for another age is asked, with its sibling, until it was said to be right")
    func age() throws {
        let (dose, junior) = (try dose("fsme-immun-erwachsene 2025-05-05"), try dose("fsme-immun-junior 2025-05-05"))
        let born = "2023-04-03"
        let open = review(dose, born: born)
        guard case .age(let vaccine, let sibling?, _)? = asked(open).first else {
            Issue.record("\(asked(open))")
            return
        }
        #expect(vaccine.id == "fsme-immun-erwachsene" && sibling.id == "fsme-immun-junior" && open.changes.isEmpty)
        for right in ["age", Question.age(of: vaccine, on: dose.date)] {
            #expect(review(dose, right: [right], born: born).changes == [.insert(dose)])
        }
        #expect(!review(dose, right: ["age=fsme-immun-erwachsene@2025-05-06"], born: born).isReady)
        #expect(review(dose).isReady, "nobody knows the age")
        // An edit of something else asks nothing; of the day or the vaccine it does.
        var edited = dose
        edited.note = "left"
        #expect(review(edited, over: dose, born: born).isReady)
        edited.date = try #require(PartialDate(ofRecord: "2025-06-05"))
        #expect(!review(edited, over: dose, born: born).isReady)
        #expect(!review(dose, over: junior, born: born).isReady)
    }

    /// INTAKE's case 8.
    @Test("a booster at 10 weeks of age is asked; its brand has no other for that age")
    func noSibling() throws {
        guard
            case .age(_, sibling: nil, _)? = asked(
                review(try dose("boostrix-polio 2025-06-12"), born: "2025-04-03")
            ).first
        else {
            Issue.record("not asked")
            return
        }
    }

    @Test("each of the three answers does what it says, to the dose that it was said of")
    func answers() throws {
        let stored = try dose("priorix 2020-05-02") { ($0.note, $0.administeredBy) = ("kept", "Dr. Test") }
        let new = try dose("priorix 2020-05-03") { $0.batch = "A69" }
        #expect(asked(review(new, beside: [stored])) == [.sameDose])
        #expect(review(new, .same(takesNew: false), beside: [stored]).changes.isEmpty)
        #expect(review(new, .other, against: "0", beside: [stored]).changes == [.insert(new)])
        #expect(asked(review(new, .other, against: "7", beside: [stored])) == [.sameDose])
        guard case .update(_, let taken)? = review(new, .same(takesNew: true), beside: [stored]).changes.first else {
            Issue.record("nothing taken")
            return
        }
        #expect(taken.batch == "A69" && taken.date == new.date)
        #expect(taken.note == "kept" && taken.administeredBy == "Dr. Test", "what wasn't said stays")
    }

    @Test("what is the same fills what is empty, unasked, with every field that a form has")
    func completes() throws {
        let stored = try dose("priorix 2020-05-02") { $0.note = "kept" }
        let new = try dose("priorix 2020-05-02") { ($0.country, $0.note) = ("DE", nil) }
        guard case .update(_, let filled)? = review(new, beside: [stored]).changes.first else {
            Issue.record("nothing filled")
            return
        }
        #expect(filled.country == "DE" && filled.note == "kept")
        #expect(review(stored, beside: [stored]).changes.isEmpty && review(stored, beside: [stored]).isReady)
        #expect(review(new, .other, beside: [stored]).changes == [.insert(new)])
    }

    /// INTAKE's case 17.
    @Test("a vaccine and an antibody of one day are two")
    func antibody() throws {
        let vaccine = try dose("engerix-b-erwachsene 2026-02-01")
        let antibody = try dose("hepatitis-b-immunglobulin-p-behring 2026-02-01")
        #expect(review(antibody, beside: [vaccine]).changes == [.insert(antibody)])
    }

    @Test("an edit asks of what is the same as well, and of what it became like; unchanged, nothing again")
    func edit() throws {
        let others = [try dose("priorix 2020-05-02"), try dose("varilrix 2021-05-02")]
        let old = try dose("priorix 2020-05-03") { $0.batch = "B2" }
        #expect(review(old, over: old, beside: others).isReady)
        #expect(review(try dose("priorix 2020-05-03") { $0.note = "x" }, over: old, beside: others).isReady)
        let moved = try dose("priorix 2020-05-02") { $0.batch = "B2" }
        #expect(asked(review(moved, over: old, beside: others)) == [.sameDose])
        #expect(review(moved, over: old, beside: others).changes.isEmpty)
        #expect(review(moved, .other, over: old, beside: others).isReady)
        let other = try dose("varilrix 2021-05-03")
        #expect(review(other, over: old, beside: others).rows[0].twin == .stored(StoredDose(id: "1", others[1])))
        // A year of which no more is known is near everything in it.
        let year = try dose("varilrix 2021")
        #expect(asked(review(year, over: old, beside: others)) == [.sameDose])
    }
}
