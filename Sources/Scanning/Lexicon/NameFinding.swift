/// A name of the lexicon that was found among a reading's words.
struct NameFinding: Sendable {
    /// The name's number in its index.
    let name: Int
    /// Whose name it is.
    let owners: [Int]
    /// How many letters it has, and how many of them were read wrong.
    let length: Int
    let distance: Int
    /// Whether the lexicon's rule lets it stand.
    let isAccepted: Bool
    /// The words' mean × (1 − distance/length), at most 0.99.
    let confidence: Double
    /// As it was read.
    let text: String
    /// The lines that it stands in.
    let lines: ClosedRange<Int>

    /// How many letters speak for it.
    var letters: Int { length - distance }
}

extension NameIndex {
    /// No name has more words.
    private static var mostWords: Int { 7 }

    /// The names that stand in lines, a name perhaps on two of them: the longest first, then the best read.
    ///
    /// Where there is none by the rule, those are told of which a third is wrong.
    func findings(in lines: [ReadLine]) -> [NameFinding] {
        let found = findings(in: lines, isGenerous: false)
        return found.isEmpty ? findings(in: lines, isGenerous: true) : found
    }

    private func findings(in lines: [ReadLine], isGenerous: Bool) -> [NameFinding] {
        var findings: [NameFinding] = []
        for (number, line) in lines.enumerated() {
            let words = line.words[...]
            for start in words.indices {
                for end in start..<min(start + Self.mostWords, words.endIndex) {
                    findings += self.findings(in: words[start...end], lines: number...number, isGenerous)
                }
            }
            guard number + 1 < lines.count, line.words.count <= Self.mostWords else { continue }
            let next = lines[number + 1].words
            for end in next.indices.prefix(Self.mostWords - 1) {
                let both = line.words + next[...end]
                findings += self.findings(in: both[...], lines: number...(number + 1), isGenerous)
            }
        }
        return findings.sorted {
            ($0.letters, $0.confidence, -$0.name) > ($1.letters, $1.confidence, -$1.name)
        }
    }

    private func findings(
        in words: ArraySlice<ReadWord>, lines: ClosedRange<Int>, _ isGenerous: Bool
    ) -> [NameFinding] {
        let text = words.map(\.text).joined(separator: " ")
        let plain = FoldedName(text)
        let letters = FoldedName(letters: words.flatMap { FoldedName($0.text, digitsAsLetters: true).letters })
        return Set([plain, letters]).flatMap { folded -> [NameFinding] in
            guard (3...FoldedName.longest).contains(folded.letters.count) else { return [] }
            return matches(folded, isGenerous: isGenerous).map { match in
                let length = names[match.name].length
                let share = 1 - Double(match.distance) / Double(length)
                return NameFinding(
                    name: match.name, owners: names[match.name].owners, length: length,
                    distance: match.distance, isAccepted: match.isAccepted,
                    confidence: min(0.99, words.confidence * share * (isGenerous ? 0.7 : 1)), text: text, lines: lines)
            }
        }
    }
}
