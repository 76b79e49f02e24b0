import Lists
import Situation

/// A series for other clients: exact decimals as text, the newest first.
struct SeriesDocument: Encodable {
    let indicator: String
    let area: String
    let age: String
    let unit: String
    let source: SourceDocument
    let periods: [Entry]

    /// Who publishes the numbers, and which state they have.
    struct SourceDocument: Encodable {
        let publisher: String
        let dataSet: String
        let doi: String
        let licence: String
        let version: String
    }

    struct Entry: Encodable {
        let period: String
        let value: String?
        let change: String?

        init(_ entry: Series.Entry) {
            period = entry.period.description
            (value, change) = (entry.value?.description, entry.change?.description)
        }

        private enum Keys: String, CodingKey { case period, value, change }

        /// What isn't published is null, and not left out.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(period, forKey: .period)
            try container.encode(value, forKey: .value)
            try container.encode(change, forKey: .change)
        }
    }

    init(_ found: SituationNumbers.Found) {
        let key = found.series.key
        (indicator, area, age) = (key.indicator, key.area, key.age)
        unit = found.indicator.units["en"] ?? ""
        source = SourceDocument(
            publisher: found.dataSet.publisher, dataSet: found.dataSet.title, doi: found.dataSet.doi,
            licence: found.dataSet.licence, version: found.table.version)
        periods = found.series.newest.map(Entry.init)
    }
}

/// Which series there are.
struct SituationDocument: Encodable {
    let indicators: [Item]

    struct Item: Encodable {
        let indicator: String
        let names: [String: String]
        let unit: String
        let areas: [Area]
    }

    struct Area: Encodable {
        let area: String
        let ages: [String]
    }

    /// Those without numbers here have no areas.
    init(_ numbers: SituationNumbers) {
        indicators = numbers.catalogue.indicators.map { indicator in
            Item(
                indicator: indicator.id, names: indicator.names, unit: indicator.units["en"] ?? "",
                areas: numbers.areas(of: indicator).map {
                    Area(area: $0, ages: numbers.ages(of: indicator, in: $0))
                })
        }
    }
}
