/// What a row's crosses say of its vaccine.
struct CrossEvidence {
    private let columns: [CrossedColumn]
    private let lexicon: VaccineLexicon

    init(_ columns: [CrossedColumn], _ lexicon: VaccineLexicon) { (self.columns, self.lexicon) = (columns, lexicon) }

    /// Of the possible names the one that the crosses agree with; nothing changes where they say nothing.
    func weigh(_ field: ScanField) -> ScanField {
        guard field.confidence < 1, let value = field.value, let entry = lexicon[value],
            let agrees = LinkRule.agrees(entry, columns)
        else { return field }
        var field = field
        let others = field.candidates.filter { id in
            id != value && lexicon[id].map { LinkRule.agrees($0, columns) == true } ?? false
        }
        if agrees {
            // The only one of the candidates that agrees needn't be doubted for the others.
            let strength = others.isEmpty ? field.undoubted : field.confidence
            field.confidence = min(
                ScanField.most, strength + (ScanField.most - strength) * (others.isEmpty ? 0.5 : 0.2))
            if !others.isEmpty { field.doubt() }
            return field
        }
        field.doubt()
        guard others.count == 1, let other = others.first, !field.isSure else { return field }
        field.value = other
        field.confidence = min(field.confidence, 0.7)
        field.candidates = Vote.unique([other, value] + field.candidates)
        return field
    }
}
