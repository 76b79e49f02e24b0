import CBORCoding
import Foundation
import HealthCertificate
import Testing

@Suite("International Certificates of Vaccination or Prophylaxis", .timeLimit(.minutes(3)))
struct ICVPTests {
    private static let stamaril = "YellowFeverProductd8a09f80301dc05e124f99ffe7711fc0"
    private static let polio = "PolioVaccineInactivatedIProduct532ef986c8042bbb15fee24056fdc4ed"

    /// A payload of a generation about one dose.
    private static func payload(
        _ generation: String, vaccine: String = stamaril, date: String = "2026-12-01", birth: String = "1990-05-01",
        from: String = "2026-12-11", until: String? = nil, disease: String? = nil
    ) -> CBOR {
        let dose = MintedCards.map(
            [
                ("vp", .text(vaccine)), ("dt", .text(date)), ("bo", .text("A1")), ("is", .text("Clinic")),
                ("vls", .text(from)),
            ] + [("vle", until), ("tg", disease)].compactMap { name, value in value.map { (name, .text($0)) } })
        let holder: [(String, CBOR)] = [("n", .text("Ada Maria Lovelace")), ("dob", .text(birth)), ("s", .text("F"))]
        return switch generation {
        case "2024": MintedCards.map(holder + [("v", dose)])
        case "2025": MintedCards.map(holder + [("v", .array([dose]))])
        case "2026": MintedCards.map(holder + [("vx", .array([dose])), ("v", .text("2.0"))])
        default: MintedCards.map(holder + [("w", .array([dose]))])
        }
    }

    @Test("all three generations say the same", arguments: ["2024", "2025", "2026"])
    func generations(generation: String) throws {
        let certificate = try SignedCertificate(text: MintedCards().hcert(-6, Self.payload(generation)))
        #expect(certificate.format == .icvp)
        #expect(certificate.holder.name.display == "Ada Maria Lovelace")
        #expect(certificate.holder.dateOfBirth?.text == "1990-05-01")
        let dose = try #require(certificate.claims.vaccinations.first)
        #expect(dose.target == Coding(system: "http://snomed.info/sct", code: "16541001"))
        #expect(dose.product?.code == Self.stamaril)
        #expect(dose.manufacturer?.code == "Sanofi Pasteur")
        #expect(dose.date?.text == "2026-12-01")
        #expect(dose.validFrom?.text == "2026-12-11")
        #expect(dose.lotNumber == "A1")
        #expect(dose.issuer == "Clinic")
    }

    @Test(
        "a dose against yellow fever counts from the tenth day, for life",
        arguments: [("2027-01-05", Verdict.valid), ("2027-01-06", .notYetValid), ("1990-01-01", .valid)])
    func yellowFever(date: String, verdict: Verdict) throws {
        // Noon is 2027-01-15T08:00:00Z.
        let cards = try MintedCards()
        let text = try cards.hcert(-6, Self.payload("2025", date: date))
        let judgement = try cards.judgement(text)
        #expect(judgement.verdict == verdict)
        #expect(judgement.evidence == (verdict == .valid ? .valid : .notYetValid))
        if verdict == .notYetValid { #expect(judgement.changesAt == Date(timeIntervalSince1970: 1_800_057_600)) }
    }

    @Test("a product that the WHO hasn't prequalified proves nothing, and that is said")
    func prequalification() throws {
        let cards = try MintedCards()
        #expect(
            try cards.judgement(cards.hcert(-6, Self.payload("2025", vaccine: Self.polio, date: "2027-01-14"))).isValid)
        for vaccine in ["XM0N24", String(Self.stamaril.dropLast()) + "1"] {
            let judgement = try cards.judgement(cards.hcert(-6, Self.payload("2025", vaccine: vaccine)))
            #expect(judgement.verdict == .invalidContent)
            #expect(judgement.evidence == .wrong)
            #expect(judgement.warnings == [.notPrequalified(path: "v[0]")])
        }
    }

    @Test(
        "a dose counts while its issuer says so, and never before its day; against yellow fever to the end of life",
        arguments: [
            (payload("2025", vaccine: polio, date: "2027-01-16"), Verdict.notYetValid),
            (payload("2025", vaccine: polio, date: "2027-01-01", from: "2027-01-16"), .notYetValid),
            (payload("2025", vaccine: polio, date: "2025-01-01", until: "2027-01-14"), .expired),
            (payload("2025", vaccine: polio, date: "2025-01-01", until: "2027-01-15"), .valid),
            (payload("2025", date: "2020-01-01", until: "2021-01-01"), .valid),
            (payload("2025", date: "2026-12-01", from: "2027-02-01"), .notYetValid),
        ])
    func times(payload: CBOR, verdict: Verdict) throws {
        let cards = try MintedCards()
        #expect(try cards.judgement(cards.hcert(-6, payload)).verdict == verdict)
    }

    @Test("a product that is prequalified for another disease than the one that is named proves nothing")
    func otherDisease() throws {
        let cards = try MintedCards()
        func verdict(_ disease: String) throws -> Verdict {
            try cards.judgement(cards.hcert(-6, Self.payload("2024", disease: disease))).verdict
        }
        #expect(try verdict("1D47") == .valid)
        #expect(try verdict("1C81") == .invalidContent)
    }

    @Test("an unknown generation and DDCC are shown, not judged")
    func notJudged() throws {
        let cards = try MintedCards()
        let ddcc = MintedCards.map([
            ("name", .text("Ada Lovelace")), ("birthDate", .text("1990-05-01")),
            (
                "vaccination",
                MintedCards.map([
                    ("vaccine", MintedCards.map([("code", .text("XM68M6"))])), ("date", .text("2021-05-01")),
                ])
            ),
        ])
        for text in [try cards.hcert(-6, Self.payload("2030")), try cards.hcert(3, ddcc), try cards.hcert(4, ddcc)] {
            let judgement = try cards.judgement(text)
            #expect(judgement.verdict == .unknownIssuer)
            #expect(judgement.warnings == [.notJudged])
            #expect(try SignedCertificate(text: text).holder.name.display.hasPrefix("Ada"))
        }
    }

    @Test(
        "what isn't as it has to be is refused with its place",
        arguments: [
            ("v[0].dt", payload("2025", date: "2026-02-31")), ("v[0].dt", payload("2025", date: "2026-02")),
            ("dob", payload("2026", birth: "31.2.1990")), ("(n)", MintedCards.map([("v", .array([]))])),
            ("v[0]", MintedCards.map([("n", .text("A")), ("v", .array([.text("x")]))])),
        ])
    func refused(place: String, payload: CBOR) throws {
        let text = try MintedCards().hcert(-6, payload)
        let error = #expect(throws: HealthCertificateError.self) { try SignedCertificate(text: text) }
        #expect(error?.layer == .payload)
        #expect(error?.reason.contains(place) == true)
    }

    @Test("another kind of health certificate is refused as such")
    func otherKinds() throws {
        let text = try MintedCards().hcert(5, .map(CBORMap()))
        #expect(throws: HealthCertificateError(.cwt, .unsupported, "")) { try SignedCertificate(text: text) }
    }

    @Test("a key whose list permits other certificates alone may not sign it")
    func domain() throws {
        let cards = try MintedCards()
        let certificate = try SignedCertificate(text: cards.hcert(-6, Self.payload("2025")))
        func verdict(_ formats: Set<SignedCertificate.Format>) -> Verdict {
            let signer = Signer(
                keyID: cards.issuer.signer.keyID, key: cards.issuer.signer.key, permittedFormats: formats)
            return TrustStore(signers: [signer]).judge(certificate, at: MintedCards.noon).verdict
        }
        #expect(verdict([.icvp]) == .valid)
        #expect(verdict([.euDCC]) == .wrongKeyUsage)
        #expect(verdict([]) == .wrongKeyUsage)
    }

    // Needs the reference data, which is not part of the project.
    @Test("the published example is read at every layer", .enabled(if: SharedData.has("icvp")))
    func published() throws {
        let text = try String(decoding: SharedData.bytes("icvp/DVCTestQR.txt"), as: UTF8.self)
        let certificate = try SignedCertificate(text: text)
        #expect(certificate.format == .icvp)
        #expect(certificate.issuer == "XL")
        #expect(certificate.issuedAt == Date(timeIntervalSince1970: 1_726_079_949))
        #expect(certificate.holder.name.display == "Aulo Agerio")
        let dose = try #require(certificate.claims.vaccinations.first)
        #expect(dose.target?.code == "16541001")
        #expect(dose.otherCodes.map(\.code) == ["1D47"])
        #expect(dose.vaccine?.code == "XM0N24")
        #expect(dose.validUntil?.text == "2015-02-07")
        #expect(TrustStore().judge(certificate, at: MintedCards.noon).evidence == .issuerUnknown)
    }
}
