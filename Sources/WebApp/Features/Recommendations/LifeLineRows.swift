import CivilDates
import Immunization
import Model
import Vault

/// What stands on the life line: for each disease the doses that were given and those to come.
struct LifeLineRows {
    let vaccinations: [VaccinationRecord]
    let advice: Advice
    let shown: [Recommendation]
    let visits: [VisitPlan.Visit]
    let names: VaccinationNames

    /// A disease's doses, in order of time.
    var rows: [LifeLine.Row] {
        var marks: [String: [LifeLine.Mark]] = [:]
        for vaccination in vaccinations {
            for target in names.targets(vaccination) {
                let isInvalid = advice.verdicts(of: vaccination.id).contains { $0.antigen == target && $0.isInvalid }
                let text = names.words.about(vaccination.date)
                marks[target, default: []].append(
                    LifeLine.Mark(date: vaccination.date.latest, text: text, kind: isInvalid ? .invalid : .given))
            }
        }
        let planned = visits.flatMap { visit in visit.doses.flatMap { dose in dose.antigens.map { ($0, visit.date) } } }
        let ahead = shown.filter { !$0.isIdle }.flatMap { dose in
            dose.antigens.compactMap { antigen in dose.recommended.map { (antigen, max($0, advice.today)) } }
        }
        for (target, date) in planned + ahead {
            let known = marks[target] ?? []
            if known.contains(where: { $0.kind == .toCome && $0.date == date }) { continue }
            // What a visit does early needn't be shown on its own day as well.
            if planned.contains(where: { $0.0 == target }), !planned.contains(where: { $0 == (target, date) }) {
                continue
            }
            let text = names.words.date(date.description)
            marks[target, default: []].append(LifeLine.Mark(date: date, text: text, kind: .toCome))
        }
        let rows = marks.map { target, marks in
            LifeLine.Row(name: names.target(target), marks: marks.sorted { $0.date < $1.date })
        }
        return names.words.sorted(rows, by: \.name)
    }
}
