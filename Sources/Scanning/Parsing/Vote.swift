/// Makes one field of what several readings of a region say.
enum Vote {
    /// The most candidates of a field.
    static let mostCandidates = 8

    /// Each reading's candidates; the value with the most confidence over all readings wins.
    ///
    /// Readings that agree raise its confidence, others lower it. A single one is read clearly only from `clearAlone` up.
    static func field(_ readings: [[Candidate]]) -> ScanField? {
        let best = readings.map(bestByValue).filter { !$0.isEmpty }
        var sums: [String: Double] = [:]
        for reading in best {
            for (value, candidate) in reading { sums[value, default: 0] += candidate.confidence * candidate.weight }
        }
        let ranked = sums.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
        guard let winner = ranked.first?.key else { return nil }
        let supporters = best.compactMap { $0[winner] }
            .sorted { $0.confidence > $1.confidence }
        guard let strongest = supporters.first else { return nil }
        let all = best.reduce(0) { $0 + ($1.values.map { $0.confidence * $0.weight }.max() ?? 0) }
        let agreement = all > 0 ? (sums[winner] ?? 0) / all : 0
        var field = ScanField(
            text: strongest.text, value: winner,
            confidence: confidence(supporters.map(\.confidence), agreement),
            candidates: [])
        if supporters.contains(where: \.isDoubtful) { field.doubt() }
        field.support = sums.mapValues { min(1, $0 / Double(best.count)) }
        field.candidates = unique(
            ranked.map(\.key)
                + best.flatMap { $0.values.sorted { $0.confidence > $1.confidence } }.flatMap(\.alternatives))
        return field
    }

    /// The confidence from which a single reading is clear.
    private static let clearAlone = 0.95

    /// The mean of the two best, raised for their agreement.
    ///
    /// - Parameter supporters: the confidences of the readings that agree, the highest first.
    private static func confidence(_ supporters: [Double], _ agreement: Double) -> Double {
        let share = 0.5 + 0.5 * min(1, agreement)
        guard supporters.count > 1 else {
            // The reader looks once where it reads well; otherwise one of several that no other supports has to be checked.
            return supporters[0] * share >= clearAlone
                ? min(ScanField.most, supporters[0] * share)
                : min(ScanField.doubtful, supporters[0] * share)
        }
        let mean = (supporters[0] + supporters[1]) / 2
        let raised = mean + (ScanField.most - mean) * 0.15
        return min(ScanField.most, raised * share)
    }

    private static func bestByValue(_ candidates: [Candidate]) -> [String: Candidate] {
        Dictionary(candidates.map { ($0.value, $0) }, uniquingKeysWith: { $0.confidence >= $1.confidence ? $0 : $1 })
    }

    /// The first of each, no more than a field has.
    static func unique(_ values: [String]) -> [String] {
        var kept: [String] = []
        for value in values where kept.count < mostCandidates && !kept.contains(value) { kept.append(value) }
        return kept
    }
}
