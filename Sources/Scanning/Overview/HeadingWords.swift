/// What the headings of a booklet's columns say, in German, English and French.
package struct HeadingWords: Sendable {
    /// What a column contains.
    enum Role: Hashable, Sendable {
        case date, validFrom, validUntil, expiry, batch, vaccine, stamp, dose, year
        /// Crosses for these diseases.
        case diseases([String])
    }

    /// The names of diseases, each with the ids of those that it stands for.
    private let diseases: [[UInt8]: Set<String>]

    /// - Parameter diseases: names as used above columns, each with the ids of the diseases that it means.
    package init(diseases: [(name: String, ids: [String])]) {
        var all: [[UInt8]: Set<String>] = [:]
        for (name, ids) in diseases {
            let letters = FoldedName(name).letters
            if letters.count >= 3 { all[letters, default: []].formUnion(ids) }
        }
        self.diseases = all
    }

    /// What a heading says; nil for words that no column has above it.
    func role(of heading: [String]) -> (role: Role, hasBatch: Bool)? {
        let cell = HeadingCell(heading)
        let isBatch = cell.has(Self.batch) || cell.says(Self.batchPhrases)
        let isVaccine = cell.has(Self.vaccine) || isBatch && cell.has(Self.trade)
        if cell.says(Self.fromPhrases) { return (.validFrom, false) }
        if cell.says(Self.untilPhrases) { return (.validUntil, false) }
        let isDate = cell.has(Self.date)
        if isVaccine, !isDate || isBatch || cell.has(Self.trade) { return (.vaccine, isBatch) }
        let isExpiry = cell.says(Self.expiryPhrases) || cell.has(Self.expiry)
        if isExpiry { return (isBatch ? .batch : .expiry, isBatch) }
        if isDate { return (.date, false) }
        if isBatch { return (.batch, true) }
        if let ids = targets(of: cell) { return (.diseases(ids), false) }
        if cell.has(Self.stamp) { return (.stamp, false) }
        if cell.has(Self.year) { return (.year, false) }
        return cell.has(Self.dose) ? (.dose, false) : nil
    }

    /// The diseases that a heading names, in the order of their ids; a name that is part of another one there
    /// doesn't count.
    private func targets(of cell: HeadingCell) -> [String]? {
        let named = diseases.filter { cell.has($0.key) }
        let whole = named.filter { name, _ in
            !named.keys.contains { $0.count > name.count && $0.starts(with: name) }
        }
        let found = Set(whole.values.joined())
        return found.isEmpty || found.count > 20 ? nil : found.sorted()
    }

    private static func folded(_ words: String) -> [[UInt8]] {
        words.split(separator: " ").map { FoldedName($0).letters }
    }

    private static let date = folded("Datum Impfdatum Date Tag")
    private static let vaccine = folded(
        "Impfstoff Impfstoffes Impfstoffs Impfstoffname Handelsname Präparat Produkt Vaccine Vaccin Product Aufkleber Vignette"
    )
    private static let trade = folded("Handelsname Name Nom Trade Produkt Product Präparat")
    private static let batch = folded("Charge Chargen Chargennummer Chargennr Lot Batch Batchnumber")
    private static let batchPhrases = folded("chb chargennr lotnr lotno")
    private static let expiry = folded(
        "EXP Expiry Expiration Expires Verfall Verfalldatum Verfallsdatum Ablaufdatum Péremption")
    private static let expiryPhrases = folded("verwbis verwendbarbis haltbarbis")
    private static let fromPhrases = folded("gültigab gueltigab validfrom valabledu valableàpartir")
    private static let untilPhrases = folded(
        "gültigbis gueltigbis validuntil validto valableau valablejusqu nächsteimpfung nextdose")
    private static let stamp = folded(
        "Unterschrift Stempel Arzt Arztes Tierarzt Ärztin Praxis Signature Stamp Physician Doctor Veterinarian Médecin Cachet Vétérinaire"
    )
    private static let year = folded("Jahr Year Année")
    private static let dose = folded("Dosis Dose")
}

/// The words of one heading, folded.
private struct HeadingCell {
    private let words: [[UInt8]]
    private let joined: [UInt8]

    init(_ heading: [String]) {
        let words = heading.prefix(60).flatMap { $0.split { !$0.isLetter && !$0.isNumber } }
        self.words = words.map { FoldedName($0).letters }.filter { !$0.isEmpty }
        joined = Array(self.words.joined())
    }

    func has(_ names: [[UInt8]]) -> Bool { names.contains(where: has) }

    /// Whether a name's words follow each other, a letter of five misread, but not the last: it distinguishes hepatitis A
    /// from B.
    func has(_ name: [UInt8]) -> Bool {
        for start in words.indices {
            var letters: [UInt8] = []
            for word in words[start...] where letters.count < name.count {
                letters += word
                let most = name.count < 5 ? 0 : name.count / 5
                if letters.last == name.last, EditDistance.between(letters, name, atMost: most) != nil { return true }
            }
        }
        return false
    }

    /// Whether the letters are somewhere in it, words joined.
    func says(_ phrases: [[UInt8]]) -> Bool {
        phrases.contains { phrase in
            joined.count >= phrase.count
                && (0...joined.count - phrase.count).contains { joined[$0...].starts(with: phrase) }
        }
    }
}
