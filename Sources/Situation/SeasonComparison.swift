/// A season beside the ones before it: at each place of the season what the middle and most of the earlier ones had.
package struct SeasonComparison: Sendable {
    /// What earlier seasons had at one place.
    package struct Band: Sendable {
        /// The place in the season, in days.
        package let place: Int
        package let low: PublishedNumber
        package let median: PublishedNumber
        package let high: PublishedNumber
    }

    /// The season of the newest number: the year in which it began.
    package let season: Int?
    /// Its numbers, oldest first; those that are missing are left out.
    package let current: [SeriesPoint]
    /// By place; empty without an earlier season.
    package let bands: [Band]
    package let earlierSeasons: [Int]

    package init(_ series: Series) {
        guard let season = series.points.first?.period.season else {
            (self.season, current, bands, earlierSeasons) = (nil, [], [], [])
            return
        }
        self.season = season
        current = series.points.filter { $0.period.season == season && $0.value != nil }.reversed()
        var byPlace: [Int: [PublishedNumber]] = [:]
        var seasons: Set<Int> = []
        for point in series.points where point.period.season < season {
            guard let value = point.value else { continue }
            byPlace[point.period.placeInSeason, default: []].append(value)
            seasons.insert(point.period.season)
        }
        earlierSeasons = seasons.sorted()
        bands = byPlace.sorted { $0.key < $1.key }.map { place, values in
            let sorted = values.sorted()
            return Band(
                place: place, low: sorted.percentile(10), median: sorted.percentile(50), high: sorted.percentile(90))
        }
    }
}
