package import CivilDates

/// What a series is about: an indicator in an area, of people of an age.
package struct IndicatorKey: Sendable, Hashable {
    package let indicator: String
    /// An id of ``ReportingArea``, or a district's key.
    package let area: String
    /// As the data set writes it.
    package let age: String

    package init(indicator: String, area: String, age: String) {
        (self.indicator, self.area, self.age) = (indicator, area, age)
    }
}

/// One published number; nil where the data set says that there is none, which is never 0.
package struct SeriesPoint: Sendable, Hashable {
    package let period: ReportingPeriod
    package let value: PublishedNumber?
}

/// The numbers of one series, the newest first.
package struct Series: Sendable, Hashable {
    /// How many periods are shown.
    package static let mostShown = 22

    package let key: IndicatorKey
    package let points: [SeriesPoint]

    /// Puts the newest first, in whichever order the file has them.
    package init(key: IndicatorKey, points: [SeriesPoint]) {
        self.key = key
        self.points = points.sorted { $1.period < $0.period }
    }

    /// A number with its change since the period before in the file.
    package struct Entry: Sendable, Hashable {
        package let period: ReportingPeriod
        package let value: PublishedNumber?
        /// Nil for the first period, and where either number is missing.
        package let change: PublishedNumber?
        /// What the issue before had published for the period, where it was another number.
        package var before: PublishedNumber?

        init(period: ReportingPeriod, value: PublishedNumber?, change: PublishedNumber?) {
            (self.period, self.value, self.change) = (period, value, change)
        }

        /// A number by itself.
        package init(_ point: SeriesPoint) { self.init(period: point.period, value: point.value, change: nil) }
    }

    /// The newest periods, newest first.
    package var newest: [Entry] {
        points.prefix(Self.mostShown).enumerated().map { index, point in
            let earlier = points.dropFirst(index + 1).first?.value
            var change: PublishedNumber?
            if let value = point.value, let earlier { change = value - earlier }
            return Entry(period: point.period, value: point.value, change: change)
        }
    }

    /// The newest periods, with what an earlier issue had for them where it has been revised.
    package func newest(revising earlier: Series?) -> [Entry] {
        guard let earlier else { return newest }
        let known = Dictionary(earlier.points.map { ($0.period, $0.value) }) { first, _ in first }
        return newest.map { entry in
            var entry = entry
            if let before = known[entry.period] ?? nil, before != entry.value { entry.before = before }
            return entry
        }
    }

    /// The last day that it speaks of.
    package var lastDay: CalendarDate? { points.first?.period.lastDay }
}
