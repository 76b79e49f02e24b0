/// How much a page looks like one of a template's: by what is printed on it, and by its rulings.
package struct TemplateSimilarity: Sendable, Hashable {
    /// The share of the title's words that were read; nil for a template without a title.
    let title: Double?
    /// The share of the columns' headings.
    let headings: Double?
    /// How well rulings agree, where the page has some and its place is known.
    let rulings: Double?
    /// How many words of a form's length were read.
    private let read: Int

    /// - Parameter page: which of the template's, from 0.
    package init(_ template: ScanTemplate, page number: Int = 0, _ overview: PageOverview) {
        let page = template.pages[number]
        let read = Set((overview.words + overview.upwards).flatMap { Self.words($0.text) }.map { FoldedName($0) })
        self.read = read.count
        func share(_ texts: [String]) -> Double? {
            let words = Set(texts.flatMap(Self.words).map { FoldedName($0) })
            return words.isEmpty ? nil : Double(words.count { Self.isRead($0, in: read) }) / Double(words.count)
        }
        title = share([template.names[""] ?? ""])
        headings = share(page.columns.compactMap(\.heading))
        let isTurned = (overview.aspect > 1) != (page.aspect > 1) && abs(overview.aspect - page.aspect) > 0.2
        rulings = isTurned && !overview.corners.isEmpty ? 0 : PageRulings(page).agreement(with: overview.rulings)
    }

    /// Whether the page can be of this template at all.
    package var isPossible: Bool {
        guard let rulings else { return (title ?? 0) >= 0.5 || title == nil && (headings ?? 0) >= 0.8 }
        if rulings >= 0.85 { return (title ?? 1) >= 0.5 || (headings ?? 1) >= 0.5 }
        // A page's headings may be printed in other languages before its own.
        return rulings >= 0.6 && ((title ?? 0) == 1 || (title ?? 0) >= 0.5 && (headings ?? 1) >= 0.5)
    }

    /// Whether the page is certainly none of this template: much is printed on it, and nothing of that is the template's.
    package var isNone: Bool {
        let isNamed = title != nil || headings != nil
        return isNamed && read >= 8 && (title ?? 0) == 0 && (headings ?? 0) == 0 && (rulings ?? 0) < 0.3
    }

    package var score: Double { (title ?? 0.5) + (headings ?? 0.5) + 2 * (rulings ?? 0.5) }

    /// Words of four letters or more: shorter ones are on every form.
    private static func words(_ text: String) -> [String] {
        text.split { !$0.isLetter }.filter { $0.count >= 4 }.map(String.init)
    }

    private static func isRead(_ word: FoldedName, in read: Set<FoldedName>) -> Bool {
        let most = word.letters.count / 5
        return read.contains(word)
            || read.contains { EditDistance.between($0.letters, word.letters, atMost: most) != nil }
    }
}

/// The rulings that a template's page lets one expect.
private struct PageRulings {
    /// The cells' edges: where each is.
    let standing: [Double]
    let lying: [Double]

    init(_ page: ScanPage) {
        let boxes = page.placed(page: 0).map(\.box)
        standing = Self.apart(boxes.flatMap { [$0.left, $0.right] })
        lying = Self.apart(boxes.flatMap { [$0.top, $0.bottom] })
    }

    private static func apart(_ places: [Double]) -> [Double] {
        places.sorted().reduce(into: []) { apart, place in
            if apart.last.map({ place - $0 > Ruling.nearness }) ?? true { apart.append(place) }
        }
    }

    /// The share of what is expected that is there, or of what is there that is expected: the smaller; nil where the
    /// page has no table of rulings.
    func agreement(with rulings: [ReadBox]) -> Double? {
        guard let grid = PageGrid(rulings), standing.count + lying.count >= 6 else { return nil }
        func share(_ places: [Double], in others: [Double]) -> Double {
            let near = places.count { place in others.contains { abs($0 - place) < Self.tolerance } }
            return Double(near) / Double(max(places.count, 1))
        }
        return min(
            share(standing, in: grid.columns), share(grid.columns, in: standing), share(lying, in: grid.rows))
    }

    /// What a page's corners, and so its rulings, may be off by.
    private static let tolerance = 0.012
}
