import Intake
import Web

/// What somebody may say of a dose and the one that it may be: the field's value, and what becomes of it.
struct TwinAnswer: Sendable {
    let value: String
    let decision: Proposal.Decision

    var text: Message {
        switch decision {
        case .same(takesNew: false): .`vaccinations.table.duplicate.skip`
        case .same(takesNew: true): .`vaccinations.table.duplicate.take`
        case .open, .accept, .other, .leaveOut: .`vaccinations.table.duplicate.keep`
        }
    }

    /// Of rows: `skip` leaves the row out.
    static let ofRows = [
        TwinAnswer(value: "skip", decision: .same(takesNew: false)),
        TwinAnswer(value: "take", decision: .same(takesNew: true)), TwinAnswer(value: "keep", decision: .other),
    ]
    /// Of the form of one dose: `keep` keeps what is there.
    static let ofForm = [
        TwinAnswer(value: "keep", decision: .same(takesNew: false)),
        TwinAnswer(value: "replace", decision: .same(takesNew: true)), other,
    ]
    /// Of the form of a dose that is there: it can't take another's place.
    static let ofEdit = [other]

    private static let other = TwinAnswer(value: "yes", decision: .other)
}
