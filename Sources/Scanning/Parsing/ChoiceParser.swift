/// Reads one of a list; what is near to none or to several of them is none.
struct ChoiceParser: FieldParser {
    private let choices: [String]
    private let index: NameIndex

    init(_ choices: [String]) {
        self.choices = choices
        var index = NameIndex()
        for (number, choice) in choices.enumerated() { index.add(choice, owner: number) }
        self.index = index
    }

    func candidates(in reading: RegionReading) -> [Candidate] {
        let lines = reading.lines
        let plain = lines.map(\.text).joined(separator: " ")
        if let choice = choices.first(where: { $0.lowercased() == plain.lowercased() }) {
            let confidence = lines.flatMap(\.words)[...].confidence
            return [Candidate(value: choice, text: plain, confidence: min(ScanField.most, confidence))]
        }
        return index.findings(in: lines).prefix(4).map {
            Candidate(
                value: choices[$0.owners[0]], text: $0.text, confidence: $0.confidence, isDoubtful: !$0.isAccepted)
        }
    }
}
