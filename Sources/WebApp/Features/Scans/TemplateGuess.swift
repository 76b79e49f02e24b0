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
    /// A page lies across or upright: it is looked at once for each.
    package func template(
        of bytes: [UInt8], as who: Claimant = .alone
    ) async -> Result<ScanTemplate?, ReadRefusal> {
        var best: (template: ScanTemplate, share: Double)?
        for shape in Set(templates.map { $0.pages[0].aspect > 1 }).sorted(by: { $0 && !$1 }) {
            let shaped = templates.filter { ($0.pages[0].aspect > 1) == shape }
            let aspect = shaped.map { $0.pages[0].aspect }.reduce(0, +) / Double(shaped.count)
            guard let page = Self.top(aspect) else { continue }
            switch await scanner.answer(to: ReaderRequest(), for: page, of: bytes, as: who) {
            case .failure(let refusal): return .failure(refusal)
            case .success(let answer):
                let read = Set(answer.readings.values.joined().flatMap(\.words).flatMap { Self.words($0.text) })
                for template in shaped {
                    let share = Self.share(of: template, in: read)
                    if share > best?.share ?? Self.least { best = (template, share) }
                }
            }
        }
        return .success(best?.template)
    }

    /// How many of a template's words have to be read.
    private static let least = 0.5

    /// The part of a page where titles and headings stand.
    private static func top(_ aspect: Double) -> ScanPage? {
        guard let box = RegionBox(left: 0, top: 0, width: 1, height: 0.3) else { return nil }
        return try? ScanPage(aspect: aspect, regions: [ScanRegion(name: "top", type: .stamp, box: box)])
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
