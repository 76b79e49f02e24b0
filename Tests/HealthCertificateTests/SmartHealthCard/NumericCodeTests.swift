import HealthCardIssuing
import HealthCertificate
import Testing

@Suite("Numeric codes are read alone and in chunks", .timeLimit(.minutes(3)))
struct NumericCodeTests {
    private func findings(_ texts: [String]) -> [String] {
        SmartHealthCardInspection(text: texts.joined(separator: " ")).findings.map(\.description)
    }

    @Test(
        "Texts that are no code are refused by name",
        arguments: [
            ("shc:", "badQRHeader"), ("shc:/", "badQRHeader"), ("shc:12", "badQRHeader"), ("shc:/1/12", "badQRHeader"),
            ("shc:/1/2/3/12", "badQRHeader"), ("shc:/0/1/12", "badQRHeader"), ("shc:/01/2/12", "badQRHeader"),
            ("shc:/-1/2/12", "badQRHeader"), ("shc:/a/2/12", "badQRHeader"), ("shc:/3/2/12", "chunkIndexOutOfRange"),
            ("shc:/1/1000/12", "chunkIndexOutOfRange"), ("shc:/99999999999999999999/2/12", "badQRHeader"),
            ("shc:/123", "oddDigitCount"), ("shc:/12a4", "notADigit"), ("shc:/１２", "notADigit"),
            ("shc:/78", "numberTooBig"),
            ("SHC:/78", "numberTooBig"),
        ])
    func refuses(text: String, name: String) {
        #expect(findings([text]) == [name])
    }

    @Test func digitsStandForCharacters() throws {
        #expect(try NumericCode("shc:/0001137777").characters == Array("-.:zz".utf8))
        let place = try #require(try NumericCode("shc:/2/3/56").place)
        #expect(place.index == 2 && place.count == 3)
        #expect(NumericCode.texts(for: "eyJ.-z") == ["shc:/567629010077"])
    }

    @Test func longCardsComeInFewEqualChunksAndAnyOrder() throws {
        let cards = try ExampleCards()
        let vaccination = HealthClaims.Entry.vaccination(ExampleCards.vaccination)
        let many = (0..<40).map { number in
            var entry = ExampleCards.vaccination
            // Lots that pack badly make a card that needs several codes.
            entry.lotNumber = String(UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15, radix: 36)
            return HealthClaims.Entry.vaccination(entry)
        }
        let card = try cards.issuer.issue(
            HealthClaims(holder: ExampleCards.claims.holder, entries: many + [vaccination]),
            issuedAt: ExampleCards.issuedAt)
        let texts = card.certificate.text.split(separator: "\n").map(String.init)
        #expect(texts.count > 1)
        for text in texts { #expect(try NumericCode(text).characters.count <= NumericCode.longestChunk) }
        #expect(try SmartHealthCard(texts.reversed().joined(separator: "\n")).jws == card.jws)
        #expect(try SmartHealthCard((texts + texts).joined(separator: " ")).jws == card.jws)
        #expect(findings(Array(texts.dropLast())) == ["chunkMissing at chunk \(texts.count) of \(texts.count)"])
        let others = NumericCode.texts(for: String(repeating: "a", count: card.jws.utf8.count))
        #expect(findings(texts + [others[0]]) == ["chunkDuplicate at chunk 1"])
        #expect(findings([texts[0], "shc:/2/\(texts.count + 1)/12"]) == ["chunkCountMismatch"])
        #expect(findings([texts[0], "shc:/12"]) == ["chunkCountMismatch"])
    }

    @Test func cutsThatAreOnlyUnusualAreRemarked() throws {
        let card = try ExampleCards().card()
        let digits = card.certificate.text.dropFirst(5)
        #expect(
            SmartHealthCardInspection(text: "shc:/1/1/" + digits).card?.findings.map(\.code) == [.singleChunkNumbered])
        let half = digits.index(digits.startIndex, offsetBy: 200)
        let halves = "shc:/2/2/\(digits[half...])\nshc:/1/2/\(digits[..<half])"
        #expect(SmartHealthCardInspection(text: halves).card?.findings.map(\.code) == [.chunkTooSmall])
    }

    @Test func tooManyCodesAndTooLongOnesAreRefused() {
        #expect(findings(Array(repeating: "shc:/12", count: 65)) == ["textTooLong"])
        #expect(findings(["shc:/" + String(repeating: "1", count: 30_000)]) == ["textTooLong"])
    }
}
