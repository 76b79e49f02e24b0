import Web

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

/// The four pages for beginners.
package enum Introduction {
    package static let numbers = 1...4
    package static let messageIDs = numbers.flatMap { ["introduction.\($0).title", "introduction.\($0).text"] }
}

extension DetailPage {
    /// One of the pages for beginners.
    static func introduction(_ number: Int, _ words: Localizer) -> Self {
        let last = Introduction.numbers.upperBound
        let position = words(.`introduction.position`, ["page": String(number), "pages": String(last)])
        let previous: [NamedLink] =
            number > 1 ? [NamedLink(words[.`introduction.previous`], Links.introduction(number - 1))] : []
        let next =
            number < last
            ? NamedLink(words[.`introduction.next`], Links.introduction(number + 1))
            : NamedLink(words[.`introduction.begin`], Links.home())
        return DetailPage(
            words.text("introduction.\(number).title"), section: .none, above: [.hint(position)],
            [.text(words.text("introduction.\(number).text")), .ways(previous + [next])]
                + (number < last
                    ? [.link(words[.`introduction.skip`], Links.home()), .hint(words[.`introduction.later`])] : []))
    }
}
