/// A holder's name: as written, and in the letters A to Z that machines compare.
public struct PersonName: Sendable, Hashable {
    /// The family name as written.
    public var family: String?
    /// The given names as written.
    public var given: String?
    /// The family name transliterated by ICAO 9303, words parted by `<`.
    public var standardFamily: String?
    /// The given names transliterated by ICAO 9303, words parted by `<`.
    public var standardGiven: String?

    /// Makes a name.
    public init(
        family: String? = nil, given: String? = nil, standardFamily: String? = nil, standardGiven: String? = nil
    ) {
        self.family = family
        self.given = given
        self.standardFamily = standardFamily
        self.standardGiven = standardGiven
    }

    /// The name to show: given name first, in its own letters where there are any.
    public var display: String {
        [Self.shown(given, standardGiven), Self.shown(family, standardFamily)].compactMap(\.self).joined(separator: " ")
    }

    private static func shown(_ written: String?, _ standard: String?) -> String? {
        if let written, written.contains(where: { !$0.isWhitespace }) { return written }
        guard let standard, !standard.isEmpty else { return nil }
        return standard.split(separator: "<").joined(separator: " ")
    }
}

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
