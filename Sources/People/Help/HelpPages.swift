package import Web

extension DetailPage {
    /// All questions.
    static func help(_ words: Localizer) -> Self {
        DetailPage(
            words[.`help.title`], section: .none,
            [
                .rows(HelpQuestion.allCases.map { ListRow(words($0), link: Links.question($0)) }),
                .link(words[.`introduction.title`], Links.introduction(1)),
            ])
    }

    /// A question with its answer.
    static func question(_ question: HelpQuestion, _ words: Localizer) -> Self {
        let paragraphs = words(question, part: "answer").split(separator: "\n\n").map(String.init)
        let answer: [PagePart] = question.isInSteps ? [.steps(paragraphs)] : paragraphs.map { .text($0) }
        return DetailPage(
            words(question), section: .none, above: [.back(words[.`help.title`], Links.help())],
            answer + question.places.map { .link(words.text($0.name), $0.path) })
    }
}

/// One of the four pages for beginners.
package struct IntroductionPage: Page {
    package static let numbers = 1...4
    package let number: Int
    package static let template = "Help/introduction"
    package let section = Section.none

    package func title(_ words: Localizer) -> String { words.text("introduction.\(number).title") }

    package static let messageIDs = numbers.flatMap { ["introduction.\($0).title", "introduction.\($0).text"] }

    private var isLast: Bool { number == Self.numbers.upperBound }

    package static let fields: [TemplateField<Self>] = [
        .text("heading") { page, words in page.title(words) },
        .text("text") { page, words in words.text("introduction.\(page.number).text") },
        .text("position") { page, words in
            words(.`introduction.position`, ["page": String(page.number), "pages": String(numbers.upperBound)])
        },
        .text("previous") { page in page.number > 1 ? Links.introduction(page.number - 1) : nil },
        .text("next") { page in page.isLast ? nil : Links.introduction(page.number + 1) },
        .text("end") { _ in Links.home() },
    ]
}
