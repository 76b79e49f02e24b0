/// Takes a sticker apart: the vaccine's name, its batch, its expiry and its maker.
struct StickerParser: Sendable {
    /// What a sticker says.
    enum Part: String, CaseIterable {
        case vaccine, batch, expiry, manufacturer
    }

    let vaccine: VaccineParser
    let months: MonthParser

    init(_ settings: ScanSettings) {
        (vaccine, months) = (VaccineParser(lexicon: settings.lexicon), MonthParser(settings))
    }

    func candidates(for part: Part, in reading: RegionReading) -> [Candidate] {
        switch part {
        case .vaccine: vaccine.candidates(in: reading)
        case .batch: batches(reading.lines)
        case .expiry: expiries(reading.lines)
        case .manufacturer: makers(reading.lines)
        }
    }

    /// After its label, on the same line or the next; without a label a word that looks like one.
    private func batches(_ lines: [ReadLine]) -> [Candidate] {
        let words = lines.prefix(20).map(StickerWord.words)
        for (number, line) in words.enumerated() {
            guard let label = StickerLabel.find(.batch, in: line) else { continue }
            let found = BatchParser.candidates(line[label.end...])
            if !found.isEmpty { return found }
            guard label.end == line.count, number + 1 < words.count else { continue }
            let next = BatchParser.candidates(words[number + 1][...])
            if !next.isEmpty { return next }
        }
        // The label may have been misread; what follows the expiry's isn't a batch.
        return words.flatMap { line in
            line[..<(StickerLabel.find(.expiry, in: line)?.start ?? line.endIndex)].compactMap(unlabelled)
        }
    }

    /// A word that has letters and digits, or many digits, and is no date.
    private func unlabelled(_ word: StickerWord) -> Candidate? {
        guard let number = BatchNumber(word.text, leastLength: 5), word.text.count(where: \.isNumber) >= 2,
            word.text.count(where: \.isNumber) * 3 >= number.text.count,
            !word.text.allSatisfy({ $0.isNumber || "./-".contains($0) })
                || word.text.allSatisfy(\.isNumber)
        else { return nil }
        return Candidate(
            value: number.text, text: word.text, confidence: word.confidence * 0.6, isDoubtful: true,
            alternatives: number.lookalikes)
    }

    /// After its label; without one a month and year on a separate line.
    private func expiries(_ lines: [ReadLine]) -> [Candidate] {
        for line in lines.prefix(20) {
            let words = StickerWord.words(of: line)
            guard let label = StickerLabel.find(.expiry, in: words) else { continue }
            let found = months(words[label.end...])
            if !found.isEmpty { return found }
        }
        for line in lines.prefix(20) where line.words.count <= 2 {
            let words = StickerWord.words(of: line)
            guard StickerLabel.find(.batch, in: words) == nil else { continue }
            let found = months(words[...]).map {
                Candidate(value: $0.value, text: $0.text, confidence: $0.confidence * 0.7)
            }
            if !found.isEmpty { return found }
        }
        return []
    }

    private func months(_ words: ArraySlice<StickerWord>) -> [Candidate] {
        guard !words.isEmpty else { return [] }
        let confidence = words.reduce(0) { $0 + $1.confidence } / Double(words.count)
        return months.candidates(words.map(\.text).joined(separator: " "), confidence: confidence)
    }

    private func makers(_ lines: [ReadLine]) -> [Candidate] {
        vaccine.lexicon.makers.findings(in: lines).lazy.filter { $0.confidence >= 0.4 }.prefix(3).map { finding in
            Candidate(
                value: vaccine.lexicon.makerNames[finding.owners[0]], text: finding.text,
                confidence: finding.confidence, isDoubtful: !finding.isAccepted)
        }
    }
}
