/// Makes fields of what the reader process says of regions.
struct RegionReader: Sendable {
    let settings: ScanSettings
    let answer: ReaderAnswer
    let ink: InkLevels

    init(_ answer: ReaderAnswer, _ settings: ScanSettings) {
        (self.answer, self.settings) = (answer, settings)
        ink = InkLevels(Array(answer.ink.values))
    }

    /// The field of a region that isn't a sticker; nil where nothing of its type was read.
    func field(_ region: PlacedRegion, number: Int) -> ScanField? {
        if region.type.isMark { return answer.ink[number].map(ink.field) }
        if region.type == .code, let code = answer.codes.first(where: { region.box.containsCentre(of: $0.box) }) {
            return ScanField(text: code.text, value: code.text, confidence: ScanField.most, candidates: [code.text])
        }
        guard let parser = parser(region) else { return nil }
        let readings = readings(number)
        return Vote.field((region.type == .date ? Self.differing(readings) : readings).map(parser.candidates))
    }

    /// The field of a part of a sticker.
    func field(_ part: StickerParser.Part, number: Int) -> ScanField? {
        let parser = StickerParser(settings)
        return Vote.field(readings(number).map { parser.candidates(for: part, in: $0) })
    }

    func readings(_ number: Int) -> [RegionReading] { answer.readings[number] ?? [] }

    /// The readings without those that say to the letter and the confidence what another says: the same look at the
    /// same picture, which bears nothing out.
    private static func differing(_ readings: [RegionReading]) -> [RegionReading] {
        var seen: Set<[ReadWord]> = []
        return readings.filter { seen.insert($0.words).inserted }
    }

    private func parser(_ region: PlacedRegion) -> (any FieldParser)? {
        switch region.type {
        case .date: DateParser(settings, mayBeAhead: RowRoles.isAhead(region.key.name))
        case .month: MonthParser(settings)
        case .vaccine: VaccineParser(lexicon: settings.lexicon)
        case .batch: BatchParser()
        case .number: NumberParser(.number, rules: region.rules)
        case .points: NumberParser(.points, rules: region.rules)
        case .grade: NumberParser(.grade, rules: region.rules)
        case .choice: ChoiceParser(region.rules.choices)
        case .code: CodeParser(rules: region.rules)
        case .name: PersonNameParser(settings.names)
        case .text, .stamp: TextParser()
        case .sticker, .cross, .mark: nil
        }
    }
}
