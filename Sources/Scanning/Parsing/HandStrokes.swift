/// Slanted strokes of numbers by hand: ones that are read as brackets and bars.
enum HandStrokes {
    /// What taking them for ones leaves of the confidence.
    static let share = 0.94

    /// A date with those strokes as ones that nothing else can be.
    static func date(_ text: String) -> String { withWholeYear(number(text)) }

    /// `(6.01.2017` is the 16th, `\0` is 10: a border is apart from the digits, and straight.
    static func number(_ text: String) -> String {
        let characters = Array(text.prefix(3))
        guard characters.count >= 2, slanted.contains(characters[0]), isDigit(characters[1]),
            characters.count == 2 || !isDigit(characters[2])
        else { return text }
        return "1" + text.dropFirst()
    }

    private static let slanted: Set<Character> = ["(", "\\", "/"]

    /// `23.5.20}|` is 2011: a year of four digits lacks its last one or two.
    private static func withWholeYear(_ text: String) -> String {
        let strokes = text.reversed().prefix { bars.contains($0) }.count
        let rest = text.dropLast(strokes)
        let year = String(rest.reversed().prefix(while: isDigit).reversed())
        guard strokes > 0, strokes + year.count == 4, year.hasPrefix("20") || year.hasPrefix("19"),
            rest.dropLast(year.count).contains(where: isDigit)
        else { return text }
        return rest + String(repeating: "1", count: strokes)
    }

    private static let bars: Set<Character> = ["|", "]", "}", ")", "l", "\\", "/", "!", "I"]

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}
