import Scanning

/// Pages as an overview has them, drawn by their cells.
enum OverviewSamples {
    static let headings = HeadingWords(diseases: [
        ("Masern", ["measles"]), ("Measles", ["measles"]), ("Rougeole", ["measles"]), ("Mumps", ["mumps"]),
        ("Röteln", ["rubella"]), ("Hepatitis A", ["hepatitis-a"]), ("Hepatitis B", ["hepatitis-b"]),
        ("Hepatitis", ["hepatitis-a", "hepatitis-b"]), ("FSME", ["tbe"]), ("Polio", ["polio"]),
        ("Tetanus", ["tetanus"]),
    ])

    /// A line of words that begins at a place, each letter 0.008 wide.
    static func words(_ text: String, _ left: Double, _ top: Double, isUpward: Bool = false) -> [ReadWord] {
        var place = 0.0
        return text.split(separator: " ").map { word in
            let length = Double(word.count) * 0.008
            defer { place += length + 0.008 }
            let box =
                isUpward
                ? ReadBox(left: left, top: top - place - length, right: left + 0.012, bottom: top - place)
                : ReadBox(left: left + place, top: top, right: left + place + length, bottom: top + 0.015)
            return ReadWord(line: 0, box: box, confidence: 0.95, text: String(word))
        }
    }

    /// The rulings of a table: those between columns, and those between rows.
    static func rulings(columns: [Double], rows: [Double]) -> [ReadBox] {
        guard let left = columns.first, let right = columns.last, let top = rows.first, let bottom = rows.last else {
            return []
        }
        return columns.map { ReadBox(left: $0 - 0.001, top: top, right: $0 + 0.001, bottom: bottom) }
            + rows.map { ReadBox(left: left, top: $0 - 0.001, right: right, bottom: $0 + 0.001) }
    }

    static let corners = [(0.0, 0.0), (1400.0, 0.0), (1400.0, 1000.0), (0.0, 1000.0)].map { PicturePoint(x: $0, y: $1) }

    static func overview(
        _ words: [ReadWord], upwards: [ReadWord] = [], rulings: [ReadBox] = [], aspect: Double = 1.4142
    ) -> PageOverview {
        PageOverview(aspect: aspect, words: words, upwards: upwards, rulings: rulings, corners: corners)
    }
}
