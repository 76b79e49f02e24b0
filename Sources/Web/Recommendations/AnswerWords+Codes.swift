import Answers
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
