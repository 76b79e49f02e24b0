import Immunization

extension SeriesForecast.Reason {
    /// The last part of the message that words it.
    var messageKey: String {
        switch self {
        case .allDosesGiven: "all-doses-given"
        case .dosesNotNeeded: "doses-not-needed"
        case .immunity: "immunity"
        case .contraindication: "contraindication"
        case .doctorDecides: "doctor-decides"
        case .noIndication: "no-indication"
        case .seasonOver: "season-over"
        case .pastMaximumAge: "past-maximum-age"
        case .cannotFinishInTime: "cannot-finish-in-time"
        case .age: "age"
        case .interval: "interval"
        case .conflict: "conflict"
        case .season: "season"
        case .trip: "trip"
        case .any: "any"
        }
    }

    static let messageKeys = [
        "all-doses-given", "doses-not-needed", "immunity", "contraindication", "doctor-decides", "no-indication",
        "season-over", "past-maximum-age", "cannot-finish-in-time", "age", "interval", "conflict", "season", "trip",
        "any",
    ]
}
