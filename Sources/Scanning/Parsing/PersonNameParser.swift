/// Reads a person's name: letters, hyphens and apostrophes, titles dropped; one of the known names where it is near.
struct PersonNameParser: FieldParser {
    private let known: ChoiceParser

    init(_ names: [String]) { known = ChoiceParser(names) }

    func candidates(in reading: RegionReading) -> [Candidate] {
        let listed = known.candidates(in: reading)
        if !listed.isEmpty { return listed }
        let words = reading.lines.prefix(2).flatMap(\.words)
        let kept = words.map { $0.text.filter(Self.isOfName) }.filter { word in
            word.contains(where: \.isLetter) && !Self.titles.contains(word.lowercased().filter(\.isLetter))
        }
        let name = kept.prefix(8).joined(separator: " ").prefix(100)
        guard name.contains(where: \.isLetter) else { return [] }
        return [
            Candidate(
                value: String(name), text: words.map(\.text).joined(separator: " "),
                confidence: min(ScanField.most, words[...].confidence))
        ]
    }

    private static func isOfName(_ character: Character) -> Bool {
        character.isLetter || "-'\u{2019},".contains(character)
    }

    private static let titles: Set<String> = [
        "dr", "prof", "professor", "med", "herr", "frau", "mr", "mrs", "ms", "dipl", "ing", "mag", "drmed", "m", "mme",
    ]
}
