internal import Foundation

/// Names in the letters of a passport's machine readable zone (ICAO Doc 9303 part 3, section 6).
public enum Transliteration {
    /// The name in the letters A to Z, its words parted by `<`, as the `fnt` and `gnt` fields have it.
    ///
    /// Apostrophes are left out; hyphens, spaces and everything else that is no letter part words. Latin letters
    /// follow the table of section 6.A (`Ä` is `AE`, `Ø` is `OE`, `ß` is `SS`, `Þ` is `TH`); an accented letter
    /// outside it loses its accent. Cyrillic and Greek letters follow sections 6.B and its Greek counterpart in the
    /// commonest reading. At most 80 letters are kept.
    public static func machineReadable(_ name: String) -> String {
        let words = standardLetters(name).split { !("A"..."Z").contains($0) }
        return String(words.joined(separator: "<").prefix(80))
    }

    /// The name in capitals, each letter replaced by its standard ones, everything else kept.
    static func standardLetters(_ name: String) -> String {
        if name.utf8.allSatisfy({ (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "<") }) { return name }
        var output = ""
        for scalar in name.precomposedStringWithCanonicalMapping.uppercased().unicodeScalars {
            if let standard = table[scalar] {
                output += standard
            } else if apostrophes.contains(scalar) {
                continue
            } else {
                let base = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first ?? scalar
                output += table[base] ?? String(base)
            }
        }
        return output
    }

    private static let apostrophes: Set<Unicode.Scalar> = ["'", "\u{2019}", "\u{2018}", "`", "\u{00B4}", "\u{02BC}"]

    private static let table: [Unicode.Scalar: String] = latin.merging(cyrillic) { old, _ in old }
        .merging(greek) { old, _ in old }

    private static let latin: [Unicode.Scalar: String] = [
        "Ä": "AE", "Å": "AA", "Æ": "AE", "Ö": "OE", "Ø": "OE", "Œ": "OE", "Ü": "UE", "ß": "SS", "ẞ": "SS",
        "Ð": "D", "Đ": "D", "Þ": "TH", "Ħ": "H", "ı": "I", "Ĳ": "IJ", "Ŀ": "L", "Ł": "L", "Ŋ": "N", "Ŧ": "T",
        "ĸ": "Q", "Ə": "E", "Ñ": "N", "Ṩ": "S",
    ]

    private static let cyrillic: [Unicode.Scalar: String] = [
        "А": "A", "Б": "B", "В": "V", "Г": "G", "Д": "D", "Е": "E", "Ё": "E", "Ж": "ZH", "З": "Z", "И": "I",
        "І": "I", "Й": "I", "К": "K", "Л": "L", "М": "M", "Н": "N", "О": "O", "П": "P", "Р": "R", "С": "S",
        "Т": "T", "У": "U", "Ф": "F", "Х": "KH", "Ц": "TS", "Ч": "CH", "Ш": "SH", "Щ": "SHCH", "Ъ": "IE",
        "Ы": "Y", "Ь": "", "Э": "E", "Ю": "IU", "Я": "IA", "Ґ": "G", "Є": "IE", "Ї": "I", "Ў": "U", "Ђ": "D",
        "Ѓ": "G", "Ѕ": "DZ", "Ј": "J", "Љ": "LJ", "Њ": "NJ", "Ћ": "C", "Ќ": "K", "Џ": "DZ",
    ]

    private static let greek: [Unicode.Scalar: String] = [
        "Α": "A", "Β": "V", "Γ": "G", "Δ": "D", "Ε": "E", "Ζ": "Z", "Η": "I", "Θ": "TH", "Ι": "I", "Κ": "K",
        "Λ": "L", "Μ": "M", "Ν": "N", "Ξ": "X", "Ο": "O", "Π": "P", "Ρ": "R", "Σ": "S", "Τ": "T", "Υ": "Y",
        "Φ": "F", "Χ": "CH", "Ψ": "PS", "Ω": "O",
    ]
}
