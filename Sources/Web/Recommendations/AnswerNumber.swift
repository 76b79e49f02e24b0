package import Answers

/// How many vaccinations are for now: the one number of a pass, which every page tells.
package struct AnswerNumber: TemplateModel {
    package let summary: Answer.Summary
    /// What is asked and open, as ``AnswerWords/questions`` has it; nil where it isn't named.
    package var asked: String?
    /// Whether it counts more than the lines beside it: a page that shows one country's lines says so.
    package var isOfAll: Bool

    package init(summary: Answer.Summary, asked: String? = nil, isOfAll: Bool = false) {
        self.summary = summary
        self.asked = asked
        self.isOfAll = isOfAll
    }

    private var isOnlyAsked: Bool { summary.injectionsNow == 0 && summary.questions > 0 }

    /// Whether nothing is for now, nor anything asked.
    package var isNothing: Bool { summary.injectionsNow == 0 && summary.questions == 0 }

    package func text(_ words: Localizer) -> String {
        // 'Nothing is due' would be wrong: it depends on answers.
        if isOnlyAsked { return questions(words) }
        guard summary.injectionsNow > 0 else { return words[.`answer.number.none`] }
        return words(isOfAll ? .`plan.with-all` : .`answer.number`, count: summary.injectionsNow)
    }

    /// '3 vaccinations now'; nil where there is none.
    package func now(_ words: Localizer) -> String? {
        summary.injectionsNow > 0 ? words(.`answer.number`, count: summary.injectionsNow) : nil
    }

    /// That combinations serve more lines than they are vaccinations, how many may have been given, and how many questions
    /// are open.
    package func more(_ words: Localizer) -> [String] {
        let (now, lines) = (summary.injectionsNow, summary.linesNow)
        let combined =
            lines > now && !isOfAll
            ? words(.`answer.combined`, count: now, ["lines": words.number(lines)]) : nil
        let unless = summary.unlessGiven > 0 ? words(.`answer.unless`, count: summary.unlessGiven) : nil
        return [combined, unless, summary.questions > 0 ? questions(words) : nil].compactMap(\.self)
    }

    /// '1 open question: Vaccinated against measles as a child?'.
    private func questions(_ words: Localizer) -> String {
        let count = words(.`answer.questions`, count: summary.questions)
        return asked.map { "\(count): \($0)" } ?? count
    }

    /// What there is to say besides the first text.
    package func besides(_ words: Localizer) -> [String] { isOnlyAsked ? [] : more(words) }

    package static let fields: [TemplateField<Self>] = [
        .text("value") { String($0.summary.injectionsNow) }, .text("text") { $0.text($1) },
        .lines("more") { $0.besides($1) },
    ]
}
