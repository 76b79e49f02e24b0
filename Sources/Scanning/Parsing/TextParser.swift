/// Reads any words, line by line.
struct TextParser: FieldParser {
    func candidates(in reading: RegionReading) -> [Candidate] {
        let lines = reading.lines.prefix(20)
        let text = lines.map(\.text).joined(separator: " ").prefix(400)
        guard !text.isEmpty else { return [] }
        let confidence = lines.flatMap(\.words)[...].confidence
        return [Candidate(value: String(text), text: String(text), confidence: min(ScanField.most, confidence))]
    }
}
