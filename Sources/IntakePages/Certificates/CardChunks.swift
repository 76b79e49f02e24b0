import HealthCertificate

/// Puts SMART Health Cards that were cut into several codes together, whichever files the codes came in.
enum CardChunks {
    /// Most ways of putting chunks together that are tried.
    private static let mostTries = 256

    /// The texts with each cut card in the place of its first code, its codes a line each.
    ///
    /// A chunk says which it is and of how many, but not of which card. Where two cards have the same number of
    /// chunks, the ways that can be unpacked are the right ones.
    static func joined(_ texts: [CertificateImportText]) -> [CertificateImportText] {
        var result: [CertificateImportText] = []
        var cards: [Int: [Int: [CertificateImportText]]] = [:]
        var places: [Int: Int] = [:]
        for text in texts {
            guard let place = (try? NumericCode(text.text))?.place, place.count > 1 else {
                result.append(text)
                continue
            }
            if places[place.count] == nil { places[place.count] = result.count }
            let known = cards[place.count]?[place.index] ?? []
            if known.contains(where: { $0.text == text.text }) { continue }
            cards[place.count, default: [:]][place.index] = known + [text]
        }
        for (count, place) in places.sorted(by: { $0.value > $1.value }) {
            result.insert(contentsOf: joined(cards[count] ?? [:]), at: place)
        }
        return result
    }

    private static func joined(_ chunks: [Int: [CertificateImportText]]) -> [CertificateImportText] {
        var ways: [[CertificateImportText]] = [[]]
        for (_, choices) in chunks.sorted(by: { $0.key < $1.key }) {
            ways = ways.flatMap { way in choices.map { way + [$0] } }
            if ways.count > mostTries { ways = Array(ways.prefix(mostTries)) }
        }
        let cards = ways.compactMap { way in
            way.first.map { CertificateImportText(text: way.map(\.text).joined(separator: "\n"), origin: $0.origin) }
        }
        guard cards.count > 1 else { return cards }
        let whole = cards.filter { !Task.isCancelled && (try? SignedCertificate(text: $0.text)) != nil }
        return whole.isEmpty ? Array(cards.prefix(1)) : whole
    }
}
