/// Finds a vaccine by the lexicon: the longest name in the lines, and the next.
struct VaccineParser: FieldParser {
    let lexicon: VaccineLexicon

    func candidates(in reading: RegionReading) -> [Candidate] {
        let findings = ordered(lexicon.names.findings(in: reading.lines))
        var candidates: [Candidate] = []
        var seen: Set<Int> = []
        for finding in findings where seen.insert(finding.name).inserted {
            candidates.append(candidate(finding, isLongest: candidates.isEmpty))
            if candidates.count == Vote.mostCandidates { break }
        }
        return candidates
    }

    /// The longest first; but a name that was read to the letter before a longer one that wasn't and isn't its longer form.
    ///
    /// Stickers also describe what is in them: `Tollwutimpfstoff, inaktiviert` is nearly a vaccine's name.
    private func ordered(_ findings: [NameFinding]) -> [NameFinding] {
        guard let longest = findings.first, longest.distance > 0,
            let exact = findings.first(where: { $0.distance == 0 && $0.length >= 5 && $0.confidence >= 0.5 }),
            !name(longest).starts(with: name(exact))
        else { return findings }
        return [exact] + findings
    }

    private func name(_ finding: NameFinding) -> [UInt8] { lexicon.names.names[finding.name].folded.letters }

    private func candidate(_ finding: NameFinding, isLongest: Bool) -> Candidate {
        let ids = finding.owners.map { lexicon.entries[$0].id }
        let longer = lexicon.extensions(of: finding.name).map(\.id)
        // A shorter name in the longest one's words is only the next to try.
        let share = isLongest ? 1 : 0.3
        return Candidate(
            value: ids[0], text: finding.text, confidence: finding.confidence * share,
            isDoubtful: !finding.isAccepted || ids.count > 1 || !longer.isEmpty, weight: Double(finding.letters),
            alternatives: Array(ids.dropFirst()) + longer)
    }
}
