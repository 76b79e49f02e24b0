/// Finds a vaccine by the lexicon: the longest name that stands in the lines, and the next.
struct VaccineParser: FieldParser {
    let lexicon: VaccineLexicon

    func candidates(in reading: RegionReading) -> [Candidate] {
        let findings = lexicon.names.findings(in: reading.lines)
        var candidates: [Candidate] = []
        var seen: Set<Int> = []
        for finding in findings where seen.insert(finding.name).inserted {
            candidates.append(candidate(finding, isLongest: candidates.isEmpty))
            if candidates.count == Vote.mostCandidates { break }
        }
        return candidates
    }

    private func candidate(_ finding: NameFinding, isLongest: Bool) -> Candidate {
        let ids = finding.owners.map { lexicon.entries[$0].id }
        let longer = lexicon.extensions(of: finding.name).map(\.id)
        // A shorter name in the longest one's words is only the next to try.
        let share = isLongest ? 1 : 0.5
        return Candidate(
            value: ids[0], text: finding.text, confidence: finding.confidence * share,
            isDoubtful: !finding.isAccepted || ids.count > 1 || !longer.isEmpty,
            alternatives: Array(ids.dropFirst()) + longer)
    }
}
