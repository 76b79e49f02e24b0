extension PersonName {
    enum Part { case given, family }

    /// The words of one part of the name in standard letters, without titles.
    func comparable(_ part: Part) -> Set<String> {
        let (standard, written) = part == .given ? (standardGiven, given) : (standardFamily, family)
        let known = standard.flatMap { $0.contains { $0.isLetter } ? $0 : nil } ?? written ?? ""
        let words = Transliteration.standardLetters(known)
            .split { !("A"..."Z").contains($0) }
            .map(String.init)
        return Set(words).subtracting(Self.titles)
    }

    private static let titles: Set<String> = ["DR", "PROF"]
}
