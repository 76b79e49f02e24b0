import ByteCoding
import CBORCoding
import Foundation
import HealthCardIssuing
import HealthCertificate
import Seeded
import Testing

@testable import IntakePages
@testable import Lists
@testable import Vault
@testable import Web
@testable import WebApp

/// Every value of what was signed is an extreme one in turn: the certificate is refused, or judged, shown and stored.
@Suite("Extreme values in certificates", .timeLimit(.minutes(5)))
struct ExtremeCertificatesTests {
    @Test func everyValueOfACertificate() async throws {
        try await ExtremeFilesTests.withVault { app, vault in
            let good = try app.issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
            let message = try COSESign1(decoding: Zlib.inflate(Base45.decode(Array(good.utf8.dropFirst(4)))))
            var read = 0
            for token in try CBORExtremes.variants(of: CBOR(decoding: message.payload)) {
                let changed = COSESign1(protected: CBORMap(), payload: token.encoded, signature: [])
                let text = "HC1:" + Base45.encode(try Zlib.deflate(changed.encoded))
                guard let content = try? SignedCertificate(text: text) else { continue }
                read += 1
                try await Self.take(content, app, vault)
            }
            #expect(read > 200)
        }
    }

    @Test func everyValueOfAHealthCard() async throws {
        try await ExtremeFilesTests.withVault { app, vault in
            let issuer = try SmartHealthCardIssuer(address: "https://cards.example", key: SigningKey(new: .p256))
            let dose = VaccinationEntry(
                target: Coding(code: "840539006"),
                vaccine: Coding(system: "http://hl7.org/fhir/sid/cvx", code: "208"), dose: 1,
                total: 2,
                date: CertificateDate("2021-03-09"), lotNumber: "A1", performer: "Clinic")
            let claims = HealthClaims(
                holder: Holder(
                    name: PersonName(family: "Test", given: "Ada"),
                    dateOfBirth: CertificateDate("1987-04-12")),
                entries: [.vaccination(dose)])
            let card = try issuer.issue(claims, issuedAt: TestApp.now, expiresAt: TestApp.now)
            let payload = try #require(Base64URL.decode(String(card.jws.split(separator: ".")[1])))
            let json = String(decoding: try Zlib.inflate(payload, format: .raw), as: UTF8.self)
            var read = 0
            for variant in Extremes.variants(of: json) {
                let jws = try issuer.sign(payload: variant.text)
                guard let card = try? SmartHealthCard(jws) else { continue }
                read += 1
                try await Self.take(card.certificate, app, vault)
                let passes = HealthCardPasses([jws], app.services.catalogue.current)
                try await ExtremeFilesTests.take(passes.contents, app, vault, variant.name)
            }
            #expect(read > 100)
        }
    }

    /// A certificate is judged, shown and stored.
    private static func take(_ content: SignedCertificate, _ app: TestApp, _ vault: Vault) async throws {
        let (services, now) = (app.services, TestApp.now)
        let catalogue = services.catalogue.current
        let judgement = services.trust.current.judge(content, at: now)
        for words in services.localization.languages {
            let view = CertificateView(content, judgement, catalogue: catalogue, words: words)
            _ = [
                view.kind, view.target, view.holder, view.born, view.date, view.what, view.dose, view.expiry,
                view.summary,
            ]
            _ = CertificateFacts(view).list
        }
        let row = CertificateImportRow(
            index: 1, content: content, judgement: judgement, known: nil, isRepeated: false, destination: .newPass,
            doses: CertificateDose.all(content, catalogue: catalogue))
        let store = try await CertificateImportStore(
            [row], passes: [], catalogue: catalogue, now: now, today: TestApp.today
        ) { DoseEvidence(of: $0, doses: $1, catalogue: catalogue) }
        do {
            try await vault.write { records in
                #expect(try store.store(in: records) != nil)
                throw ExtremeFilesTests.Undo()
            }
        } catch is ExtremeFilesTests.Undo {}
    }
}

/// CBOR items that differ from one in a single value.
enum CBORExtremes {
    private typealias Replacing = (CBOR) throws -> CBOR

    static func variants(of item: CBOR) throws -> [CBOR] {
        try leaves(item).flatMap { replacing in try all.map(replacing) }
    }

    private static let all: [CBOR] = {
        let integers: [Int64] = [.min, .min + 1, -1, 0, 1, 99, 100, 253_402_300_800, .max - 1, .max]
        let floats: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 1.5, -0.0, 9.3e18]
        let texts = Extremes.numbers.filter { $0.utf8.count < 100 } + Extremes.dates + Extremes.texts
        let others: [CBOR] = [
            .null, .undefined, .bytes([]), .array([]), .map(CBORMap()), .tagged(.max, .integer(.max)),
            .tagged(1, .float(1e300)),
        ]
        return integers.map(CBOR.integer) + floats.map(CBOR.float) + texts.map(CBOR.text) + others
    }()

    /// For each value in the item, what puts another in its place.
    private static func leaves(_ item: CBOR) -> [Replacing] {
        var found: [Replacing] = []
        switch item {
        case .array(let items):
            for index in items.indices {
                for inner in leaves(items[index]) {
                    found.append { new in
                        var changed = items
                        changed[index] = try inner(new)
                        return .array(changed)
                    }
                }
            }
        case .map(let map):
            for index in map.pairs.indices {
                for inner in leaves(map.pairs[index].value) {
                    found.append { new in
                        var pairs = map.pairs
                        pairs[index] = CBORMap.Pair(pairs[index].key, try inner(new))
                        return .map(try CBORMap(pairs))
                    }
                }
            }
        default: found.append { $0 }
        }
        return found
    }
}
