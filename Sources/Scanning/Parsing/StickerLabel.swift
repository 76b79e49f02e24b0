/// A word of a sticker, cut at colons.
struct StickerWord: Sendable {
    let text: String
    let confidence: Double

    /// The words of a line: `LOT:A77` are two.
    static func words(of line: ReadLine) -> [StickerWord] {
        line.words.prefix(24).flatMap { word in
            word.text.split { $0 == ":" || $0 == ";" }.prefix(6).map {
                StickerWord(text: String($0), confidence: word.confidence)
            }
        }
    }
}

/// What comes before a value on a sticker.
enum StickerLabel {
    case batch
    case expiry

    /// Where a label is among words.
    struct Place {
        let start: Int
        /// The first word after it.
        let end: Int
    }

    /// The first label of a kind; one of several words is taken as a whole.
    static func find(_ label: StickerLabel, in words: [StickerWord]) -> Place? {
        for start in words.indices {
            for count in [3, 2, 1] where start + count <= words.count {
                let folded = FoldedName(words[start..<start + count].map(\.text).joined(), digitsAsLetters: true)
                if label.isWritten(folded.letters) { return Place(start: start, end: start + count) }
            }
        }
        return nil
    }

    private func isWritten(_ letters: [UInt8]) -> Bool {
        guard (2...16).contains(letters.count) else { return false }
        return names.contains { name in
            EditDistance.between(letters, name, atMost: name.count >= 5 ? 1 : 0) != nil
        }
    }

    private var names: [[UInt8]] { self == .batch ? Self.batchNames : Self.expiryNames }

    private static let batchNames = [
        "ch", "chb", "chbez", "chnr", "charge", "chargennr", "chargen", "chargenb", "chargenbez", "chargenbezeichnung",
        "lot",
        "lotnr", "lotno", "batch", "batchno", "batchnr", "lo", "iot", "bn",
    ].map { Array($0.utf8) }

    private static let expiryNames = [
        "exp", "expdate", "expiry", "verwbis", "verw", "verwendbarbis", "verwendbar", "verfall", "verfalldatum",
        "haltbarbis", "haltbar", "bis", "ablauf", "usebefore", "exd",
    ].map { Array($0.utf8) }
}
