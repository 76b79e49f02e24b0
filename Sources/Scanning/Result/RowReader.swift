import CivilDates

/// Makes a table's row: its columns, its sticker's parts, what a code in it says, and what each says of the others.
struct RowReader: Sendable {
    let regions: RegionReader
    let roles: RowRoles

    /// - Parameters:
    ///   - cells: the row's regions with their numbers.
    ///   - above: the row above.
    func row(_ cells: [(number: Int, region: PlacedRegion)], above: ScannedRow?) -> ScannedRow? {
        guard let first = cells.first, let number = first.region.key.row else { return nil }
        var row = ScannedRow(number: number)
        for (number, region) in cells { read(region, number, into: &row) }
        repeatDates(cells, above, into: &row)
        for (_, region) in cells { addCodes(in: region.box, to: &row) }
        weighCrosses(cells, in: &row)
        if !saysSomething(row, cells) {
            for (_, region) in cells where !region.type.isMark { row.fields[region.key.name] = nil }
            for part in StickerParser.Part.allCases { row.fields[part.rawValue] = nil }
            // An empty row: that none of its diseases is crossed says nothing.
            if row.fields.values.allSatisfy({ $0.value == "false" }) { return nil }
        }
        return row
    }

    private func read(_ region: PlacedRegion, _ number: Int, into row: inout ScannedRow) {
        let name = region.key.name
        guard region.type == .sticker || region.type == .vaccine else {
            row.fields[name] = regions.field(region, number: number) ?? row.fields[name]
            return
        }
        if region.type == .vaccine { row.fields[name] = regions.field(region, number: number) ?? row.fields[name] }
        guard
            let column = (roles.stickers + [ScanColumn(name: name, type: region.type, left: 0, width: 1)])
                .first(where: { $0.name == name })
        else { return }
        for part in StickerParser.Part.allCases where part != .vaccine || region.type == .sticker {
            let part1 = roles.name(of: part, in: column)
            // A column of its own is read by itself, and counts more.
            let own = part == .vaccine ? roles.vaccine : part == .batch ? roles.batch : part1
            let key = own ?? part1
            guard row.fields[key]?.value == nil, let field = regions.field(part, number: number) else { continue }
            row.fields[key] = field
        }
    }

    /// A ditto mark stands for the date above it, and so, with less confidence, does a cell without anything readable.
    private func repeatDates(
        _ cells: [(number: Int, region: PlacedRegion)], _ above: ScannedRow?, into row: inout ScannedRow
    ) {
        for (number, region) in cells where region.key.name == roles.date && row.fields[region.key.name]?.value == nil {
            let readings = regions.readings(number)
            guard let date = above?.fields[region.key.name], date.value != nil else { continue }
            let isMark = readings.contains(where: DittoReading.isOne)
            guard isMark || roles.vaccine != nil && readings.allSatisfy(DittoReading.mayBeOne) else { continue }
            var field = date
            field.text = isMark ? "\"" : ""
            // What nothing in the cell says isn't offered either.
            if !isMark { field.candidates = [] }
            field.confidence = min(date.confidence, isMark ? 0.75 : 0.4)
            field.isRepeated = true
            row.fields[region.key.name] = field
        }
    }

    /// A code whose middle is in a cell says the batch, the expiry, and perhaps the vaccine, better than words.
    private func addCodes(in box: RegionBox, to row: inout ScannedRow) {
        for code in regions.answer.codes where box.containsCentre(of: code.box) {
            guard let element = GS1Element(code.text, thisYear: regions.settings.today.year) else { continue }
            let confidence = element.isChecked ? 1 : 0.8
            if let name = roles.batch, let batch = element.batch {
                row.fields[name] = ScanField(text: batch, value: batch, confidence: confidence, candidates: [batch])
            }
            if let name = roles.expiry, let expiry = element.expiry,
                let month = PartialDate(year: expiry.year, month: expiry.month)
            {
                let value = month.description
                row.fields[name] = ScanField(text: value, value: value, confidence: confidence, candidates: [value])
            }
            if let name = roles.vaccine, let gtin = element.gtin, let entry = regions.settings.lexicon.entry(gtin: gtin)
            {
                row.fields[name] = ScanField(
                    text: entry.names.first ?? gtin, value: entry.id, confidence: confidence, candidates: [entry.id])
            }
        }
    }

    /// The crossed diseases decide among names, and make one surer or doubtful.
    private func weighCrosses(_ cells: [(number: Int, region: PlacedRegion)], in row: inout ScannedRow) {
        guard let name = roles.vaccine, let field = row.fields[name] else { return }
        let columns = cells.compactMap { CrossedColumn($0.region.type, row.fields[$0.region.key.name]) }
        guard !columns.isEmpty else { return }
        row.fields[name] = CrossEvidence(columns, regions.settings.lexicon).weigh(field)
    }

    /// Whether anybody was vaccinated: a vaccine, a date, a labelled batch, or a cross.
    private func saysSomething(_ row: ScannedRow, _ cells: [(number: Int, region: PlacedRegion)]) -> Bool {
        if let vaccine = roles.vaccine, row.fields[vaccine]?.value != nil { return true }
        if let batch = roles.batch, (row.fields[batch]?.confidence ?? 0) >= 0.5 { return true }
        guard roles.vaccine != nil else { return true }
        return cells.contains { _, region in
            guard let field = row.fields[region.key.name], field.value != nil else { return false }
            if region.type.isMark { return field.value == "true" && field.isSure }
            return region.type == .date && field.confidence >= 0.5 && !field.isRepeated
        }
    }
}
