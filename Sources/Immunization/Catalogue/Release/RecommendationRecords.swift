import CivilDates

extension CatalogueRelease {
    /// The countries that a schedule is for or leads to, ISO 3166-1 alpha-2.
    public var countries: Set<String> {
        schedules.reduce(into: []) { countries, schedule in
            if let country = schedule.country { countries.insert(country) }
            for series in schedule.series { countries.formUnion(Self.destinations(of: series)) }
        }
    }

    /// What is recommended in a country, to those who live there and to those who travel there; one record for each
    /// disease target: what `GET /recommend/{country}` and, without a country, `GET /recommend/all` give.
    ///
    /// Recommendations that depend on a condition or a job aren't among them. `age` is the age in whole years from
    /// which the first dose is recommended, where that is a year or more.
    ///
    /// - Parameters:
    ///   - country: ISO 3166-1 alpha-2 code, nil for all.
    ///   - language: the language of the targets' names, ISO 639-1.
    ///   - name: the name to give for a country's code.
    public func recommendations(
        in country: String? = nil, language: String = "en", naming name: (String) -> String = { $0 }
    ) -> [CatalogueRecord] {
        catalogue.targets.compactMap { target in
            let found = schedules.filter { $0.species == target.species }.flatMap { schedule in
                schedule.series.filter { $0.antigens.contains(target.id) }.compactMap { series in
                    entry(series, of: schedule, in: country)
                }
            }
            guard !found.isEmpty else { return nil }
            // What a country recommends to all isn't changed by what one of its regions adds.
            let wide = found.filter { !$0.isRegional }.reduce(into: Set<String>()) { $0.formUnion($1.countries) }
            let all = found.filter { !$0.isRegional || !$0.countries.isSubset(of: wide) }
            // What a doctor decides doesn't make the age younger from which all are recommended it.
            let plain = all.filter { !$0.isAsked }
            let told = plain.isEmpty ? all : plain
            let countries = told.reduce(into: Set<String>()) { $0.formUnion($1.countries) }
            let ages = told.map(\.age)
            let genders = Set(told.map(\.gender))
            return catalogue.record(
                for: target.id, language: language, age: ages.contains(nil) ? nil : ages.compactMap { $0 }.min(),
                countries: countries.map(name).sorted(), gender: genders.count == 1 ? genders.first ?? nil : nil,
                askDoctor: plain.isEmpty ? true : nil)
        }
    }

    private struct Entry {
        let countries: Set<String>
        let age: Int?
        let gender: String?
        /// Whether it is for those only who live in a part of a country.
        let isRegional: Bool
        /// Whether a doctor has to decide.
        let isAsked: Bool
    }

    private func entry(_ series: AntigenSeries, of schedule: Schedule, in country: String?) -> Entry? {
        // What was withdrawn, or will be, is no lasting recommendation.
        guard series.limits.inForceUntil == nil else { return nil }
        var places = Self.destinations(of: series)
        if let home = schedule.country, series.kind == .standard || Self.isForResidents(series) { places.insert(home) }
        if let country { places.formIntersection([country]) }
        guard !places.isEmpty else { return nil }
        let ages = series.doses.first?.ages.first
        let years = (ages?.earliestRecommended ?? ages?.minimum)?.years ?? 0
        return Entry(
            countries: places, age: years > 0 ? years : nil,
            gender: series.sexes.count == 1 ? series.sexes.first?.rawValue : nil,
            isRegional: series.kind == .risk && Self.destinations(of: series).isEmpty,
            isAsked: series.doses.first?.ask.isEmpty == false)
    }

    private static func destinations(of series: AntigenSeries) -> Set<String> {
        series.indications.reduce(into: []) { places, indication in
            if case .trip(let rule) = indication.ground {
                places.formUnion(rule.destinations.filter { $0.utf8.count == 2 })
            }
        }
    }

    private static func isForResidents(_ series: AntigenSeries) -> Bool {
        series.indications.contains { if case .residence = $0.ground { true } else { false } }
    }
}
