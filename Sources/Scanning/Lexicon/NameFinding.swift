/// A name of the lexicon that was found among a reading's words.
struct NameFinding: Sendable {
    /// The name's number in its index.
    let name: Int
    /// Whose name it is.
    let owners: [Int]
    /// How many letters it has, and how many of them were read wrong.
    let length: Int
    let distance: Int
    /// Whether the lexicon's rule accepts it.
    let isAccepted: Bool
    /// The words' mean × (1 − distance/length), at most 0.99.
    let confidence: Double
    /// As it was read.
    let text: String
    /// Its lines.
    let lines: ClosedRange<Int>

    /// How many letters speak for it.
    var letters: Int { length - distance }
}

/// A word with its letters, folded once for all the runs of words that contain it.
private struct FoldedWord {
    let word: ReadWord
    let plain: [UInt8]
    let lettersOnly: [UInt8]

    init(_ word: ReadWord) {
        self.word = word
        plain = FoldedName(word.text).letters
        lettersOnly = FoldedName(word.text, digitsAsLetters: true).letters
    }
}

extension NameIndex {
    /// No name has more words.
    private static var mostWords: Int { 7 }

    /// The names in some lines, a name perhaps on two of them: the longest first, then the best read.
    ///
    /// If the rule accepts none, those of which a third is wrong.
    func findings(in lines: [ReadLine]) -> [NameFinding] {
        let folded = lines.map { $0.words.map(FoldedWord.init) }
        let found = findings(in: folded, isGenerous: false)
        return found.isEmpty ? findings(in: folded, isGenerous: true) : found
    }

    private func findings(in lines: [[FoldedWord]], isGenerous: Bool) -> [NameFinding] {
        var findings: [NameFinding] = []
        for (number, words) in lines.enumerated() {
            for start in words.indices {
                for end in start..<min(start + Self.mostWords, words.endIndex) {
                    findings += self.findings(in: words[start...end], lines: number...number, isGenerous)
                }
            }
            guard number + 1 < lines.count, words.count <= Self.mostWords else { continue }
            let next = lines[number + 1]
            for end in next.indices.prefix(Self.mostWords - 1) {
                let both = words + next[...end]
                findings += self.findings(in: both[...], lines: number...(number + 1), isGenerous)
            }
        }
        return findings.sorted {
            ($0.letters, $0.confidence, -$0.name) > ($1.letters, $1.confidence, -$1.name)
        }
    }

    private func findings(
        in words: ArraySlice<FoldedWord>, lines: ClosedRange<Int>, _ isGenerous: Bool
    ) -> [NameFinding] {
        let (plain, lettersOnly) = (words.flatMap(\.plain), words.flatMap(\.lettersOnly))
        return (plain == lettersOnly ? [plain] : [plain, lettersOnly]).flatMap { letters -> [NameFinding] in
            guard (3...FoldedName.longest).contains(letters.count) else { return [] }
            return matches(FoldedName(letters: letters), isGenerous: isGenerous).map { match in
                let length = names[match.name].length
                let share = (1 - Double(match.distance) / Double(length)) * (isGenerous ? 0.7 : 1)
                let read = words.map(\.word)
                return NameFinding(
                    name: match.name, owners: names[match.name].owners, length: length,
                    distance: match.distance, isAccepted: match.isAccepted,
                    confidence: min(ScanField.most, read[...].confidence * share),
                    text: read.map(\.text).joined(separator: " "), lines: lines)
            }
        }
    }
}
