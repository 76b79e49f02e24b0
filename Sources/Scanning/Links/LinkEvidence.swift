/// What links say of the fields that they join.
struct LinkEvidence {
    private let verdicts: [LinkVerdict]

    init(_ verdicts: [LinkVerdict]) { self.verdicts = verdicts }

    /// The fields that change: those of a broken link have to be checked; equal and added ones bear each other out.
    func weigh(_ values: [FieldKey: ScanField]) -> [FieldKey: ScanField] {
        var changed: [FieldKey: ScanField] = [:]
        for verdict in verdicts where verdict.holds == true && [.equal, .sum].contains(verdict.link.kind) {
            for key in verdict.fields {
                guard var field = changed[key] ?? values[key] else { continue }
                field.confidence = field.confidence + (ScanField.most - field.confidence) * 0.5
                changed[key] = field
            }
        }
        for verdict in verdicts where verdict.holds == false && verdict.link.kind != .agrees {
            for key in verdict.fields {
                guard var field = changed[key] ?? values[key], field.confidence < 1 else { continue }
                field.doubt()
                changed[key] = field
            }
        }
        return changed
    }
}
