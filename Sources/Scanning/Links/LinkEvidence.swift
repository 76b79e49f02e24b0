/// What links say of the fields that they join.
struct LinkEvidence {
    private let verdicts: [LinkVerdict]

    init(_ verdicts: [LinkVerdict]) { self.verdicts = verdicts }

    /// The fields that links which hold bear out: a sum that adds up wholly; equal ones, which the same hand wrote, less.
    func confirmed(_ values: [FieldKey: ScanField]) -> [FieldKey: ScanField] {
        var changed: [FieldKey: ScanField] = [:]
        for verdict in verdicts where verdict.holds == true && [.equal, .sum].contains(verdict.link.kind) {
            let isSum = verdict.link.kind == .sum
            for key in verdict.fields {
                guard var field = changed[key] ?? values[key] else { continue }
                field.confidence = max(field.confidence, isSum ? 0.93 : min(0.89, field.confidence + 0.15))
                changed[key] = field
            }
        }
        return changed
    }

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
