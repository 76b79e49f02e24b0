import Immunization
import Model

extension Review {
    /// Looks for rows that say what is there already, or what an earlier row says.
    mutating func findTwins(beside stored: [StoredDose], _ rule: TwinRule) {
        let doses = findRepeats(rule)
        for (number, pair) in rule.pairs(doses.map(\.dose), with: stored.map(\.content)).enumerated() {
            guard let pair else { continue }
            let (row, other) = (doses[number].row, stored[pair.number])
            (rows[row].twin, rows[row].isSame) = (.stored(other), pair.relation == .same)
            guard rows[row].isSame, !rows[row].isTwinAsked else { continue }
            let content = rule.filled(other.content, by: doses[number].dose)
            if content != other.content { completed.append((row, other, content)) }
        }
        for index in rows.indices where rows[index].isTwinAsked && !rows[index].isTwinAnswered {
            rows[index].questions.append(("duplicate", .sameDose))
        }
    }

    /// Looks for rows that say what an earlier one says, which takes what is new in them.
    ///
    /// - Returns: the doses of the others.
    private mutating func findRepeats(_ rule: TwinRule) -> [(row: Int, dose: Vaccination)] {
        var doses: [(row: Int, dose: Vaccination)] = []
        var index = TwinIndex(rule)
        for row in rows.indices {
            guard let dose = rows[row].dose else { continue }
            let twin = index.twins(of: dose).first
            if let twin {
                rows[row].twin = .row(rows[doses[twin.number].row].proposal.id)
                rows[row].isSame = twin.relation == .same
            }
            if let twin, rows[row].isSame, !rows[row].isOther {
                guard !rows[row].isTwinAsked else { continue }
                let first = doses[twin.number]
                doses[twin.number].dose = rule.filled(first.dose, by: dose)
                rows[first.row].dose = doses[twin.number].dose
                index.replace(twin.number, with: doses[twin.number].dose)
                continue
            }
            index.add(dose)
            doses.append((row, dose))
        }
        return doses
    }
}
