import CBORCoding
import CivilDates
import Foundation
import HealthCardIssuing
import Testing

@testable import HealthCertificate

/// What one certificate may hold: far more than any real one, and little enough that thousands of them are read.
@Suite("What a certificate holds is bounded", .timeLimit(.minutes(3)))
struct BoundTests {
    /// A card of so many doses.
    private static func card(_ count: Int, lot: String = "L") throws -> HealthCertificateError? {
        let cards = try ExampleCards()
        let dose = #"{"fullUrl":"resource:1","resource":{"resourceType":"Immunization","#
        let start = try #require(ExampleCards.payload().range(of: dose)?.lowerBound)
        let end = try #require(ExampleCards.payload().range(of: "]}}}}")?.lowerBound)
        let entry = String(ExampleCards.payload()[start..<end])
            .replacingOccurrences(of: #""status""#, with: #""lotNumber":"\#(lot)","status""#)
        let payload = ExampleCards.payload(
            String(ExampleCards.payload()[start..<end]),
            Array(repeating: entry, count: count).joined(separator: ","))
        do throws(HealthCertificateError) {
            let read = try SignedCertificate(text: cards.issuer.sign(payload: payload))
            #expect(read.claims.vaccinations.count == count)
            return nil
        } catch {
            return error
        }
    }

    @Test func aCardHasAHundredDosesAtMost() throws {
        #expect(try Self.card(8) == nil && Self.card(HealthClaims.mostEntries) == nil)
        let tooLong = HealthCertificateError(.jws, .tooLong, "")
        #expect(try Self.card(HealthClaims.mostEntries + 1) == tooLong)
        #expect(try Self.card(900) == tooLong)
        // Few doses, but more than is unpacked.
        #expect(try Self.card(60, lot: String(repeating: "L", count: 2_000)) == tooLong)
    }

    /// Before 1.3.0 no schema said how many entries there may be.
    @Test(arguments: ["1.0.0", "1.3.0"]) func anEUCertificateHasAHundredStatementsAtMost(version: String) throws {
        func payload(_ count: Int) -> CBOR {
            MintedCards.map([
                ("ver", .text(version)), ("v", .array(Array(repeating: .map(CBORMap()), count: count))),
            ])
        }
        let read = try DCCPayload(payload(HealthClaims.mostEntries))
        #expect(read.claims.entries.count == HealthClaims.mostEntries && !read.departures.isEmpty)
        #expect(throws: HealthCertificateError(.payload, .tooLong, "")) {
            try DCCPayload(payload(HealthClaims.mostEntries + 1))
        }
    }

    /// A summary has what a list says of a certificate, and nothing that grows with it.
    @Test func aSummaryHoldsNothingThatWasSigned() throws {
        let cards = try ExampleCards()
        let positive = TestResult(
            type: ExampleCards.test.type, sampledAt: Timestamp("2021-02-16T08:00:00Z"),
            result: Coding(system: "http://snomed.info/sct", code: "260373001"))
        let doses = Array(repeating: HealthClaims.Entry.vaccination(ExampleCards.vaccination), count: 90)
        let claims = HealthClaims(
            holder: ExampleCards.claims.holder,
            entries: doses + [.test(positive), .test(ExampleCards.test), .vaccination(ExampleCards.vaccination)])
        let whole = try cards.issuer.issue(claims, issuedAt: ExampleCards.issuedAt).certificate
        let summary = whole.summary
        #expect(summary.holder == whole.holder && summary.issuedAt == whole.issuedAt && summary.format == whole.format)
        #expect(summary.claims.entries.last == whole.claims.entries.last && summary.claims.entries.count == 2)
        #expect(summary.claims.tests.first?.result?.code == "260373001")
        #expect(summary.text.isEmpty && summary.signed.message.isEmpty && summary.signed.signature.isEmpty)
        #expect(!cards.trust.signers.contains { $0.verifies(summary.signed) })
    }
}
