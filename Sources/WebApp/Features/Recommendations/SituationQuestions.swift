import Answers
import Immunization

/// A question by yes and no about a situation, and what would be recommended after a yes.
struct QuestionRow: TemplateModel {
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
    var situations: [QuestionRow] {
        answer.questions.compactMap { question in
            guard case .situation(let id) = question.subject,
                let observation = names.catalogue.observations.first(where: { $0.id == id })
            else { return nil }
            let lines = answer.lines.filter { question.lines.contains($0.id) }
            return QuestionRow(observation: observation, diseases: names.words.sorted(lines.map(name)))
        }
    }
}

extension Catalogue {
    /// An observation's name, with its degree's where the code names one: 'HIV: severe'.
    func name(ofObservation code: String, _ language: String) -> String {
        let parts = code.split(separator: "/", maxSplits: 1).map(String.init)
        guard let observation = observations.first(where: { $0.id == parts.first }) else { return code }
        let degree = parts.count > 1 ? observation.degrees.first { $0.id == parts[1] } : nil
        return ([observation.names[language]] + [degree?.names[language]].compactMap { $0 }).joined(separator: ": ")
    }
}
