import Immunization

extension Recommendation {
    /// Whether a doctor has to be asked about it: because the schedule says so, or because it can't be given before a trip
    /// that asks for it.
    var isToAsk: Bool {
        state == .askDoctor || state == .contraindicated && indications.contains(where: \.isTrip)
    }
}

extension Indication {
    var isTrip: Bool { if case .trip = ground { true } else { false } }
}
