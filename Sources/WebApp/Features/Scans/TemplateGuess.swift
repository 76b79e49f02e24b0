package import Codes
package import Fairness
package import Scanning

/// Which template a picture is of, told by the headings that are printed on its page.
package struct TemplateGuess: Sendable {
    private let templates: [ScanTemplate]
    private let scanner: PageScanner

    package init(among templates: [ScanTemplate], scanner: PageScanner) {
        (self.templates, self.scanner) = (templates, scanner)
    }

    /// The template whose title is on the page; nil where most of no template's is.
    ///
    /// A page is found by its printed lines, so it is looked for by each template in turn: until all that is printed on one
    /// was read, or the time is over.
    package func template(
        of bytes: [UInt8], as who: Claimant = .alone, until end: ContinuousClock.Instant? = nil
    ) async -> Result<ScanTemplate?, ReadRefusal> {
        var best: (template: ScanTemplate, score: Double)?
        for template in templates {
            if let end, ContinuousClock.now > end { break }
            guard let page = Self.outline(template.pages[0]) else { continue }
            switch await scanner.answer(to: ReaderRequest(), for: page, of: bytes, as: who) {
            case .failure(let refusal): return .failure(refusal)
            case .success(let answer):
                let read = Set(answer.readings.values.joined().flatMap(\.words).flatMap { Self.words($0.text) })
                let found = Self.found(of: template, in: read)
                if found.score > best?.score ?? 0 { best = (template, found.score) }
                if found.isSure { return .success(template) }
            }
        }
        return .success(best?.template)
    }

    /// A page's cells, of which nothing is read, and the part of it where titles and headings stand.
    private static func outline(_ page: ScanPage) -> ScanPage? {
        guard let top = RegionBox(left: 0, top: 0, width: 1, height: page.rows?.top ?? 0.2) else { return nil }
        let columns = page.columns.map { ScanColumn(name: $0.name, type: .mark, left: $0.left, width: $0.width) }
        let regions = page.regions.map { ScanRegion(name: $0.name, type: .mark, box: $0.box) }
        let heading = ScanRegion(name: " ", type: .stamp, box: top)
        return try? ScanPage(aspect: page.aspect, rows: page.rows, columns: columns, regions: regions + [heading])
    }

    /// How much of what is printed was read, and whether it is so much that no other can be likelier.
    ///
    /// Words of the title count above all, since headings stand in several languages and are alike on all pages; where less
    /// than half of the title was read, nothing does.
    private static func found(of template: ScanTemplate, in read: Set<String>) -> (score: Double, isSure: Bool) {
        let title = Set(words(template.names[""] ?? ""))
        let headings = Set(template.pages[0].columns.compactMap(\.heading).flatMap(words))
        let (titled, headed) = (title.intersection(read).count, headings.intersection(read).count)
        guard !title.isEmpty, titled * 2 >= title.count else { return (0, false) }
        let score = Double(titled) * Double(titled) / Double(title.count) + 0.1 * Double(headed)
        return (score, titled == title.count && headed >= 3 && headed * 5 >= headings.count * 4)
    }

    /// Words of four letters or more: shorter ones stand on every form.
    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter }.filter { $0.count >= 4 }.map(String.init)
    }
}
