import CivilDates

/// Says of values whether they hold a link.
struct LinkRule {
    let lexicon: VaccineLexicon
    let holder: String?

    /// Below it a value breaks no link.
    static let nearlySure = 0.8

    /// All the same; differing ones break it only if no candidates would do.
    func equal(_ fields: [ScanField?]) -> Bool? {
        let read = fields.compactMap { $0 }.filter { $0.value != nil }
        guard read.count == fields.count else { return nil }
        if Set(read.map(\.value)).count == 1 { return true }
        guard areCertain(read) else { return nil }
        var common = Set(possible(read[0]))
        for field in read.dropFirst() { common.formIntersection(possible(field)) }
        return common.isEmpty ? false : nil
    }

    /// The first is the sum of the others, to the ten-thousandth.
    func sum(_ fields: [ScanField?]) -> Bool? {
        let numbers = fields.map { $0?.value.flatMap { ExactDecimal($0) } }
        let read = numbers.compactMap { $0 }
        guard read.count == fields.count, let total = read.first else { return nil }
        if read.dropFirst().reduce(.zero, +) == total { return true }
        let fields = fields.compactMap { $0 }
        guard areCertain(fields) else { return nil }
        let totals = Set(possible(fields[0]).compactMap { ExactDecimal($0) })
        var sums: Set<ExactDecimal> = [.zero]
        for field in fields.dropFirst() {
            let parts = possible(field).compactMap { ExactDecimal($0) }
            sums = Set(sums.flatMap { sum in parts.map { sum + $0 } })
            // More than a form's few doubtful cells give: then nothing is said.
            guard sums.count <= 2_000 else { return nil }
        }
        return sums.isDisjoint(with: totals) ? false : nil
    }

    /// Each later than or on the same day as the one before; only what is known of a date counts.
    func order(_ fields: [ScanField?]) -> Bool? {
        let dates = fields.compactMap { field in date(field).map { (date: $0, field: field) } }
        guard dates.count >= 2 else { return nil }
        var holds: Bool? = true
        for (earlier, later) in zip(dates, dates.dropFirst()) where later.date.latest < earlier.date.earliest {
            guard isNearlySure(earlier.field), isNearlySure(later.field) else {
                holds = nil
                continue
            }
            return false
        }
        return holds
    }

    /// The first not after the last day of the second.
    func within(_ fields: [ScanField?]) -> Bool? {
        guard fields.count == 2, let given = date(fields[0]), let end = date(fields[1]) else { return nil }
        if given.earliest <= end.latest { return true }
        return isNearlySure(fields[0]) && isNearlySure(fields[1]) ? false : nil
    }

    /// The name is the holder's, in either order of its parts.
    func holder(_ field: ScanField?) -> Bool? {
        guard let holder, let value = field?.value, let field else { return nil }
        if Self.parts(value) == Self.parts(holder) { return true }
        return areCertain([field]) ? false : nil
    }

    private static func parts(_ name: String) -> Set<FoldedName> {
        Set(name.split { !$0.isLetter }.map { FoldedName($0) })
    }

    private func date(_ field: ScanField?) -> PartialDate? { field?.value.flatMap { PartialDate($0) } }

    private func possible(_ field: ScanField) -> [String] {
        field.isSure ? [field.value].compactMap { $0 } : Vote.unique([field.value].compactMap { $0 } + field.candidates)
    }

    private func areCertain(_ fields: [ScanField]) -> Bool { fields.allSatisfy { $0.confidence >= Self.nearlySure } }

    private func isNearlySure(_ field: ScanField?) -> Bool { (field?.confidence ?? 0) >= Self.nearlySure }
}
