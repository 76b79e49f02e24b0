extension Schedule {
    /// Every observation that a row asks for, degrees as `id/degree`.
    var observationsAskedFor: Set<String> {
        var codes = Set(contraindications.compactMap(\.observation))
        for rule in contraindications { codes.formUnion(rule.also.union(rule.unless)) }
        for rule in immunity { codes.formUnion(rule.observations.union(rule.exclusions)) }
        for indication in series.flatMap(\.indications) {
            codes.formUnion(indication.also.union(indication.unless))
            if case .observation(let code) = indication.ground { codes.insert(code) }
        }
        for dose in series.flatMap(\.doses) {
            for case .observation(let code) in (dose.intervals + dose.allowableIntervals).map(\.reference) {
                codes.insert(code)
            }
            for case .observation(let code, _) in dose.skips.flatMap(\.sets).flatMap(\.conditions) {
                codes.insert(code)
            }
        }
        return codes
    }

    /// The countries and regions that somebody has to live in for a row.
    var homesAskedFor: Set<String> {
        series.reduce(into: []) { places, series in
            places.formUnion(series.limits.regions)
            for case .residence(let homes) in series.indications.map(\.ground) { places.formUnion(homes) }
        }
    }

    /// The countries and regions that somebody has to travel to for a row, or not to.
    var destinations: Set<String> {
        series.flatMap(\.indications).reduce(into: []) { places, indication in
            guard case .trip(let rule) = indication.ground else { return }
            places.formUnion(rule.destinations.union(rule.exceptions))
        }
    }
}
