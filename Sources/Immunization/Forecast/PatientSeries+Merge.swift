extension [PatientSeries] {
    /// What each vaccination counts for in any of the series: it counts if it counts in one of them.
    var mergedDoses: [DoseEvaluation] {
        guard let first else { return [] }
        // Those of one antigen were held against the same doses.
        if allSatisfy({ $0.evaluation.doseIndices == first.evaluation.doseIndices }) {
            return dropFirst().reduce(into: first.evaluation.evaluations) { merged, one in
                for (place, evaluation) in one.evaluation.evaluations.enumerated()
                where evaluation.status < merged[place].status { merged[place] = evaluation }
            }
        }
        var byIndex: [Int: DoseEvaluation] = [:]
        for one in self {
            for (index, evaluation) in zip(one.evaluation.doseIndices, one.evaluation.evaluations) {
                if let known = byIndex[index], known.status <= evaluation.status { continue }
                byIndex[index] = evaluation
            }
        }
        return byIndex.sorted { $0.key < $1.key }.map(\.value)
    }
}
