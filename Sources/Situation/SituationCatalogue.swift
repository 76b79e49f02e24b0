import BoundedJSON

/// The indicators with the tables and areas that they come from: `Catalogue/situation/indicators.json`.
///
/// One that exists names no table, column or area that isn't there. A new indicator needs no code.
package struct SituationCatalogue: Sendable {
    package let areas: [ReportingArea]
    /// The area that is meant where nobody says another.
    package let defaultArea: ReportingArea
    package let dataSets: [DataSet]
    package let tables: [DataTable]
    package let indicators: [Indicator]
    package let rating: RatingRule

    /// Words of the routes, which no indicator can be called by.
    package static let reserved: Set<String> = ["tbe", "favourites", "situation", "check"]
    private static let limits = JSONLimits(bytes: 1 << 20, values: 20_000, depth: 12)

    private let tablesByID: [String: DataTable]
    private let indicatorsByID: [String: Indicator]
    private let areasByID: [String: ReportingArea]
    private let areasByName: [String: ReportingArea]
    private let areasByKey: [String: ReportingArea]

    /// - Parameter rating: the rule of the light, `light.json`.
    package init(indicators: some Sequence<UInt8>, rating: some Sequence<UInt8>) throws(SituationError) {
        let reader = CatalogueFields(try Self.json(indicators))
        areas = try reader.areas()
        let defaults = areas.filter(\.isDefault)
        guard defaults.count == 1 else { throw SituationError(.catalogue, "default") }
        defaultArea = defaults[0]
        dataSets = try reader.dataSets()
        tables = try reader.tables()
        self.indicators = try reader.indicators()
        self.rating = try RatingRule(try Self.json(rating))
        tablesByID = try Self.index(tables, \.id)
        indicatorsByID = try Self.index(self.indicators, \.id)
        areasByID = try Self.index(areas, \.id)
        areasByName = try Self.index(areas.flatMap { area in area.names.map { ($0, area) } }, \.0).mapValues(\.1)
        areasByKey = try Self.index(areas.flatMap { area in area.keys.map { ($0, area) } }, \.0).mapValues(\.1)
        try check()
    }

    private static func json(_ bytes: some Sequence<UInt8>) throws(SituationError) -> JSONValue {
        do throws(JSONError) {
            return try JSONValue(parsing: bytes, limits: limits)
        } catch {
            throw SituationError(.catalogue, error.path)
        }
    }

    private static func index<Item>(
        _ items: [Item], _ id: (Item) -> String
    ) throws(SituationError) -> [String: Item] {
        var index: [String: Item] = [:]
        for item in items where index.updateValue(item, forKey: id(item)) != nil {
            throw SituationError(.catalogue, id(item))
        }
        return index
    }

    private func check() throws(SituationError) {
        for table in tables {
            let names = table.columns.map(\.name)
            guard dataSets.contains(where: { $0.id == table.dataSet }), !table.key.isEmpty,
                Set(names).count == names.count, table.key.allSatisfy(names.contains)
            else { throw SituationError(.catalogue, table.id) }
        }
        for indicator in indicators {
            guard !Self.reserved.contains(indicator.id), !indicator.sources.isEmpty,
                indicator.sources.allSatisfy(isKnown)
            else { throw SituationError(.catalogue, indicator.id) }
        }
    }

    private func isKnown(_ source: IndicatorSource) -> Bool {
        guard let table = tablesByID[source.table], areasByID[source.fixedArea] != nil else { return false }
        let named = [source.value, source.period, source.area, source.age, source.counted].compactMap(\.self)
        let names = Set(table.columns.map(\.name))
        return names.isSuperset(of: named) && names.isSuperset(of: source.filter.keys)
    }

    package func table(_ id: String) -> DataTable? { tablesByID[id] }
    package func indicator(_ id: String) -> Indicator? { indicatorsByID[id] }
    package func area(_ id: String) -> ReportingArea? { areasByID[id] }
    package func dataSet(of table: DataTable) -> DataSet? { dataSets.first { $0.id == table.dataSet } }

    /// The area that a data set calls so, by its name or its key.
    func area(called text: String) -> ReportingArea? { areasByName[text] ?? areasByKey[text] }
}
