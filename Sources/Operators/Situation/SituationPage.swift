import CivilDates
import Foundation
package import Lists
package import Situation
import Web

/// All indicators at a glance, in an area and of an age.
struct SituationPage: Page {
    /// What matters at one pass's age.
    struct Person: Sendable {
        let name: String
        let found: [SituationNumbers.Found]
    }

    let numbers: SituationNumbers
    let query: SituationQuery
    /// The state of the account's home.
    let home: String?
    let today: CalendarDate
    /// Nil for a visitor.
    let favourites: SituationFavourites?
    let people: [Person]
    /// When the account was signed in to before this time; nil for a visitor, and at the first time.
    let lastVisit: Date?
    static let template = "Situation/overview"
    let section = Section.settings

    private var area: String { query.area ?? home ?? numbers.catalogue.defaultArea.id }

    func title(_ words: Localizer) -> String { words[.`situation.title`] }

    private func row(_ found: SituationNumbers.Found) -> SeriesRow {
        SeriesRow(found: found, numbers: numbers, today: today, lastVisit: lastVisit)
    }

    /// The indicators that there are numbers of, each in the nearest area.
    private func found(_ words: Localizer) -> [SituationNumbers.Found] {
        let all = numbers.catalogue.indicators.compactMap { indicator -> SituationNumbers.Found? in
            guard matches(indicator, words), let area = numbers.areaAround(area, of: indicator) else { return nil }
            let ages = numbers.ages(of: indicator, in: area)
            guard let age = query.age.flatMap({ numbers.age($0, of: indicator, in: area) }) ?? ages.first else {
                return nil
            }
            return numbers.series(indicator, area: area, age: age)
        }
        switch query.sort {
        case .name: return words.sorted(all) { words.label($0.indicator.names) }
        case .up: return all.sorted { Self.value($0) < Self.value($1) }
        case .down: return all.sorted { Self.value($1) < Self.value($0) }
        }
    }

    private static func value(_ found: SituationNumbers.Found) -> PublishedNumber {
        found.entries.first?.value ?? PublishedNumber(0)
    }

    private func matches(_ indicator: Indicator, _ words: Localizer) -> Bool {
        let text = words.label(indicator.names) + " " + indicator.id
        return query.search.isEmpty || text.localizedStandardContains(query.search)
    }

    static let fields: [TemplateField<Self>] = [
        .flag("isEmpty") { page in page.numbers.tables.isEmpty },
        .text("search") { $0.query.search },
        .rows("areas") { page, words in
            page.numbers.catalogue.areas.filter { $0.parent == nil || $0.region != nil }.map {
                ChoiceRow(value: $0.id, name: words.label($0.labels), isChosen: $0.id == page.area)
            }
        },
        .rows("ages") { page, words in
            page.ages.map { ChoiceRow(value: $0, name: words.age($0), isChosen: $0 == page.query.age) }
        },
        .rows("sorts") { page, words in
            SituationQuery.Sort.allCases.map {
                ChoiceRow(
                    value: $0.rawValue, name: words.text("situation.sort.\($0.rawValue)"),
                    isChosen: $0 == page.query.sort)
            }
        },
        .one("favourites") { page in
            RowGroup(
                (page.favourites?.keys ?? []).compactMap { key in
                    page.numbers.catalogue.indicator(key.indicator).flatMap {
                        page.numbers.series($0, area: key.area, age: key.age)
                    }
                }.map(page.row))
        },
        .rows("people") { page in
            page.people.map { person in PersonRow(name: person.name, rows: person.found.map(page.row)) }
        },
        .one("indicators") { page, words in RowGroup(page.found(words).map(page.row)) },
        .flag("nothingFound") { page in !page.query.search.isEmpty },
        .one("absent") { page, words in
            RowGroup(
                page.numbers.catalogue.indicators.filter { !page.numbers.has($0) }.map {
                    TextLine(text: words.label($0.names))
                })
        },
    ]

    /// The ages of all indicators, those that mean the same once.
    private var ages: [String] {
        var seen: Set<AgeGroup> = []
        return numbers.tables.values.flatMap { $0.current.series.keys.map(\.age) }
            .map { (AgeGroup($0), $0) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
            .filter { $0.0.range != nil && seen.insert($0.0).inserted }.map(\.1)
    }
}

/// Something to choose.
struct ChoiceRow: TemplateModel {
    let value: String
    let name: String
    let isChosen: Bool

    static let fields: [TemplateField<Self>] = [
        .text("value") { $0.value }, .text("name") { $0.name }, .flag("isChosen") { $0.isChosen },
    ]
}

/// A pass with what matters at its age.
struct PersonRow: TemplateModel {
    let name: String
    let rows: [SeriesRow]

    static let fields: [TemplateField<Self>] = [.text("person") { $0.name }, .rows("rows") { $0.rows }]
}

/// A series with its newest number.
struct SeriesRow: TemplateModel {
    let found: SituationNumbers.Found
    let numbers: SituationNumbers
    let today: CalendarDate
    var lastVisit: Date?

    var entry: Series.Entry? { found.entries.first }
    var rating: Rating { numbers.catalogue.rating.rating(of: found.series) }
    /// Older than this many days says nothing of now.
    static let staleAfter = 60

    var isStale: Bool {
        guard found.indicator.ended == nil, let day = found.series.lastDay else { return false }
        return day.days(until: today) > Self.staleAfter
    }

    static let fields: [TemplateField<Self>] = [
        .text("name") { row, words in words.label(row.found.indicator.names) },
        .text("link") { Links.series($0.found.series.key) },
        .text("place") { row, words in words.area(row.found.series.key.area, row.numbers) },
        .text("age") { row, words in words.age(row.found.series.key.age) },
        .text("value") { row, words in row.entry.map { words.number($0.value) } },
        .text("exact") { $0.entry?.value?.description },
        .text("unit") { row, words in words.label(row.found.indicator.units) },
        .text("period") { row, words in row.entry.map { words.period($0.period) } },
        .text("change") { row, words in row.entry?.change.map { words.change($0) } },
        .text("rating") { row, words in words.text("situation.rating.\(row.rating.rawValue)") },
        .text("light") { $0.rating.rawValue },
        .text("ended") { row, words in row.found.indicator.ended.map { words.date($0) } },
        .flag("isStale") { $0.isStale },
        .flag("isNew") { row in row.lastVisit.map { row.found.table.imported > $0 } ?? false },
    ]
}

extension Localizer {
    /// A published number as the language writes it; nothing for one that isn't published.
    ///
    /// One with more than four places is rounded; what was published is beside it for programs.
    package func number(_ number: PublishedNumber?) -> String {
        guard let number else { return self[.`situation.unpublished`] }
        return signed(number.places > 4 ? number.rounded(to: 1) : number)
    }

    private func signed(_ number: PublishedNumber) -> String {
        let text = number.description.replacing(".", with: locale.decimalSeparator ?? ".")
        return number.isNegative ? "−" + text.dropFirst() : text
    }

    /// With its sign.
    package func change(_ change: PublishedNumber) -> String {
        let text = number(change)
        return change.isNegative || change.isZero ? text : "+" + text
    }

    /// `week 33 of 2026`, or a day.
    package func period(_ period: ReportingPeriod) -> String {
        guard period.week != nil else { return date(period.firstDay.description) }
        let (year, week) = period.isoWeek
        return self(.`situation.week`, ["week": String(week), "year": String(year)])
    }

    package func area(_ id: String, _ numbers: SituationNumbers) -> String {
        numbers.catalogue.area(id).map { label($0.labels) } ?? self(.`situation.district`, ["key": id])
    }

    /// `all ages`, `0 to 4 years`, `60 years and older`.
    package func age(_ text: String) -> String {
        guard let range = AgeGroup(text).range else { return text }
        if AgeGroup(text) == AgeGroup(IndicatorSource.everyAge) { return self[.`situation.age.all`] }
        let gaps = ["from": String(range.lowerBound), "to": String(range.upperBound)]
        return text.hasSuffix("+") ? self(.`situation.age.from`, gaps) : self(.`situation.age.between`, gaps)
    }
}
