package import CivilDates

/// That rows ask for vaccinations where something was ticked, between two ages.
package struct AskedObservation: Hashable, Sendable {
    /// The observation's id, without a degree.
    package let observation: String
    /// The age from which they do.
    package let beginAge: CalendarPeriod?
    /// The age from which they don't any more.
    package let endAge: CalendarPeriod?
    /// What the vaccinations are against.
    package let antigens: [String]

    static func all(of series: [AntigenSeries]) -> [AskedObservation] {
        series.flatMap { row in
            row.indications.compactMap { indication in
                guard case .observation(let code) = indication.ground else { return nil }
                return AskedObservation(
                    observation: String(code.prefix { $0 != "/" }), beginAge: indication.beginAge,
                    endAge: indication.endAge, antigens: row.antigens)
            }
        }.unique()
    }
}
