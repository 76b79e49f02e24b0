import CivilDates
package import Foundation
package import Situation
import Synchronization

/// The numbers that are here, as a server shows them.
package struct SituationNumbers: Sendable {
    /// The current version of a table, and what the one before it had.
    package struct Table: Sendable {
        package let version: String
        package let imported: Date
        package let current: DataEdition
        let previous: DataEdition?
    }

    /// A series with where it comes from.
    package struct Found: Sendable {
        package let indicator: Indicator
        package let series: Series
        let previous: Series?
        package let table: Table
        package let dataSet: DataSet

        package var entries: [Series.Entry] { series.newest(revising: previous) }
    }

    package let catalogue: SituationCatalogue
    package var tables: [String: Table] = [:]
    /// Versions that are here and can't be read, by table.
    package var faults: [String: SituationError] = [:]
    /// Differs where the numbers do.
    package var name = ""

    /// The tables of an indicator that are here.
    private func tables(of indicator: Indicator) -> [Table] {
        var seen: Set<String> = []
        return indicator.sources.filter { seen.insert($0.table).inserted }.compactMap { tables[$0.table] }
    }

    package func has(_ indicator: Indicator) -> Bool { !tables(of: indicator).isEmpty }

    /// A series by its exact area and age.
    package func series(_ indicator: Indicator, area: String, age: String) -> Found? {
        let key = IndicatorKey(indicator: indicator.id, area: area, age: age)
        for table in tables(of: indicator) {
            guard let series = table.current.series[key], let dataSet = catalogue.dataSet(of: table.current.table)
            else {
                continue
            }
            return Found(
                indicator: indicator, series: series, previous: table.previous?.series[key], table: table,
                dataSet: dataSet)
        }
        return nil
    }

    private func keys(_ indicator: Indicator) -> [IndicatorKey] {
        tables(of: indicator).flatMap { $0.current.series.keys }.filter { $0.indicator == indicator.id }
    }

    /// The areas that an indicator has numbers of: the country first, then as the catalogue lists them, then districts.
    package func areas(of indicator: Indicator) -> [String] {
        let here = Set(keys(indicator).map(\.area))
        let listed = catalogue.areas.map(\.id).filter(here.contains)
        return listed + here.subtracting(listed).sorted()
    }

    /// The ages that it has numbers of in an area, everybody first.
    package func ages(of indicator: Indicator, in area: String) -> [String] {
        Array(Set(keys(indicator).filter { $0.area == area }.map(\.age)))
            .sorted { (AgeGroup($0), $0) < (AgeGroup($1), $1) }
    }

    /// The area that is meant, as the data have it: a district by its key of eight or five digits.
    package func area(_ text: String, of indicator: Indicator) -> String? {
        let areas = areas(of: indicator)
        let isKey = text.utf8.count == 8 && text.utf8.allSatisfy { (48...57).contains($0) }
        let wanted = isKey ? String(text.prefix(5)) : text
        return areas.first { $0 == wanted } ?? areas.first { $0.lowercased() == wanted.lowercased() }
    }

    /// The nearest area around one that has numbers: itself, the data set's own region, what contains it.
    package func areaAround(_ text: String, of indicator: Indicator) -> String? {
        if let area = area(text, of: indicator) { return area }
        guard let known = catalogue.area(text) else { return area(catalogue.defaultArea.id, of: indicator) }
        if let region = known.region, let area = area(region, of: indicator) { return area }
        return known.parent.flatMap { areaAround($0, of: indicator) }
    }

    /// The age that is meant, as the data set writes it: `0-4` and `00-04` are the same.
    package func age(_ text: String, of indicator: Indicator, in area: String) -> String? {
        let ages = ages(of: indicator, in: area)
        return ages.first { $0 == text } ?? ages.first { AgeGroup($0) == AgeGroup(text) && AgeGroup(text).range != nil }
    }

    /// The narrowest age group of a data set that somebody of so many years is in.
    package func ageGroup(of years: Int, in indicator: Indicator, _ area: String) -> String? {
        ages(of: indicator, in: area).filter { AgeGroup($0).range?.contains(years) == true }
            .min { (AgeGroup($0).range?.count ?? 0) < (AgeGroup($1).range?.count ?? 0) }
    }
}

/// An age group as data sets write it: `00+`, `0-4`, `00-04`, `60+`.
package struct AgeGroup: Hashable, Comparable {
    /// Nil where it is none.
    package let range: ClosedRange<Int>?
    private static let oldest = 199

    package init(_ text: String) {
        let isOpen = text.hasSuffix("+")
        let parts = (isOpen ? text.dropLast() : text[...]).split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.count <= 3 ? Int(typed: $0, in: 0...255) : nil }
        guard numbers.count == parts.count, let from = numbers.first, from <= Self.oldest else {
            range = nil
            return
        }
        switch (isOpen, numbers.count) {
        case (true, 1): range = from...Self.oldest
        case (false, 2) where from <= numbers[1]: range = from...numbers[1]
        default: range = nil
        }
    }

    /// Everybody first, then by where they begin, the wider one first.
    package static func < (left: Self, right: Self) -> Bool {
        func rank(_ group: Self) -> (Int, Int) {
            guard let range = group.range else { return (Int.max, 0) }
            return range == 0...oldest ? (-1, 0) : (range.lowerBound, -range.count)
        }
        return rank(left) < rank(right)
    }
}

/// The numbers in use: what the command has imported is taken up without a restart.
package final class SituationSource: Sendable {
    private struct State {
        var numbers: SituationNumbers
        var stamps: [String: [SituationStore.Stored]] = [:]
        var lookedAt = ContinuousClock.now
        var isLooking = false
    }

    /// What there can be numbers of, as the server was started with it.
    package let catalogue: SituationCatalogue
    private let store: SituationStore
    private let interval: Duration
    private let state: Mutex<State>

    /// Reads the list of indicators, and the numbers that are here.
    ///
    /// - Parameter catalogue: the folder that holds `situation/`.
    package init(catalogue: URL, store: SituationStore, lookingEvery interval: Duration = .seconds(1)) throws {
        (self.store, self.interval) = (store, interval)
        self.catalogue = try SituationCatalogue(folder: catalogue)
        state = Mutex(State(numbers: SituationNumbers(catalogue: self.catalogue)))
        look()
    }

    /// The numbers as they are now; one request looks and reads, the others go on.
    package var inUse: SituationNumbers {
        let isDue = state.withLock { state in
            guard !state.isLooking, state.lookedAt.duration(to: .now) >= interval else { return false }
            state.isLooking = true
            return true
        }
        if isDue { look() }
        return state.withLock { $0.numbers }
    }

    /// Reads what has changed since.
    func look() {
        let (before, known) = state.withLock { ($0.numbers, $0.stamps) }
        var (numbers, stamps) = (before, known)
        for table in before.catalogue.tables {
            let stored = store.stored(table.id)
            guard stored != known[table.id] ?? [] else { continue }
            stamps[table.id] = stored
            (numbers.tables[table.id], numbers.faults[table.id]) = read(stored, of: table, in: before.catalogue)
        }
        numbers.name = stamps.sorted { $0.key < $1.key }
            .flatMap { key, stored in stored.map { "\(key) \($0.version) \($0.imported.timeIntervalSince1970)" } }
            .joined(separator: ",")
        state.withLock { state in
            (state.numbers, state.stamps) = (numbers, stamps)
            (state.lookedAt, state.isLooking) = (ContinuousClock.now, false)
        }
    }

    private func read(
        _ stored: [SituationStore.Stored], of table: DataTable, in catalogue: SituationCatalogue
    ) -> (SituationNumbers.Table?, SituationError?) {
        func issue(_ stored: SituationStore.Stored) throws(SituationError) -> DataEdition {
            try DataEdition(store.read(stored, of: table.id) ?? [], of: table, in: catalogue)
        }
        guard let newest = stored.first else { return (nil, nil) }
        do throws(SituationError) {
            let current = try issue(newest)
            let previous = stored.count > 1 ? try? issue(stored[1]) : nil
            return (
                SituationNumbers.Table(
                    version: newest.version, imported: newest.imported, current: current, previous: previous), nil
            )
        } catch {
            return (nil, error)
        }
    }
}

extension SituationCatalogue {
    /// Reads the files of a catalogue's folder.
    package init(folder: URL) throws {
        let place = folder.appending(path: "situation")
        try self.init(
            indicators: try Data(contentsOf: place.appending(path: "indicators.json")),
            rating: try Data(contentsOf: place.appending(path: "light.json")))
    }
}
