import Answers
import CivilDates
import Immunization

extension AnswerDocument {
    /// Whether everything is there for a trip.
    struct TripPart: Encodable {
        let destinations: [String]
        let departure, returning, style: String?
        let isWithAnimals: Bool
        let verdict: String
        let by, barred: String?
        let refusal: RefusalPart?
        let inTime: [OpenPart]
        let tooLate, toAsk, protected, goingOn, besides: [String]
        let borders: [BorderPart]
        let unknownBorders, withoutVaccine: [String]

        init(_ trip: Answer.JudgedTrip) {
            destinations = trip.trip.destinations.sorted()
            (departure, returning) = (trip.trip.departure?.description, trip.trip.returning?.description)
            (style, isWithAnimals) = (trip.trip.style?.rawValue, trip.trip.isWithAnimals)
            (verdict, by, barred) = (trip.verdict.name, trip.by?.description, trip.barred)
            if case .entryRefused(let why) = trip.verdict { refusal = RefusalPart(why) } else { refusal = nil }
            inTime = trip.inTime.map { OpenPart(line: $0.line, last: $0.last.description) }
            (tooLate, toAsk, protected) = (trip.tooLate, trip.toAsk, trip.protected)
            (goingOn, besides) = (trip.goingOn, trip.besides)
            borders = trip.borders.map(BorderPart.init)
            unknownBorders = trip.unknownBorders.sorted()
            withoutVaccine = trip.withoutVaccine.compactMap(\.id)
        }
    }

    struct OpenPart: Encodable {
        let line, last: String
    }

    /// Why an entry is refused.
    struct RefusalPart: Encodable {
        let target, wait, from: String

        init(_ refusal: Answer.JudgedTrip.RefusedEntry) {
            (target, wait, from) = (refusal.target, refusal.wait.description, refusal.from.description)
        }
    }

    /// What a border asks for, and how far it is fulfilled.
    struct BorderPart: Encodable {
        let rule, standing: String
        let target, day: String?

        init(_ border: Answer.JudgedTrip.Border) {
            (rule, target) = (border.rule.id, border.rule.target)
            (standing, day) =
                switch border.standing {
                case .met(let end): ("met", end?.description)
                case .endsAway(let end): ("endsAway", end.description)
                case .open(let day): ("open", day.description)
                case .refused(let refusal): ("refused", refusal.from.description)
                case .test(let test): (test.isTooLate ? "testTooLate" : "test", test.from.description)
                case .ask: ("ask", nil)
                case .free: ("free", nil)
                }
        }
    }
}
