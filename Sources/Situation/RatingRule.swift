import BoundedJSON

/// How a number is rated beside those of earlier seasons: our own rule, in `Catalogue/situation/light.json`.
package struct RatingRule: Sendable, Hashable {
    /// The weeks of a season that count, by their ISO numbers: from the first on over New Year to the last.
    package let firstWeek: Int
    package let lastWeek: Int
    /// Below so many percent of the earlier numbers it is low.
    package let low: Int
    /// Up to so many percent it is raised, above it is high.
    package let high: Int
    /// With fewer earlier seasons there is no rating.
    package let fewestSeasons: Int

    init(_ json: JSONValue) throws(SituationError) {
        func number(_ name: String, _ range: ClosedRange<Int>) throws(SituationError) -> Int {
            guard let number = json[name]?.wholeNumber(in: range) else {
                throw SituationError(.catalogue, name)
            }
            return number
        }
        firstWeek = try number("firstWeek", 40...53)
        lastWeek = try number("lastWeek", 1...39)
        low = try number("low", 1...100)
        high = try number("high", 1...100)
        fewestSeasons = try number("fewestSeasons", 1...20)
    }

    private func counts(_ period: ReportingPeriod) -> Bool {
        let week = period.isoWeek.week
        return week >= firstWeek || week <= lastWeek
    }

    /// How the newest number of a series is rated.
    package func rating(of series: Series) -> Rating {
        guard let newest = series.points.first(where: { $0.value != nil }), let value = newest.value else {
            return .none
        }
        let earlier = series.points.filter { $0.period.season < newest.period.season && counts($0.period) }
        let seasons = Set(earlier.filter { $0.value != nil }.map(\.period.season))
        guard seasons.count >= fewestSeasons else { return .none }
        let values = earlier.compactMap(\.value).sorted()
        if value < values.percentile(low) { return .low }
        return value <= values.percentile(high) ? .raised : .high
    }
}

/// How much there is of something, beside earlier seasons.
package enum Rating: String, Sendable, CaseIterable {
    case low, raised, high, none
}

extension [PublishedNumber] {
    /// The smallest of sorted numbers that at least so many percent of them don't exceed; they are not empty.
    func percentile(_ percent: Int) -> PublishedNumber {
        self[Swift.max(0, (count * percent + 99) / 100 - 1)]
    }
}
