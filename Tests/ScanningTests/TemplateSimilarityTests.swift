import Testing

@testable import Scanning

@Suite("A page looks like a template", .timeLimit(.minutes(3)))
struct TemplateSimilarityTests {
    private static let columns = [0.05, 0.2, 0.6, 0.9]
    private static let rows = [0.2, 0.4, 0.6, 0.8]

    private func template(
        title: String? = "Schutzimpfungen", headings: [String?] = ["Datum", "Impfstoff", "Unterschrift"]
    )
        throws -> ScanTemplate
    {
        let columns = zip(Self.columns, Self.columns.dropFirst()).enumerated().map { number, edges in
            ScanColumn(
                name: "c\(number)", type: .text, left: edges.0, width: edges.1 - edges.0, heading: headings[number])
        }
        return try ScanTemplate(
            id: "t", names: title.map { ["": $0] } ?? [:],
            pages: [ScanPage(aspect: 1.4, rows: ScanRows(top: 0.2, height: 0.6, count: 3), columns: columns)], links: []
        )
    }

    private static let printed =
        OverviewSamples.words("Schutzimpfungen", 0.05, 0.05)
        + OverviewSamples.words("Datum Impfstoff Unterschrift", 0.05, 0.15)
    private static let rulings = OverviewSamples.rulings(columns: columns, rows: [0.1] + rows)

    @Test func itsPrintedWordsAndRulingsSaySo() throws {
        let likeness = TemplateSimilarity(try template(), OverviewSamples.overview(Self.printed, rulings: Self.rulings))
        #expect(likeness.isPossible && likeness.title == 1 && likeness.headings == 1 && likeness.rulings == 1)
    }

    @Test func theSameWordsAboveAnotherTableDont() throws {
        let other = OverviewSamples.rulings(columns: [0.05, 0.3, 0.45, 0.7, 0.9], rows: [0.1, 0.15, 0.25, 0.35])
        #expect(!TemplateSimilarity(try template(), OverviewSamples.overview(Self.printed, rulings: other)).isPossible)
        let turned = OverviewSamples.overview(Self.printed, rulings: Self.rulings, aspect: 0.7)
        #expect(!TemplateSimilarity(try template(), turned).isPossible)
    }

    @Test func anOwnTemplateWithoutPrintedWordsIsToldByItsRulings() throws {
        let own = try template(title: nil, headings: [nil, nil, nil])
        #expect(TemplateSimilarity(own, OverviewSamples.overview([], rulings: Self.rulings)).isPossible)
        let other = OverviewSamples.rulings(columns: [0.05, 0.3, 0.45, 0.7, 0.9], rows: [0.1, 0.15, 0.25, 0.35])
        #expect(!TemplateSimilarity(own, OverviewSamples.overview([], rulings: other)).isPossible)
        #expect(!TemplateSimilarity(own, OverviewSamples.overview(Self.printed)).isPossible, "nothing tells it")
    }

    @Test func withoutRulingsTheTitleSaysSo() throws {
        #expect(TemplateSimilarity(try template(), OverviewSamples.overview(Self.printed)).isPossible)
        let misread = OverviewSamples.words("Schutzimptungen Datum", 0.05, 0.05)
        #expect(TemplateSimilarity(try template(), OverviewSamples.overview(misread)).title == 1)
        let others = OverviewSamples.words("Datum Impfstoff Unterschrift", 0.05, 0.05)
        #expect(!TemplateSimilarity(try template(), OverviewSamples.overview(others)).isPossible)
    }
}
