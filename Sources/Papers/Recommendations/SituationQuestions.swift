import Answers
import Immunization
import Web

/// A question by yes and no about a situation, and what would be recommended after a yes.
package struct QuestionRow: TemplateModel {
    let observation: Observation
    let diseases: [String]

    static let fields: [TemplateField<Self>] = [
        .text("name") { HealthForm.box($0.observation.id) },
        .text("text") { $1(.`situations.question`, ["situation": $0.observation.names[$1.code]]) },
        .text("diseases") { $1.list($0.diseases) },
    ]
}

extension AnswerWords {
    /// What is asked of situations in which more is recommended.
    package var situations: [QuestionRow] {
        let asked = answer.questions.compactMap { question in
            if case .situation(let id) = question.subject { (id: id, lines: question.lines) } else { nil }
        }
        // Many questions are about the same lines.
        let ids = Set(asked.flatMap(\.lines))
        let lines = answer.lines.filter { ids.contains($0.id) }.map { (id: $0.id, name: name($0)) }
        let named = names.words.sorted(lines) { $0.name }
        return asked.compactMap { id, lines in
            guard let observation = names.catalogue.observations.first(where: { $0.id == id }) else { return nil }
            return QuestionRow(
                observation: observation, diseases: named.filter { lines.contains($0.id) }.map(\.name))
        }
    }
}
