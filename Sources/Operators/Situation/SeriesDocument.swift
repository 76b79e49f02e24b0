import Lists
import Situation

/// A series for other clients: exact decimals as text, the newest first.
struct SeriesDocument: Encodable {
    let indicator: String
    let area: String
    let age: String
    let unit: String
    /// Who publishes the numbers, and which state they have.
    let source: [String: String]
    /// What isn't published is null, and not left out.
    let periods: [[String: String?]]

    init(_ found: SituationNumbers.Found) {
        let key = found.series.key
        (indicator, area, age) = (key.indicator, key.area, key.age)
        unit = found.indicator.units["en"] ?? ""
        source = [
            "publisher": found.dataSet.publisher, "dataSet": found.dataSet.title, "doi": found.dataSet.doi,
            "licence": found.dataSet.licence, "version": found.table.version,
        ]
        periods = found.series.newest.map { entry in
            [
                "period": entry.period.description, "value": entry.value?.description,
                "change": entry.change?.description,
            ]
        }
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
