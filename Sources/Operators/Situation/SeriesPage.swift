import CivilDates
import Lists
import Model
import Situation
import Vault
import Web

/// One series: its newest number, three graphs, and a table of the same numbers.
struct SeriesPage: Page {
    let numbers: SituationNumbers
    let indicator: Indicator
    /// Nil where there are no numbers of the indicator here.
    var found: SituationNumbers.Found?
    let today: CalendarDate
    var favourites: SituationFavourites?
    /// The passes that lack a vaccination that it bears on.
    var lacking: [PassRecord] = []
    static let template = "Situation/series"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words.label(indicator.names) }

    static let fields: [TemplateField<Self>] = [
        .text("heading") { page, words in words.label(page.indicator.names) },
        .text("note") { page, words in words.label(page.indicator.notes) },
        .text("here") { Links.indicator($0.indicator.id) },
        .one("newest") { page in
            page.found.map { SeriesRow(found: $0, numbers: page.numbers, today: page.today) }
        },
        .rows("areas") { $0.areas($1) }, .rows("ages") { $0.ages($1) }, .rows("graphs") { $0.graphs($1) },
        .one("table") { page in page.found.map { SeriesTable(found: $0) } },
        .one("favourite") { $0.favourite },
        .one("passes") { page in
            RowGroup(page.lacking.map { NamedLink(name: $0.name, link: Links.recommendations($0.id)) })
        },
        .one("source") { page in page.found.map { SourceLine(found: $0) } },
    ]

    private func areas(_ words: Localizer) -> [ChoiceRow] {
        numbers.areas(of: indicator).map {
            ChoiceRow(value: $0, name: words.area($0, numbers), isChosen: $0 == found?.series.key.area)
        }
    }

    private func ages(_ words: Localizer) -> [ChoiceRow] {
        guard let key = found?.series.key else { return [] }
        return numbers.ages(of: indicator, in: key.area).map {
            ChoiceRow(value: $0, name: words.age($0), isChosen: $0 == key.age)
        }
    }

    private func graphs(_ words: Localizer) -> [GraphRow] {
        guard let found else { return [] }
        let graph = SeriesGraph(found, words)
        return GraphKind.allCases.compactMap { kind in
            graph.summary(kind).map { GraphRow(link: Links.graph(of: found.series.key, kind), kind: kind, summary: $0) }
        }
    }

    private var favourite: FavouriteButton? {
        guard let favourites, let key = found?.series.key else { return nil }
        return FavouriteButton(key: key, isKept: favourites.keys.contains(key))
    }
}

/// A graph of the page.
struct GraphRow: TemplateModel {
    let link: String
    let kind: GraphKind
    let summary: String

    static let fields: [TemplateField<Self>] = [
        .text("link") { $0.link }, .text("summary") { $0.summary },
        .text("caption") { row, words in words.text("situation.graph.\(row.kind.rawValue)") },
    ]
}

/// Keeps a series among the favourites, or takes it from them.
struct FavouriteButton: TemplateModel {
    let key: IndicatorKey
    let isKept: Bool

    static let fields: [TemplateField<Self>] = [
        .text("indicator") { $0.key.indicator }, .text("area") { $0.key.area }, .text("age") { $0.key.age },
        .flag("isKept") { $0.isKept },
    ]
}

/// Who publishes the numbers, under which licence, and which state they have.
struct SourceLine: TemplateModel {
    let found: SituationNumbers.Found

    static let fields: [TemplateField<Self>] = [
        .text("publisher") { $0.found.dataSet.publisher }, .text("dataSet") { $0.found.dataSet.title },
        .text("doi") { $0.found.dataSet.doi },
        .text("identifier") { "doi:\($0.found.dataSet.doi)" }, .text("licence") { $0.found.dataSet.licence },
        .text("state") { row, words in words.date(row.found.table.version) },
    ]
}

/// The numbers of the graphs.
struct SeriesTable: TemplateModel {
    let found: SituationNumbers.Found

    private var comparison: SeasonComparison { SeasonComparison(found.series) }

    private func rows() -> [SeriesTableRow] {
        let bands = Dictionary(comparison.bands.map { ($0.place, $0) }) { first, _ in first }
        let season = comparison.season
        return found.entries.map { entry in
            SeriesTableRow(
                entry: entry,
                band: entry.period.season == season ? bands[entry.period.placeInSeason] : nil)
        }
    }

    /// The season's numbers before those.
    private func earlier() -> [SeriesTableRow] {
        guard let oldest = found.entries.last?.period else { return [] }
        let bands = Dictionary(comparison.bands.map { ($0.place, $0) }) { first, _ in first }
        return comparison.current.reversed().filter { $0.period < oldest }.map { point in
            SeriesTableRow(
                entry: Series.Entry(point),
                band: bands[point.period.placeInSeason])
        }
    }

    static let fields: [TemplateField<Self>] = [
        .text("unit") { table, words in words.label(table.found.indicator.units) },
        .flag("hasBands") { !$0.comparison.bands.isEmpty },
        .flag("hasRevised") { $0.found.entries.contains { $0.before != nil } },
        .rows("rows") { $0.rows() },
        .one("earlier") { table in RowGroup(table.earlier()) },
    ]
}

/// A period of the table.
struct SeriesTableRow: TemplateModel {
    let entry: Series.Entry
    let band: SeasonComparison.Band?

    static let fields: [TemplateField<Self>] = [
        .text("period") { row, words in words.period(row.entry.period) },
        .text("code") { $0.entry.period.description },
        .text("value") { row, words in words.number(row.entry.value) }, .text("exact") { $0.entry.value?.description },
        .text("change") { row, words in row.entry.change.map { words.change($0) } },
        .text("exactChange") { $0.entry.change?.description },
        .text("before") { row, words in row.entry.before.map { words.number($0) } },
        .text("median") { row, words in row.band.map { words.number($0.median) } },
        .text("range") { row, words in
            row.band.map { words(.`situation.range`, ["low": words.number($0.low), "high": words.number($0.high)]) }
        },
    ]
}
