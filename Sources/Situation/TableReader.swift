import CivilDates

/// Checks the rows of a table's file, and puts their numbers into series.
struct TableReader {
    private var text: DelimitedText
    private let table: DataTable
    private let catalogue: SituationCatalogue
    /// The columns in the file's order.
    private let columns: [DataTable.Column]
    private let keyColumns: [Int]
    private let sources: [PlacedSource]
    private var keys: Set<[String]> = []
    private var points: [IndicatorKey: [SeriesPoint]] = [:]
    private var counts: [IndicatorKey: [ReportingPeriod: Set<String>]] = [:]
    private(set) var rows = 0
    private(set) var lastDay: CalendarDate?

    /// A source with the places of its columns in the file.
    private struct PlacedSource {
        let indicator: String
        let source: IndicatorSource
        let value: Int
        let period: Int
        let area: Int?
        let age: Int?
        let counted: Int?
        let filter: [(column: Int, value: String)]
    }

    /// Reads the heading, whose columns may be in any order.
    init(_ bytes: [UInt8], of table: DataTable, in catalogue: SituationCatalogue) throws(SituationError) {
        text = DelimitedText(bytes, separator: table.separator)
        (self.table, self.catalogue) = (table, catalogue)
        let heading = try text.next() ?? []
        let known = Dictionary(table.columns.map { ($0.name, $0) }) { first, _ in first }
        columns = heading.compactMap { known[$0] }
        guard heading.count == table.columns.count, Set(heading).count == heading.count,
            columns.count == heading.count
        else {
            let odd = heading.first { known[$0] == nil } ?? table.columns.map(\.name).first { !heading.contains($0) }
            throw SituationError(.columns, line: 1, odd)
        }
        let places = Dictionary(uniqueKeysWithValues: heading.enumerated().map { ($1, $0) })
        keyColumns = table.key.compactMap { places[$0] }
        sources = catalogue.indicators.flatMap { indicator in
            indicator.sources.filter { $0.table == table.id }.compactMap { source in
                guard let value = places[source.value], let period = places[source.period] else { return nil }
                return PlacedSource(
                    indicator: indicator.id, source: source, value: value, period: period,
                    area: source.area.flatMap { places[$0] }, age: source.age.flatMap { places[$0] },
                    counted: source.counted.flatMap { places[$0] },
                    filter: source.filter.compactMap { name, value in places[name].map { ($0, value) } })
            }
        }
    }

    /// Whether a file's first line names the table's columns.
    static func hasHeader(_ bytes: [UInt8], of table: DataTable) -> Bool {
        var text = DelimitedText(bytes, separator: table.separator)
        guard let heading = try? text.next() else { return false }
        return heading.count == table.columns.count && Set(heading) == Set(table.columns.map(\.name))
    }

    mutating func readRows() throws(SituationError) {
        while let fields = try text.next() {
            rows += 1
            guard rows <= DelimitedText.mostRows else { throw SituationError(.tooManyRows, line: text.line) }
            guard fields.count == columns.count else { throw SituationError(.fields, line: text.line) }
            for (field, column) in zip(fields, columns) { try check(field, column) }
            guard keys.insert(keyColumns.map { fields[$0] }).inserted else {
                throw SituationError(.duplicate, line: text.line)
            }
            try requireOneArea(fields)
            for source in sources { take(fields, source) }
        }
    }

    private func check(_ field: String, _ column: DataTable.Column) throws(SituationError) {
        if column.missing.contains(field) { return }
        guard !field.isEmpty else { throw SituationError(.missing, line: text.line, column.name) }
        guard column.type.takes(field) else { throw SituationError(.type, line: text.line, column.name) }
        guard column.values.isEmpty || column.values.contains(field) else {
            throw SituationError(.value, line: text.line, column.name)
        }
    }

    /// Where a row has an area's name and its key, they are one area's.
    private func requireOneArea(_ fields: [String]) throws(SituationError) {
        guard sources.contains(where: { $0.area != nil }) else { return }
        let named = zip(fields, columns).filter { !$1.values.isEmpty }.compactMap { catalogue.area(called: $0.0) }
        guard Set(named.map(\.id)).count <= 1 else { throw SituationError(.area, line: text.line) }
    }

    private mutating func take(_ fields: [String], _ source: PlacedSource) {
        guard source.filter.allSatisfy({ fields[$0.column] == $0.value }),
            let period = columns[source.period].type.period(fields[source.period])
        else { return }
        lastDay = max(lastDay ?? period.lastDay, period.lastDay)
        // What is about an unknown place is about no area.
        guard let area = area(fields, source) else { return }
        let age = source.age.map { fields[$0] } ?? IndicatorSource.everyAge
        let key = IndicatorKey(indicator: source.indicator, area: area, age: age)
        guard let counted = source.counted else {
            points[key, default: []].append(SeriesPoint(period: period, value: PublishedNumber(fields[source.value])))
            return
        }
        let number = PublishedNumber(fields[source.value])
        let isCounted = number.map { !$0.isZero } ?? false
        counts[key, default: [:]][period, default: []].formUnion(isCounted ? [fields[counted]] : [])
    }

    private func area(_ fields: [String], _ source: PlacedSource) -> String? {
        guard let place = source.area else { return source.source.fixedArea }
        let field = fields[place]
        return columns[place].type == .district ? field : catalogue.area(called: field)?.id
    }

    /// Those that have any number.
    func series() -> [IndicatorKey: Series] {
        var all = points
        for (key, periods) in counts {
            all[key] = periods.map { SeriesPoint(period: $0, value: PublishedNumber($1.count)) }
        }
        return all.filter { $0.value.contains { $0.value != nil } }.reduce(into: [:]) { series, item in
            series[item.key] = Series(key: item.key, points: item.value)
        }
    }
}

extension DataTable.ColumnType {
    /// The most bytes of a text.
    private static let longestText = 200

    /// Whether a field can be one of the type.
    func takes(_ field: String) -> Bool {
        switch self {
        case .week: ReportingPeriod(weekText: field) != nil
        case .day: ReportingPeriod(dayText: field) != nil
        case .season: Self.isSeason(field)
        case .integer: field.utf8.count <= 15 && field.utf8.allSatisfy { (48...57).contains($0) }
        case .number: PublishedNumber(field) != nil
        case .text: field.utf8.count <= Self.longestText
        case .district: Self.isDistrict(field)
        }
    }

    func period(_ field: String) -> ReportingPeriod? {
        self == .day ? ReportingPeriod(dayText: field) : ReportingPeriod(weekText: field)
    }

    /// `2025/26`.
    private static func isSeason(_ field: String) -> Bool {
        guard field.utf8.count == 7, let year = Int(typed: field.prefix(4), in: 0...9_999) else { return false }
        return field == ReportingPeriod.seasonName(year)
    }

    /// An official key of five digits, its first two a state's.
    private static func isDistrict(_ field: String) -> Bool {
        guard field.utf8.count == 5, field.utf8.allSatisfy({ (48...57).contains($0) }),
            Int(typed: field.prefix(2), in: 1...16) != nil
        else { return false }
        return true
    }
}
