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

    /// The template whose printed words are on the page; nil where most of no template's are.
    ///
    /// A page is found by its printed lines, so it is looked for by each template in turn.
    package func template(
        of bytes: [UInt8], as who: Claimant = .alone
    ) async -> Result<ScanTemplate?, ReadRefusal> {
        var best: (template: ScanTemplate, share: Double)?
        for template in templates {
            guard let page = Self.outline(template.pages[0]) else { continue }
            switch await scanner.answer(to: ReaderRequest(), for: page, of: bytes, as: who) {
            case .failure(let refusal): return .failure(refusal)
            case .success(let answer):
                let read = Set(answer.readings.values.joined().flatMap(\.words).flatMap { Self.words($0.text) })
                let share = Self.share(of: template, in: read)
                if share > best?.share ?? Self.least { best = (template, share) }
                if share > Self.enough { return .success(template) }
            }
        }
        return .success(best?.template)
    }

    /// How many of a template's words have to be read, and how many leave no doubt.
    private static let (least, enough) = (0.5, 0.85)

    /// A page's cells, of which nothing is read, and the part of it where titles and headings stand.
    private static func outline(_ page: ScanPage) -> ScanPage? {
        guard let top = RegionBox(left: 0, top: 0, width: 1, height: page.rows?.top ?? 0.2) else { return nil }
        let columns = page.columns.map { ScanColumn(name: $0.name, type: .mark, left: $0.left, width: $0.width) }
        let regions = page.regions.map { ScanRegion(name: $0.name, type: .mark, box: $0.box) }
        let heading = ScanRegion(name: " ", type: .stamp, box: top)
        return try? ScanPage(aspect: page.aspect, rows: page.rows, columns: columns, regions: regions + [heading])
    }

    private static func share(of template: ScanTemplate, in read: Set<String>) -> Double {
        let headings = template.pages[0].columns.compactMap(\.heading)
        let printed = Set((headings + [template.names[""] ?? ""]).flatMap(words))
        guard !printed.isEmpty else { return 0 }
        return Double(printed.intersection(read).count) / Double(printed.count)
    }

    /// Words of four letters or more: shorter ones stand on every form.
    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter }.filter { $0.count >= 4 }.map(String.init)
    }
}
