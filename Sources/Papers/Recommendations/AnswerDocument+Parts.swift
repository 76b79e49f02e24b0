import Answers
import CivilDates
import Immunization
import Web

extension AnswerDocument {
    /// What a vaccination counts for against one antigen.
    struct DosePart: Encodable {
        let dose, antigen, date, verdict: String
        let number: Int?
        let kind, day, reason: String?
        let validUntil: String?

        init(_ verdict: JudgedDose) {
            (dose, antigen, date) = (verdict.dose, verdict.antigen, verdict.date.description)
            validUntil = verdict.validUntil?.description
            var (number, kind, day, reason): (Int?, String?, String?, String?)
            switch verdict.verdict {
            case .counts(let place): (self.verdict, number) = ("counts", place)
            case .countsNext(let next, let from):
                (self.verdict, kind, day) = ("countsNext", next, from?.description)
            case .notNeeded: self.verdict = "notNeeded"
            case .ask(let doubt): (self.verdict, reason) = ("ask", doubt.rawValue)
            case .doesNotCount(let fault, let since):
                (self.verdict, reason, day) = ("doesNotCount", fault.rawValue, since?.description)
            case .dependsOnDay: self.verdict = "dependsOnDay"
            }
            (self.number, self.kind, self.day, self.reason) = (number, kind, day, reason)
        }
    }

    /// Why a line has its state or its day.
    struct ReasonPart: Encodable {
        let kind: String
        private(set) var id, degree, gap, dose, antigen, day, until: String?
        private(set) var places, conditions: [String]?
        private(set) var days, week: Int?

        init(_ reason: Answer.Reason) {
            kind = "\(reason.code)"
            switch reason {
            case .ticked(let id, let degree): (self.id, self.degree) = (id, degree)
            case .job(let id), .timing(let id), .duringTreatment(let id): self.id = id
            case .residence(let places): self.places = places.sorted()
            case .trip(let countries, let days, let departure):
                (places, self.days, day) = (countries.sorted(), days, departure?.description)
            case .tripIf(let countries, let conditions):
                (places, self.days) = (countries.sorted(), conditions.days)
                self.conditions =
                    conditions.styles.map(\.rawValue).sorted() + (conditions.withAnimals ? ["animals"] : [])
            case .tripWithoutDay(let countries): places = countries.sorted()
            case .age(let age): gap = age.description
            case .gap(let gap, let dose, let antigen, let day):
                (self.gap, self.dose, self.antigen, self.day) = (gap.description, dose, antigen, day.description)
            case .after(let id, let gap): (self.id, self.gap) = (id, gap.description)
            case .season(let first, let last): (day, until) = (first.description, last.description)
            case .validUntil(let day): until = day.description
            case .pregnancyWeek(let week): self.week = week
            case .childStrength(let dose, let day), .unknownVaccine(let dose, let day), .unknownDay(let dose, let day):
                (self.dose, self.day) = (dose, day.description)
            case .sex: break
            }
        }
    }
}
