import Answers
import CivilDates
import Immunization
import Model
import Vault
import Web

/// What is on the life line: for each disease the doses that were given and those to come.
struct LifeLineRows {
    let vaccinations: [VaccinationRecord]
    let shown: [Answer.Line]
    let visits: [Answer.Visit]
    let words: AnswerWords

    private var names: VaccinationNames { words.names }

    /// The latest of each disease that are drawn, more than a life has of any.
    private static let mostMarks = 100

    /// A disease's doses, in order of time.
    var rows: [Timeline.Row] {
        let marks = (given + toCome).reduce(into: [String: [Timeline.Mark]]()) {
            $0[$1.target, default: []].append($1.mark)
        }
        let rows = marks.map { target, marks in
            let shown = marks.sorted { $0.date < $1.date }.suffix(Self.mostMarks)
            return Timeline.Row(name: names.target(target), marks: Array(shown), older: marks.count - shown.count)
        }
        return names.words.sorted(rows, by: \.name)
    }

    private var given: [(target: String, mark: Timeline.Mark)] {
        let invalid = Set(words.answer.doses.filter { $0.verdict.fault != nil }.map { "\($0.dose) \($0.antigen)" })
        return vaccinations.flatMap { vaccination in
            names.targets(vaccination).map { target in
                let kind = invalid.contains("\(vaccination.id) \(target)") ? Timeline.Kind.invalid : .given
                return (
                    target,
                    Timeline.Mark(
                        date: vaccination.date.latest, text: names.words.about(vaccination.date), kind: kind)
                )
            }
        }
    }

    /// What visits give; of lines that none of them serves, their own day.
    private var toCome: [(target: String, mark: Timeline.Mark)] {
        let planned = visits.flatMap { visit in visit.injections.flatMap(\.antigens).map { ($0, visit.day) } }
        let served = Set(visits.flatMap(\.injections).flatMap(\.lines))
        let ahead = shown.filter { $0.state.isOpen && !$0.isQuestion && !served.contains($0.id) }.flatMap { line in
            line.antigens.compactMap { antigen in line.day.map { (antigen, $0) } }
        }
        return (planned + ahead).map { target, day in
            (target, Timeline.Mark(date: day, text: names.words.date(day.description), kind: .toCome))
        }
    }
}
