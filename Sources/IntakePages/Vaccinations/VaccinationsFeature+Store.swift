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
        /// It may be that one.
        case asks(VaccinationRecord)

        /// Whether anything was stored.
        var isChange: Bool {
            switch self {
            case .saved, .isThere(_, notice: .`done.vaccination-completed`?): true
            case .isThere, .asks: false
            }
        }
    }

    /// Keeps a dose, unless it is or may be one that is there.
    static func store(
        _ new: VaccinationRecord, over old: VaccinationRecord?, _ answer: DuplicateQuestion.Answer?,
        of pass: PassRecord, _ member: SignedInRequest
    ) async throws -> (result: Outcome, batch: Batch?) {
        let rule = TwinRule(member.catalogue)
        return try await member.untilCurrent {
            let evidence = try await member.evidence(of: pass, adding: [new.content])
            return try await member.vault.write { records in
                try records.apply(at: member.now) { records in
                    let outcome = try store(new, over: old, answer, rule, member, in: records)
                    // What was put back as its certificate says it is proven again.
                    if outcome.isChange { try evidence.raise(in: records, on: member.today) }
                    return outcome
                }
            }
        }
    }

    private static func store(
        _ new: VaccinationRecord, over old: VaccinationRecord?, _ answer: DuplicateQuestion.Answer?, _ rule: TwinRule,
        _ member: SignedInRequest, in records: Records
    ) throws -> Outcome {
        // One that it was like before somebody said to be another.
        let others = try records.vaccinations(of: new.passID).filter { other in
            other.id != new.id && old.map { rule.relation(other.content, $0.content) == .different } ?? true
        }
        let twin = rule.twin(of: new.content, among: others.map(\.content))
        switch (twin.map { others[$0.number] }, answer) {
        case (let same?, nil) where old == nil && twin?.relation == .same:
            let filled = rule.filled(same.content, by: new.content)
            guard filled != same.content else { return .isThere(same, notice: .`done.vaccination-there`) }
            try records.update(same.told(filled, from: .hand, on: member.today, at: member.now))
            return .isThere(same, notice: .`done.vaccination-completed`)
        case (let same?, nil): return .asks(same)
        case (let same?, .keep): return .isThere(same, notice: nil)
        case (let same?, .replace): try records.update(try same.replaced(by: new))
        case _ where old == nil: try records.insert(new)
        default: try records.update(new)
        }
        return .saved
    }
}
