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

    /// A form, and where its page is if that is settled.
    package struct Form: Sendable {
        package let template: ScanTemplate
        package let corners: ReaderRequest.Corners?

        package init(_ template: ScanTemplate, corners: ReaderRequest.Corners? = nil) {
            (self.template, self.corners) = (template, corners)
        }
    }

    /// The likeliest form of a picture's page, and what makes the picture hard to read; no form where it is none that is
    /// known, and no table of vaccinations.
    ///
    /// The page is looked at once: its words and rulings tell the form.
    ///
    /// - Parameters:
    ///   - number: which page of a document the picture is, from 0.
    ///   - request: where the page is.
    package func form(
        of bytes: [UInt8], number: Int = 0, _ request: ReaderRequest = ReaderRequest(), as who: Requester = .alone
    ) async -> Result<(form: Form?, faults: Set<ReaderAnswer.PictureFlaw>), ReadRefusal> {
        await scanner.answer(to: request, for: nil, number: number, of: bytes, as: who).map { answer in
            let overview = PageOverview(answer)
            return (best(overview).map { Form($0) } ?? table(overview), answer.faults)
        }
    }

    private func best(_ overview: PageOverview) -> ScanTemplate? {
        var best: (template: ScanTemplate, score: Double)?
        for template in templates {
            let likeness = TemplateSimilarity(template, overview)
            if likeness.isPossible, likeness.score > best?.score ?? 0 { best = (template, likeness.score) }
        }
        return best?.template
    }

    /// The page as a table of rows; nil where no headings say so, or nobody knows where it is.
    private func table(_ overview: PageOverview) -> Form? {
        guard overview.corners.count == 4, let template = TableLayout(overview, headings).template() else { return nil }
        return Form(template, corners: .given(overview.corners))
    }
}
