import Scanning

/// The rows of a page in which somebody wrote, whether it could be read or not.
struct RowInk {
    private(set) var rows: Set<Int> = []

    init(_ page: ScanPage, _ answer: ReaderAnswer) {
        let names = Set(page.columns.filter { Self.counts($0.type) }.map(\.name))
        for (number, region) in page.placed(page: 0).enumerated() where names.contains(region.key.name) {
            guard let row = region.key.row, let readings = answer.readings[number] else { continue }
            let letters = readings.map {
                $0.words.reduce(0) { $0 + $1.text.count(where: { $0.isLetter || $0.isNumber }) }
            }
            if letters.max() ?? 0 >= 4 { rows.insert(row) }
        }
    }

    private static func counts(_ type: RegionType) -> Bool {
        [.sticker, .vaccine, .batch, .date].contains(type)
    }
}
