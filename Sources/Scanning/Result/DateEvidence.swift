import CivilDates

/// What a table says of the days in it: they ascend, and a vaccine is given in the years before it expires.
struct DateEvidence {
    private let roles: RowRoles
    private let today: CalendarDate

    init(_ roles: RowRoles, today: CalendarDate) { (self.roles, self.today) = (roles, today) }

    /// The longest that a package is kept before it is used.
    private static let shelfLife = CalendarPeriod(months: -40)

    /// Chooses among what each row's day may be, and repairs a digit where only that fits.
    func weigh(_ rows: [ScannedRow]) -> [ScannedRow] {
        guard let name = roles.date, roles.vaccine != nil else { return rows }
        var rows = rows
        for place in rows.indices {
            guard var field = rows[place].fields[name], field.value != nil else { continue }
            if field.isRepeated, place > 0, let above = rows[place - 1].fields[name] {
                (field.value, field.candidates) = (above.value, above.candidates)
                field.confidence = min(field.confidence, above.confidence)
                rows[place].fields[name] = field
                continue
            }
            rows[place].fields[name] = weigh(field, window(place, rows, name))
        }
        return rows.map(weighAhead)
    }

    /// The longest that anything counts after it was given.
    private static let longestValidity = CalendarPeriod(years: 5)

    /// What counts from or until a day does so on the day that it was given or in the years after it.
    private func weighAhead(_ row: ScannedRow) -> ScannedRow {
        guard let given = roles.date.flatMap({ row.fields[$0] }), given.confidence >= LinkRule.nearlySure,
            let date = given.value.flatMap({ PartialDate($0) })
        else { return row }
        var row = row
        let window = Window(first: date.earliest, last: date.latest.adding(Self.longestValidity))
        for name in roles.ahead {
            guard let field = row.fields[name], field.value != nil else { continue }
            row.fields[name] = weigh(field, window)
        }
        return row
    }

    /// The days that can have been, and whether the sticker's expiry tells them.
    private struct Window {
        var first: CalendarDate
        var last: CalendarDate
        var isOfExpiry = false

        func contains(_ date: PartialDate) -> Bool { date.latest >= first && date.earliest <= last }
    }

    private func window(_ place: Int, _ rows: [ScannedRow], _ name: String) -> Window {
        func sure(_ row: ScannedRow) -> PartialDate? {
            guard let field = row.fields[name], field.confidence >= LinkRule.nearlySure else { return nil }
            return field.value.flatMap { PartialDate($0) }
        }
        var window = Window(first: .first, last: today)
        if let before = rows[..<place].reversed().lazy.compactMap(sure).first { window.first = before.earliest }
        if let after = rows[(place + 1)...].lazy.compactMap(sure).first, after.latest >= window.first {
            window.last = min(today, after.latest)
        }
        guard let expiry = roles.expiry.flatMap({ rows[place].fields[$0] }), expiry.confidence >= ScanField.checkable,
            let month = expiry.value.flatMap({ PartialDate($0) })
        else { return window }
        let first = month.earliest.adding(Self.shelfLife)
        guard first <= window.last, month.latest >= window.first else { return window }
        window.first = max(window.first, first)
        window.last = min(window.last, month.latest)
        window.isOfExpiry = true
        return window
    }

    private func weigh(_ field: ScanField, _ window: Window) -> ScanField {
        guard let date = field.value.flatMap({ PartialDate($0) }), field.confidence < 1 else { return field }
        var field = field
        if window.contains(date) {
            if window.isOfExpiry {
                let raised = field.confidence + (ScanField.most - field.confidence) * 0.3
                // What only one reading says stays to be checked.
                field.confidence = field.isSure ? raised : min(raised, ScanField.doubtful)
            }
            return field
        }
        field.doubt()
        let others =
            field.candidates.filter { $0 != field.value } + (field.isSure ? [] : Self.repaired(field.value ?? ""))
        let fitting = others.filter { PartialDate($0).map(window.contains) ?? false }
        guard let other = fitting.first, field.undoubted < LinkRule.nearlySure else { return field }
        field.candidates = Vote.unique([other, field.value ?? other] + fitting + field.candidates)
        field.value = other
        field.confidence = min(field.confidence, ScanField.checkable)
        return field
    }

    /// The days that a digit's misreading leads to, the year's first.
    private static func repaired(_ value: String) -> [String] {
        let parts = value.split(separator: "-").map(String.init)
        return parts.indices.flatMap { place in
            DigitLookalikes.changed(parts[place]).map { changed in
                var parts = parts
                parts[place] = changed
                return parts.joined(separator: "-")
            }
        }
    }
}
