package import Immunization

/// A dose of a file of which somebody has to say which vaccine it was.
package struct AskedDose: Codable, Sendable, Equatable {
    /// The number of its pass among those of the file, from 0.
    package private(set) var pass: Int
    /// Its own among those of the pass, from 0.
    package let dose: Int
    /// What the file says of the vaccine: its words, else a code.
    package let text: String
    package let question: VaccineFinder.Question
    /// What it may be, as a field takes it; none where that has to be looked for.
    package let choices: [String]

    package init(pass: Int, dose: Int, _ asked: AskedVaccine) {
        (self.pass, self.dose) = (pass, dose)
        (text, question, choices) = (asked.text, asked.question, asked.choices)
    }

    /// The same behind so many other passes.
    package func moved(by passes: Int) -> AskedDose {
        var moved = self
        moved.pass += passes
        return moved
    }
}

/// What a file says of a vaccine that nobody knows for sure.
package struct AskedVaccine: Sendable, Equatable {
    let text: String
    let question: VaccineFinder.Question
    let choices: [String]

    private static let (longestText, mostChoices) = (200, 8)

    /// - Returns: Nil where the answer says what it was, or that it was none.
    package init?(_ text: String, _ answer: VaccineFinder.Answer) {
        switch answer {
        case .one, .diseases, .refused: return nil
        case .unknown: (question, choices) = (.whichVaccine, [])
        case .choice(let some, let question):
            (self.question, choices) = (question, some.prefix(Self.mostChoices).map(VaccineFinder.id))
        }
        self.text = String(text.prefix(Self.longestText))
    }
}
