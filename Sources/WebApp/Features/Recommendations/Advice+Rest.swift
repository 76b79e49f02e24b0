import Answers
import CivilDates
import Immunization

// What the pages need that ask for advice still: it goes with them.

extension EndingDose {
    static func all(
        _ record: HealthRecord, _ advice: Advice?, _ catalogue: Catalogue, on today: CalendarDate
    ) -> [EndingDose] {
        let answer = advice.map {
            Answer(of: Dossier($0.patient), by: $0.recommender.engine, catalogue: catalogue, on: today)
        }
        return all(record, judged: answer?.doses ?? [], catalogue, on: today)
    }
}

extension Recommendation {
    /// Whether nothing is to be done about it.
    var isIdle: Bool { state > .planned }
}
