package import Codes
package import Fairness
package import Scanning
package import Web

/// Which form a picture is of, told by what is printed on its page: one of the templates, or a table of rows.
package struct TemplateGuess: Sendable {
    private let templates: [ScanTemplate]
    private let headings: HeadingWords
    private let scanner: PageScanner

    package init(among templates: [ScanTemplate], headings: HeadingWords, scanner: PageScanner) {
        (self.templates, self.headings, self.scanner) = (templates, headings, scanner)
    }

    /// A page of a form, and where it is in its picture if that is settled.
    package struct Form: Sendable {
        package let template: ScanTemplate
        /// Which of the template's pages, from 0.
        package let part: Int
        package internal(set) var corners: ReaderRequest.Corners?
        /// Whether what is printed on the page says so, and not only somebody who chose it.
        package internal(set) var isLike = true

        package init(_ template: ScanTemplate, part: Int = 0, corners: ReaderRequest.Corners? = nil) {
            (self.template, self.part, self.corners) = (template, part, corners)
        }

        package var page: ScanPage { template.pages[part] }
    }

    /// What a picture shows.
    package struct Look: Sendable {
        /// None where it is none that is known, and no table of vaccinations.
        package let form: Form?
        /// What makes it hard to read.
        package let faults: Set<ReaderAnswer.PictureFlaw>
        /// Whether its page's edge was found.
        package let isFound: Bool
        /// Whether any word was read.
        package let hasWords: Bool

        /// What somebody says that it is, and nobody doubts.
        init(_ form: Form) { (self.form, faults, isFound, hasWords) = (form, [], true, true) }

        init(_ form: Form?, _ answer: ReaderAnswer) {
            (self.form, faults, isFound) = (form, answer.faults, answer.isFound)
            hasWords = !PageOverview(answer).words.isEmpty
        }
    }

    /// The likeliest form of a picture's page.
    ///
    /// The page is looked at once, its words and rulings tell the form; where its edge isn't found and they say nothing,
    /// the picture is taken for the page.
    ///
    /// - Parameters:
    ///   - number: which page of a document the picture is, from 0.
    ///   - request: where the page is.
    ///   - expected: what it should be, the likeliest first; it is, unless it looks like another form.
    ///   - isAlone: whether no other page was sent with it, so that what was expected was said of this one.
    package func look(
        at bytes: [UInt8], number: Int = 0, _ request: ReaderRequest = ReaderRequest(), expected: [Form] = [],
        isAlone: Bool = true, as who: Requester = .alone
    ) async -> Result<Look, ReadRefusal> {
        switch await scanner.answer(to: request, for: nil, number: number, of: bytes, as: who) {
        case .failure(let refusal): return .failure(refusal)
        case .success(let answer):
            let overview = PageOverview(answer)
            if let form = form(overview, expected) { return .success(Look(form, answer)) }
            if !answer.isFound, request.corners == .find {
                let whole = ReaderRequest(corners: .whole, turn: request.turn)
                let again = await scanner.answer(to: whole, for: nil, number: number, of: bytes, as: who)
                if case .success(let second) = again, var form = form(PageOverview(second), expected) {
                    form.corners = form.corners ?? .whole
                    return .success(Look(form, second))
                }
            }
            guard var chosen = expected.first, isAlone || !isOther(chosen, overview) else {
                return .success(Look(table(overview), answer))
            }
            chosen.isLike = false
            return .success(Look(chosen, answer))
        }
    }

    /// What a page looks like; a table only where nothing is expected of it, which would be read better.
    private func form(_ overview: PageOverview, _ expected: [Form]) -> Form? {
        expected.first { TemplateSimilarity($0.template, page: $0.part, overview).isPossible } ?? best(overview)
            ?? (expected.isEmpty ? table(overview) : nil)
    }

    /// Whether a page that was found is certainly none of a form.
    private func isOther(_ form: Form, _ overview: PageOverview) -> Bool {
        overview.corners.count == 4 && TemplateSimilarity(form.template, page: form.part, overview).isNone
    }

    private func best(_ overview: PageOverview) -> Form? {
        var best: (template: ScanTemplate, score: Double)?
        for template in templates {
            let likeness = TemplateSimilarity(template, overview)
            if likeness.isPossible, likeness.score > best?.score ?? 0 { best = (template, likeness.score) }
        }
        return best.map { Form($0.template) }
    }

    /// The page as a table of rows; nil where no headings say so, or nobody knows where it is.
    private func table(_ overview: PageOverview) -> Form? {
        guard overview.corners.count == 4, let template = TableLayout(overview, headings).template() else { return nil }
        return Form(template, corners: .given(overview.corners))
    }
}
