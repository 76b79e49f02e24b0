package import Answers
import Immunization

extension Answer.Begun: MessageCode { package static let family = "answer.begun" }
extension Trip.Style: MessageCode {
    package static let family = "journeys.style"
    package static let parts = ["", "if"]
}
extension Answer.State: MessageCode { package static let family = "answer.state" }
extension Answer.Reason.Code: MessageCode {
    package static let family = "answer.reason"
    package var parameters: Set<String> {
        switch self {
        case .ticked, .job: ["situation"]
        case .trip, .tripWithoutDay: ["countries"]
        case .tripIf: ["countries", "conditions"]
        case .age: ["age"]
        case .gap: ["disease", "gap", "date"]
        case .after: ["situation", "gap"]
        case .season: ["from", "to"]
        case .validUntil, .childStrength, .unknownVaccine, .unknownDay: ["date"]
        case .pregnancyWeek: ["week"]
        case .residence, .timing, .duringTreatment, .sex: []
        }
    }
}
extension JudgedDose.Doubt: MessageCode { package static let family = "doses.doubt" }
extension JudgedDose.Shortcoming: MessageCode { package static let family = "doses.fault" }
extension Dossier.Told: MessageCode { package static let family = "answer.given" }
extension HistoryIssue.Kind: MessageCode { package static let family = "doses.issue" }

extension Answer.Reason {
    /// The reasons without what they speak of: each has a message.
    package enum Code: CaseIterable {
        case ticked, job, residence, trip, tripIf, tripWithoutDay, age, gap, after, season, validUntil, pregnancyWeek,
            childStrength, unknownVaccine, unknownDay, timing, duringTreatment, sex
    }

    package var code: Code {
        switch self {
        case .ticked: .ticked
        case .job: .job
        case .residence: .residence
        case .trip: .trip
        case .tripIf: .tripIf
        case .tripWithoutDay: .tripWithoutDay
        case .age: .age
        case .gap: .gap
        case .after: .after
        case .season: .season
        case .validUntil: .validUntil
        case .pregnancyWeek: .pregnancyWeek
        case .childStrength: .childStrength
        case .unknownVaccine: .unknownVaccine
        case .unknownDay: .unknownDay
        case .timing: .timing
        case .duringTreatment: .duringTreatment
        case .sex: .sex
        }
    }
}
