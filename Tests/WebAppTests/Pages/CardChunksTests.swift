import HealthCertificate
import Testing

@testable import IntakePages
@testable import WebApp

@Suite("Cards divided into several codes", .timeLimit(.minutes(3)))
struct CardChunksTests {
    private func texts(_ card: SmartHealthCard) -> [CertificateImportText] {
        card.certificate.text.split(separator: "\n").map {
            CertificateImportText(text: String($0), origin: .file("a.png"))
        }
    }

    @Test func leavesOtherTextsWhereTheyAre() {
        let texts = ["HC1:A", "shc:/5676", "nothing"].map { CertificateImportText(text: $0, origin: .typed(1)) }
        #expect(CardChunks.joined(texts) == texts)
    }

    @Test func joinsTheCodesOfOneCardInAnyOrder() throws {
        let card = try UploadTests.longCard()
        let other = CertificateImportText(text: "HC1:A", origin: .typed(1))
        let joined = CardChunks.joined([other] + texts(card).reversed() + texts(card))
        #expect(joined.map(\.text) == ["HC1:A", card.certificate.text])
    }

    @Test func tellsTwoCardsOfTheSameLengthApart() throws {
        let (one, two) = (try UploadTests.longCard(), try UploadTests.longCard(seed: 2, given: "Ben"))
        let (first, second) = (texts(one), texts(two))
        let joined = CardChunks.joined([first[1], second[0], first[0], second[1]])
        #expect(Set(joined.map(\.text)) == [one.certificate.text, two.certificate.text])
    }

    @Test func leavesWhatIsIncompleteForTheReaderToRefuse() throws {
        let half = texts(try UploadTests.longCard()).prefix(1)
        #expect(CardChunks.joined(Array(half)) == Array(half))
        #expect(throws: HealthCertificateError.self) { try SignedCertificate(text: half[0].text) }
    }
}
