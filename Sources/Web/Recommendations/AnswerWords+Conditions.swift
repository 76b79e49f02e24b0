package import Answers
import CivilDates
package import Immunization

/// What has to be known before something is given: borders, places, trips that count only if, and what can't wait.
extension AnswerWords {
    /// What has to be known before it is given: that nobody is let in without it, and who gives it.
    package func conditions(_ line: Answer.Line) -> [String] { [entry(line)].compactMap(\.self) + places(line) }

    /// Who gives it, where not every practice does.
    package func places(_ line: Answer.Line) -> [String] {
        guard line.state.isOpen || line.state == .ask || line.state == .tooLate else { return [] }
        return line.antigens.compactMap { names.catalogue.target($0)?.place?[words.code] }
    }

    private func entry(_ line: Answer.Line) -> String? {
        guard let entry = line.entry else { return nil }
        let parts = ["countries": countries(entry.countries), "disease": name(line)]
        guard let from = entry.from else {
            return words(line.state == .contraindicated ? .`answer.entry.barred` : .`answer.entry`, parts)
        }
        return words(.`answer.entry.late`, parts.merging(["date": date(from)]) { $1 })
    }

    /// Within how many hours it is given and with what, where it can't wait.
    package func urgent(_ line: Answer.Line) -> String? { line.urgent.flatMap(words.text(of:)) }

    /// 'from 28 days, or travelling simply'.
    package func conditions(_ conditions: TripConditions) -> String {
        let days = conditions.days.map { words(.`trips.if.days`, count: $0) }
        let styles = Trip.Style.allCases.filter(conditions.styles.contains).map { words($0, part: "if") }
        let parts = [days].compactMap(\.self) + styles + (conditions.withAnimals ? [words[.`trips.if.animals`]] : [])
        return words.choice(parts)
    }

    package func countries(_ codes: Set<String>) -> String { words.list(words.sorted(codes.map(words.country))) }
}
