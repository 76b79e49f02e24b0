import CivilDates
import Foundation
import Lists
import Situation
import Web

/// A series drawn as SVG, without script: the season's curve, the changes, the season among earlier ones.
///
/// Every mark names its period and its number, so that a reader, or a program, has what the table has.
struct SeriesGraph: Sendable {
    private let found: SituationNumbers.Found
    private let comparison: SeasonComparison
    private let words: Localizer
    private let frame = GraphFrame()

    init(_ found: SituationNumbers.Found, _ words: Localizer) {
        (self.found, self.words) = (found, words)
        comparison = SeasonComparison(found.series)
    }

    /// What the graph shows, in words; nil where there is nothing to draw.
    func summary(_ kind: GraphKind) -> String? {
        guard let season = comparison.season, let last = comparison.current.last, let value = last.value,
            let peak = comparison.current.max(by: { ($0.value ?? value) < ($1.value ?? value) })
        else { return nil }
        var gaps = [
            "season": ReportingPeriod.seasonName(season), "last": words.number(value),
            "period": words.period(last.period),
            "peak": words.number(peak.value), "peak-period": words.period(peak.period),
        ]
        switch kind {
        case .season: return words(.`situation.summary.season`, gaps)
        case .changes:
            let changes = found.entries.compactMap(\.change)
            guard let first = changes.first else { return nil }
            gaps["change"] = words.change(first)
            gaps["rises"] = String(changes.count { !$0.isNegative && !$0.isZero })
            gaps["falls"] = String(changes.count { $0.isNegative })
            return words(.`situation.summary.changes`, gaps)
        case .comparison:
            guard !comparison.bands.isEmpty, let first = comparison.earlierSeasons.first else {
                return words(.`situation.summary.alone`, gaps)
            }
            gaps["first"] = ReportingPeriod.seasonName(first)
            return words(.`situation.summary.comparison`, gaps)
        }
    }

    /// The whole drawing.
    func svg(_ kind: GraphKind) -> String {
        let title = words.label(found.indicator.names)
        let size = (
            width: Int(GraphFrame.width, clampedTo: 0...1_000), height: Int(GraphFrame.height, clampedTo: 0...1_000)
        )
        let body =
            switch kind {
            case .season: season(withBands: false)
            case .changes: changes()
            case .comparison: season(withBands: true)
            }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size.width) \(size.height)" \
            role="img" lang="\(words.code)" font-family="system-ui, sans-serif" font-size="11">
            <title>\(HTMLText.escape(title))</title><desc>\(HTMLText.escape(summary(kind) ?? words[.`situation.nothing`]))</desc>
            <style>\(Self.style)</style>
            \(body)</svg>

            """
    }

    /// As light as the page, or as dark; what is printed in black and white differs by strokes and dashes.
    private static let style = """
        text{fill:#333}.grid{stroke:#bbb}.line{stroke:#1b5fc1}.dot,.up{fill:#1b5fc1}.down{fill:#fff;stroke:#1b5fc1}\
        .band{fill:#c9d8ee}.median{stroke:#555}\
        @media (prefers-color-scheme:dark){text{fill:#ddd}.grid{stroke:#555}.line{stroke:#8ab4f8}.dot,.up{fill:#8ab4f8}\
        .down{fill:#111;stroke:#8ab4f8}.band{fill:#2c3f5c}.median{stroke:#bbb}}
        """

    // MARK: The season
    private func season(withBands: Bool) -> String {
        let values = comparison.current.compactMap { $0.value?.approximate }
        let bands = withBands ? comparison.bands : []
        let top = (values + bands.map(\.high.approximate)).max() ?? 0
        let scale = frame.scale(from: 0, to: top)
        var svg = frame.grid(scale, words) + weeks()
        if !bands.isEmpty { svg += drawn(bands, scale) }
        let points = comparison.current.compactMap { point in
            point.value.map { (x: frame.x(point.period.placeInSeason), y: scale.y($0.approximate), point: point) }
        }
        svg += polyline(points.map { ($0.x, $0.y) }, "class=\"line\" stroke=\"#1b5fc1\" stroke-width=\"2\"")
        for (x, y, point) in points {
            guard let value = point.value else { continue }
            let label = HTMLText.escape("\(words.period(point.period)): \(words.number(value))")
            svg += """
                <circle class="dot" fill="#1b5fc1" cx="\(frame.text(x))" cy="\(frame.text(y))" r="\(points.count > 60 ? "1" : "2.5")" \
                data-period="\(point.period)" data-value="\(value)"><title>\(label)</title></circle>

                """
        }
        return svg
    }

    private func drawn(_ bands: [SeasonComparison.Band], _ scale: GraphFrame.Scale) -> String {
        let upper = bands.map { (frame.x($0.place), scale.y($0.high.approximate)) }
        let lower = bands.reversed().map { (frame.x($0.place), scale.y($0.low.approximate)) }
        let outline = (upper + lower).map { "\(frame.text($0.0)),\(frame.text($0.1))" }.joined(separator: " ")
        var svg = "<polygon class=\"band\" fill=\"#c9d8ee\" points=\"\(outline)\"/>\n"
        let median = bands.map { (frame.x($0.place), scale.y($0.median.approximate)) }
        svg += polyline(median, "class=\"median\" stroke=\"#555\" stroke-width=\"1.5\" stroke-dasharray=\"5 3\"")
        for (band, point) in zip(bands, median) {
            let gaps = ["low": words.number(band.low), "high": words.number(band.high)]
            let label = HTMLText.escape(
                "\(words[.`situation.median`]): \(words.number(band.median)); \(words(.`situation.range`, gaps))")
            svg += """
                <circle fill="none" cx="\(frame.text(point.0))" cy="\(frame.text(point.1))" r="3" data-place="\(band.place)" \
                data-low="\(band.low)" data-median="\(band.median)" data-high="\(band.high)"><title>\(label)</title></circle>

                """
        }
        return svg
    }

    private func polyline(_ points: [(Double, Double)], _ attributes: String) -> String {
        let list = points.map { "\(frame.text($0.0)),\(frame.text($0.1))" }.joined(separator: " ")
        return "<polyline fill=\"none\" \(attributes) points=\"\(list)\"/>\n"
    }

    /// The weeks under the curve.
    private func weeks() -> String {
        [40, 50, 8, 18, 28, 38].map { week in
            let place = week >= ReportingPeriod.firstWeekOfSeason ? week - 40 : week + 13
            return frame.label(
                words(.`situation.week-short`, ["week": String(week)]), x: frame.x(place * 7), y: GraphFrame.height - 6)
        }.joined()
    }

    // MARK: The changes
    private func changes() -> String {
        let entries = Array(found.entries.reversed())
        let values = entries.map { $0.change?.approximate ?? 0 }
        let scale = frame.scale(from: min(0, values.min() ?? 0), to: max(0, values.max() ?? 0))
        var svg = frame.grid(scale, words)
        let step = (GraphFrame.width - GraphFrame.left - GraphFrame.right) / Double(max(1, entries.count))
        for (index, entry) in entries.enumerated() {
            guard let change = entry.change else { continue }
            let (zero, end) = (scale.y(0), scale.y(change.approximate))
            let label = HTMLText.escape("\(words.period(entry.period)): \(words.change(change))")
            svg += """
                <rect class="\(change.isNegative ? "down" : "up")" fill="\(change.isNegative ? "#fff" : "#1b5fc1")" stroke="#1b5fc1" \
                x="\(frame.text(GraphFrame.left + step * (Double(index) + 0.15)))" y="\(frame.text(min(zero, end)))" \
                width="\(frame.text(step * 0.7))" height="\(frame.text(max(0.5, abs(zero - end))))" \
                data-period="\(entry.period)" data-change="\(change)"><title>\(label)</title></rect>

                """
        }
        for index in [0, entries.count / 2, entries.count - 1] where entries.indices.contains(index) {
            svg += frame.label(
                short(entries[index].period), x: GraphFrame.left + step * (Double(index) + 0.5),
                y: GraphFrame.height - 6)
        }
        return svg
    }

    private func short(_ period: ReportingPeriod) -> String {
        guard let week = period.week else { return period.firstDay.description }
        return words(.`situation.week-short`, ["week": String(week)])
    }
}

/// Where a graph's marks are.
struct GraphFrame: Sendable {
    static let width = 360.0
    static let height = 220.0
    static let left = 44.0
    static let right = 12.0
    private static let top = 12.0
    private static let bottom = 24.0

    /// From numbers to places.
    struct Scale: Sendable {
        let from: Double
        let to: Double
        let step: Double

        func y(_ value: Double) -> Double {
            GraphFrame.height - GraphFrame.bottom
                - (value - from) / (to - from) * (GraphFrame.height - GraphFrame.top - GraphFrame.bottom)
        }
    }

    /// A scale whose lines are at round numbers.
    func scale(from: Double, to: Double) -> Scale {
        let range = max(to - from, 1e-9)
        var (step, turn) = (1e-10, 0)
        // Five lines at most, at steps of 1, 2, 5, 10 and so on.
        while range / step > 5 {
            step *= turn % 3 == 1 ? 2.5 : 2
            turn += 1
        }
        return Scale(
            from: (from / step).rounded(.down) * step, to: max(step, (to / step).rounded(.up) * step), step: step)
    }

    func grid(_ scale: Scale, _ words: Localizer) -> String {
        let lines = Int(((scale.to - scale.from) / scale.step).rounded(), clampedTo: 0...12)
        return (0...lines).map { index in
            let value = scale.from + Double(index) * scale.step
            let y = text(scale.y(value))
            let number = value.formatted(
                .number.precision(.significantDigits(1...4)).grouping(.never).locale(words.locale))
            return """
                <line class="grid" stroke="#bbb" stroke-width="0.5" x1="\(text(Self.left))" \
                x2="\(text(Self.width - Self.right))" y1="\(y)" y2="\(y)"/>\
                <text text-anchor="end" x="\(text(Self.left - 4))" y="\(text(scale.y(value) + 4))">\(HTMLText.escape(number))</text>

                """
        }.joined()
    }

    /// From a place in the season.
    func x(_ place: Int) -> Double {
        Self.left + Double(place) / Double(ReportingPeriod.places) * (Self.width - Self.left - Self.right)
    }

    func label(_ label: String, x: Double, y: Double) -> String {
        // What would leave the picture ends at its edge.
        let isLast = x > Self.width - 24
        return
            "<text text-anchor=\"\(isLast ? "end" : "middle")\" x=\"\(text(isLast ? Self.width - 2 : x))\" y=\"\(text(y))\">\(HTMLText.escape(label))</text>\n"
    }

    /// A coordinate with one decimal place.
    func text(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded(), clampedTo: -1_000_000...1_000_000)
        return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }
}
