import Answers
import CivilDates
import Model
import Vault
import Web

/// What a date of birth leaves open of which only the year, or the month, is known.
///
/// The answer is for its last possible day. Somebody born earlier in that time may be old enough for more, or born in other
/// months than those that a rule asks for: the page says so.
struct UncertainBirth: TemplateModel {
    /// The day that the answer is for.
    let judged: CalendarDate
    /// The diseases against which something is due on another day of birth only.
    let others: [String]
    /// Where the day is added.
    let edit: String

    static let fields: [TemplateField<Self>] = [
        .text("judged") { $1.date($0.judged.description) },
        .text("others") { $0.others.isEmpty ? nil : $1.list($0.others) }, .text("edit") { $0.edit },
    ]

    /// Nil where the day is known, or nothing of it.
    init?(_ pass: PassRecord, _ words: AnswerWords) {
        let question = words.answer.questions.first { question in
            if case .birthDate(.some) = question.subject { true } else { false }
        }
        guard let question else { return nil }
        (judged, edit) = (words.birth, Links.editPass(pass.id))
        others = words.answer.lines.filter { question.lines.contains($0.id) }.map(words.name)
    }
}
