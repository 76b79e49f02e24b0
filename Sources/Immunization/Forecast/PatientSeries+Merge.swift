extension [PatientSeries] {
    /// What each vaccination counts for in any of the series: it counts if it counts in one of them.
    var mergedDoses: [DoseEvaluation] {
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
