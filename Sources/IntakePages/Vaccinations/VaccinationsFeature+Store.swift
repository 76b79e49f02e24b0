import Intake
import Model
import Vault
import Web

/// One dose: entered, or edited.
extension VaccinationsFeature {
    /// What became of a dose that was entered or edited.
    enum Outcome: Sendable {
        case saved
        /// It was there before.
        case isThere(VaccinationRecord, notice: Message?)
        /// Something has to be said first.
        case asks(Review)

        /// Whether anything was stored.
        var isChange: Bool {
            switch self {
            case .saved, .isThere(_, notice: .`done.vaccination-completed`?): true
            case .isThere, .asks: false
            }
        }
    }

    /// Keeps a dose, unless it is one that is there, or something is asked of it.
    ///
    /// - Parameter answers: what was said to what was asked.
    static func store(
        _ new: VaccinationRecord, over old: VaccinationRecord?, _ answers: Proposal, of pass: PassRecord,
        _ member: SignedInRequest
    ) async throws -> (result: Outcome, batch: Batch?) {
        try await member.untilCurrent {
            let evidence = try await member.evidence(of: pass, adding: [new.content])
            return try await member.vault.write { records in
                try records.apply(at: member.now) { records in
                    let outcome = try store(new, over: old, answers, of: pass, member, in: records)
                    // What was put back as its certificate says it is proven again.
                    if outcome.isChange { try evidence.raise(in: records, on: member.today) }
                    return outcome
                }
            }
        }
    }

    private static func store(
        _ new: VaccinationRecord, over old: VaccinationRecord?, _ answers: Proposal, of pass: PassRecord,
        _ member: SignedInRequest, in records: Records
    ) throws -> Outcome {
        let others = try records.vaccinations(of: pass.id).filter { $0.id != new.id }
        let review = pass.review(new.content, answered: answers, over: old?.content, beside: others, member)
        guard review.isReady else { return .asks(review) }
        if old != nil {
            try records.update(new)
            return .saved
        }
        guard let row = review.rows.first, !row.isOther, case .stored(let twin)? = row.twin,
            let same = others.first(where: { $0.id.description == twin.id })
        else {
            try records.insert(new)
            return .saved
        }
        try records.store(review.changes, of: pass, from: .hand, member, beside: others)
        if row.isTwinAsked { return review.changes.isEmpty ? .isThere(same, notice: nil) : .saved }
        let notice: Message = review.changes.isEmpty ? .`done.vaccination-there` : .`done.vaccination-completed`
        return .isThere(same, notice: notice)
    }
}
