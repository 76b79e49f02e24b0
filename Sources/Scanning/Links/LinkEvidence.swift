/// What links say of the fields that they join.
struct LinkEvidence {
    private let verdicts: [JudgedLink]

    init(_ verdicts: [JudgedLink]) { self.verdicts = verdicts }

    /// The fields of broken links: somebody has to check them.
    func doubted(_ values: [FieldKey: ScanField]) -> [FieldKey: ScanField] {
        var changed: [FieldKey: ScanField] = [:]
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
