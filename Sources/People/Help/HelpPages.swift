package import Web

/// All questions.
struct HelpPage: Page {
    static let template = "Help/help"
    let section = Section.none

    func title(_ words: Localizer) -> String { words[.`help.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("introduction") { _ in Links.introduction(1) },
        .rows("questions") { _, words in
            HelpQuestion.allCases.map { NamedLink(name: words($0), link: Links.question($0)) }
        },
    ]
}

/// A question with its answer.
struct HelpQuestionPage: Page {
    let question: HelpQuestion
    static let template = "Help/question"
    let section = Section.none

    func title(_ words: Localizer) -> String { words(question) }

    private func paragraphs(_ words: Localizer) -> [String] {
        words(question, part: "answer").split(separator: "\n\n").map(String.init)
    }

    static let fields: [TemplateField<Self>] = [
        .text("question") { page, words in words(page.question) },
        .lines("paragraphs") { page, words in page.question.isInSteps ? [] : page.paragraphs(words) },
        .one("steps") { page, words in
            page.question.isInSteps ? RowGroup(page.paragraphs(words).map { TextLine(text: $0) }) : nil
        },
        .rows("places") { page, words in
            page.question.places.map { NamedLink(name: words.text($0.name), link: $0.path) }
        },
        .text("back") { _ in Links.help() },
    ]
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
