/// How far a vaccination series has come with one dose.
public enum SeriesState: Sendable, Hashable {
    /// The certificate doesn't number its doses.
    case unknown
    /// More doses are to follow.
    case incomplete(dose: Int, of: Int)
    /// This dose completes the series; a series of one after recovery counts as complete.
    case complete(doses: Int)
    /// This dose was given after a series was complete.
    case booster(dose: Int)
}

extension VaccinationEntry {
    /// The state of the series after this dose.
    ///
    /// A dose above the total is a booster, and so is a third one of three. `2/2` is one too when the product's first
    /// series is a single dose, as boosters were written before February 2022.
    public var seriesState: SeriesState {
        guard let dose, let total, dose > 0, total > 0 else { return .unknown }
        if dose < total { return .incomplete(dose: dose, of: total) }
        let isSingleDose = product.map { Self.singleDoseProducts.contains($0.code) } ?? false
        if dose > total || dose >= 3 && isTwoDoseTarget || dose == 2 && isSingleDose { return .booster(dose: dose) }
        return .complete(doses: dose)
    }

    /// Only the series against COVID-19 is known to have at most two doses; others may have more.
    private var isTwoDoseTarget: Bool { target?.code == CodedTargets.covid19.code }

    /// Jcovden, Convidecia and Sputnik Light are authorised as one dose.
    private static let singleDoseProducts: Set<String> = ["EU/1/20/1525", "Convidecia", "Sputnik-Light"]
}
