import Answers
import CivilDates
import Foundation
import Immunization
import ImmunizationCases
import Seeded
import Testing

/// How much of what the engine calls due a person reads of, and how little else.
@Suite("What the engine finds is shown", .timeLimit(.minutes(LongForm.minutes)))
struct ShownTests {
    @Test("of records that are made up at random")
    func randomRecords() throws {
        var shown = try Shown()
        try AnswerPropertyTests().forEach { dossier, day, answer, name in shown.count(dossier, day, answer, name) }
        shown.judge()
    }

    /// Every case with `VACCINAPP_PROPERTIES=1`.
    @Test("of the cases of the project")
    func cases() throws {
        let check = AnswerCheck(try Records.release.get())
        var shown = try Shown()
        for (number, path) in Records.allCases.enumerated() where LongForm.isAsked || number.isMultiple(of: 20) {
            let file = try check.read([UInt8](try Data(contentsOf: URL(filePath: path))), name: path)
            shown.count(file.dossier, file.day, check.answer(file), file.name)
        }
        shown.judge()
    }
}

/// Counts what answers show of what the engine finds.
private struct Shown {
    private let recommender: Recommender
    private var (due, told, asked, idle, untimely) = (0, 0, 0, 0, 0)

    init() throws { recommender = Recommender(try Records.release.get().engine) }

    mutating func count(_ dossier: Dossier, _ day: CalendarDate, _ answer: Answer, _ name: String) {
        let found = recommender.recommendations(for: dossier.patient, on: day)
        // Of a course that somebody told of the engine knows nothing.
        for line in answer.lines where !line.isTold {
            let own = found.filter { !Set($0.antigens).isDisjoint(with: line.group) }
            if own.contains(where: { $0.state <= .due }) {
                count(due: line, name)
            } else {
                idle += 1
                // A plan brings forward what may be given: with a combination, or before a trip.
                let isAllowed = own.contains { $0.state <= .planned && $0.earliest ?? .last <= day }
                if !isAllowed, line.state == .now || line.state == .nowUnlessGiven { untimely += 1 }
            }
        }
    }

    private mutating func count(due line: Answer.Line, _ name: String) {
        switch line.state {
        // What speaks against it comes first, and so does a trip that leaves too early.
        case .contraindicated, .tooLate: return
        case .now, .nowUnlessGiven: told += 1
        case .ask:
            told += 1
            // What is arranged with a treatment is asked about on purpose.
            if !line.isArranged { asked += 1 }
            if line.reasons.isEmpty, line.why.isEmpty { Issue.record("\(name) \(line.id) asks without a reason") }
        case .complete: Issue.record("\(name) \(line.id) is complete and hides a dose")
        // What another dose of the plan makes needless, and what waits on purpose.
        case .notRecommended, .soon, .later: break
        }
        due += 1
    }

    func judge() {
        #expect(due > 100 && told * 100 >= due * 97, "\(told) of \(due) are told")
        #expect(asked * 100 <= due * 8, "\(asked) of \(due) are left to the practice")
        #expect(untimely * 100 <= idle, "\(untimely) of \(idle) are told though nothing asks for them")
    }
}
