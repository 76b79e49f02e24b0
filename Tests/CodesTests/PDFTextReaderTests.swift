import Testing

@testable import Codes

@Suite("The text of a PDF", .timeLimit(.minutes(3)))
struct PDFTextReaderTests {

    private static func page(_ lines: [String]) -> [UInt8] {
        let text = lines.enumerated().map { "BT /F1 12 Tf 50 \(700 - $0 * 20) Td (\($1)) Tj ET" }.joined(
            separator: "\n")
        return PDF(objects: [
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
            "<</Length \(text.utf8.count)>>\nstream\n\(text)\nendstream",
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        ]).bytes
    }

    @Test func isReadAsItStandsOnThePage() async {
        let outcome = await PDFTextReader().text(of: Self.page(["Rotaviren", "Masern"]))
        guard case .success(let text) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(text.contains("Rotaviren") && text.contains("Masern"))
    }

    @Test func ofWhatIsNoPDFIsRefused() async {
        let reader = PDFTextReader()
        #expect(await reader.text(of: Array("hello".utf8)) == .failure(.unknownFormat))
        #expect(await reader.text(of: [UInt8](repeating: 0, count: 20_000_001)) == .failure(.tooManyBytes))
        #expect(await reader.text(of: Array("%PDF-1.4\nnothing".utf8)) == .failure(.damaged))
        #expect(await PDFTextReader(folder: "/nonexistent").text(of: Array("%PDF-1.4".utf8)) == .failure(.unavailable))
    }
}
