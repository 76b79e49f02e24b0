package import Immunization

/// A dose of a file of which somebody has to say which vaccine it was, or that shows what its words were taken for.
package struct AskedDose: Codable, Sendable, Equatable {
    /// The number of its pass among those of the file, from 0.
    package private(set) var pass: Int
    /// Its own among those of the pass, from 0.
    package let dose: Int
    /// What the file says of the vaccine: its words, else a code.
    package let text: String
    /// What is asked; nil where it only shows that.
    package let question: VaccineFinder.Question?
    /// What it may be, as a field takes it; none where that has to be looked for.
    package let choices: [String]

    package init(pass: Int, dose: Int, _ asked: AskedVaccine) {
        (self.pass, self.dose) = (pass, dose)
        (text, question, choices) = (asked.text, asked.question, asked.choices)
    }

    /// The same with what its words may mean, letters wrong too, which takes a while.
    package func guessed(_ finder: VaccineFinder, for who: VaccineFinder.Who) -> AskedDose {
        guard question == .whichVaccine, let asked = AskedVaccine(text, finder.find(text, for: who)) else {
            return self
        }
        return asked.question == nil || asked.choices.isEmpty ? self : AskedDose(pass: pass, dose: dose, asked)
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
    /// What is asked; nil where it only shows what the words were taken for.
    let question: VaccineFinder.Question?
    let choices: [String]

    private static let (longestText, mostChoices) = (200, 8)

    /// - Returns: Nil where the answer says what it was, or that it was none.
    package init?(_ text: String, _ answer: VaccineFinder.Answer) {
        switch answer {
        case .one(let found, let sureness) where sureness < VaccineFinder.clear:
            (question, choices) = (nil, [VaccineFinder.id(found)])
        case .one, .diseases, .refused: return nil
        case .unknown: (question, choices) = (.whichVaccine, [])
        case .choice(let some, let question):
            (self.question, choices) = (question, some.prefix(Self.mostChoices).map(VaccineFinder.id))
        }
        self.text = String(text.prefix(Self.longestText))
    }
}
