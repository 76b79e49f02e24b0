import Answers
import CivilDates
import Foundation
import Immunization
import Model
import Situation
import Vault
import Web

/// The plan of a pass: how many vaccinations are for now, then every line of its answer once, by its state; the visits,
/// what the plan depends on, the life line.
struct RecommendationsPage: Page {
    let pass: PassRecord
    let release: CatalogueRelease
    let record: HealthRecord
    let answer: Answer
    let filter: PlaceFilter
    /// What is published of the diseases where the account's home is.
    let indicators: [Indicator]
    static let template = "Recommendations/list"
    let section = Section.recommendations
    /// The lines that the filter leaves.
    let shown: [Answer.Line]
    /// The questions about courses that nobody has answered, of these lines.
    let courses: [Question]

    init(
        pass: PassRecord, release: CatalogueRelease, record: HealthRecord, answer: Answer, filter: PlaceFilter,
        indicators: [Indicator] = []
    ) {
        (self.pass, self.release, self.record, self.answer, self.filter) = (pass, release, record, answer, filter)
        self.indicators = indicators
        shown = answer.near.filter(filter.shows)
        let ids = Set(shown.map(\.id))
        courses = answer.openCourses.filter { !ids.isDisjoint(with: $0.lines) }
    }

    func title(_ words: Localizer) -> String { "\(pass.name), \(words[.`recommendations.title`])" }

    /// Nothing is entered: its rows are folded, and it says first how to enter something.
    var isEmpty: Bool { record.vaccinations.isEmpty }

    /// The visits that do something for the lines that are shown.
    var visits: [Answer.Visit] {
        let ids = Set(shown.map(\.id))
        return answer.visits.filter { $0.injections.contains { !ids.isDisjoint(with: $0.lines) } }
    }
}

extension Question {
    /// The antigen by which its answer is stored, where it is about a course.
    package var course: String? { if case .course(let antigen) = subject { antigen } else { nil } }
}

extension Answer {
    /// The questions about courses that nobody has answered.
    var openCourses: [Question] { questions.filter { $0.course != nil && $0.answer == nil } }
}

/// A country's flag as an emoji; its name is always beside it.
package enum Flag {
    package static func emoji(_ country: String) -> String {
        String(String.UnicodeScalarView(country.unicodeScalars.compactMap { UnicodeScalar(0x1F1A5 + $0.value) }))
    }
}

extension Localizer {
    /// A country's flag and name.
    func flagged(_ country: String) -> String { "\(Flag.emoji(country)) \(self.country(country))" }
}
