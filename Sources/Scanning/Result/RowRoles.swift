/// Which fields of a table's rows say what: those of columns, and the parts of its sticker.
package struct RowRoles: Sendable {
    package let vaccine: String?
    package let batch: String?
    package let expiry: String?
    /// The day that it was given.
    package let date: String?
    /// The days of a row from which and until which it counts.
    let ahead: [String]
    /// The one of them until which it counts.
    package let until: String?
    package let crosses: [ScanColumn]
    let stickers: [ScanColumn]

    package init(_ page: ScanPage) {
        let columns = page.columns
        func name(_ type: RegionType) -> String? { columns.first { $0.type == type }?.name }
        stickers = columns.filter { $0.type == .sticker }
        let hasParts = !stickers.isEmpty || name(.vaccine) != nil
        vaccine = name(.vaccine) ?? (stickers.isEmpty ? nil : StickerParser.Part.vaccine.rawValue)
        batch = name(.batch) ?? (hasParts ? StickerParser.Part.batch.rawValue : nil)
        expiry = name(.month) ?? (hasParts ? StickerParser.Part.expiry.rawValue : nil)
        date = columns.first { $0.type == .date && !Self.isAhead($0.name) }?.name
        ahead = columns.filter { $0.type == .date && Self.isAhead($0.name) }.map(\.name)
        until = ahead.last { Self.isUntil($0) }
        crosses = columns.filter { if case .cross = $0.type { true } else { false } }
    }

    /// Whether a region of that name has a day that may be in the future.
    static func isAhead(_ name: String) -> Bool {
        ["valid", "until", "expir", "gueltig", "gültig", "bis", "next", "naechst", "nächst"].contains {
            name.lowercased().contains($0)
        }
    }

    private static func isUntil(_ name: String) -> Bool {
        ["until", "bis"].contains { name.lowercased().contains($0) }
    }

    /// What a sticker's part is called in its row: plainly for the first sticker, with the column's name for others.
    func name(of part: StickerParser.Part, in column: ScanColumn) -> String {
        column.name == stickers.first?.name || column.type == .vaccine
            ? part.rawValue : "\(column.name).\(part.rawValue)"
    }
}
