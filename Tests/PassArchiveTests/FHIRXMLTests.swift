import BoundedJSON
import CivilDates
import Foundation
import Immunization
import Model
import Seeded
import Testing

@testable import PassArchive

@Suite("FHIR in XML is read as it is in JSON", .timeLimit(.minutes(3)))
struct FHIRXMLTests {
    private static func tree(_ bytes: [UInt8]) throws -> JSONValue {
        try FHIRXML.json(bytes, limits: ArchiveLimits())
    }

    @Test("1,000 random passes come back from XML as from JSON")
    func roundTrip() throws {
        var random = RandomPasses(seed: 23)
        for number in 0..<1_000 {
            var generator = SeededGenerator(seed: 1)
            let json = PatientSummary.write(
                random.pass(), codes: .none, at: Date(timeIntervalSince1970: 0), using: &generator)
            let bundle = FHIRXMLText.withoutWhatXMLCantHold(try JSONValue(parsing: json))
            let xml = FHIRXMLText.write(bundle, prefix: number.isMultiple(of: 2) ? "" : "f")
            let fromJSON = try FHIRReader.read(Array(bundle.compactText.utf8), codes: .none)
            #expect(try FHIRReader.read(xml, codes: .none) == fromJSON)
        }
    }

    @Test("a resource is the same tree in XML and in JSON: lists of one, numbers, truths, what stands beside a value")
    func sameTree() throws {
        let json = try JSONValue(parsing: Self.bundle)
        #expect(try Self.tree(FHIRXMLText.write(json)) == json)
        #expect(try Self.tree(FHIRXMLText.write(json, prefix: "fhir")) == json)
    }

    /// Invented; without narrative, which is left out.
    private static let bundle = """
        {"resourceType": "Bundle", "id": "b", "meta": {"profile": ["https://example.org/p|1.0"]}, "type": "document",
         "total": 3, "entry": [
         {"fullUrl": "urn:uuid:1", "resource": {"resourceType": "Patient", "name": [{"family": "Beispiel",
          "_family": {"extension": [{"url": "http://x.example/own", "valueString": "Beispiel"}]},
          "given": ["Ada", "B."], "_given": [null, {"extension": [{"url": "u", "valueCode": "c"}]}]}],
          "active": true, "_birthDate": {"extension": [{"url": "u", "valueCode": "unknown"}]},
          "address": [{"line": ["Weg 1"], "city": "Ort"}], "multipleBirthInteger": 2}},
         {"resource": {"resourceType": "Immunization", "contained": [{"resourceType": "Location", "id": "l",
          "address": {"country": "DE"}}], "primarySource": true, "vaccineCode": {"coding": [
          {"system": "s", "code": "1", "userSelected": false}]}, "doseQuantity": {"value": 0.50, "code": "mL"},
          "note": [{"text": "two\\nlines & <more>"}], "protocolApplied": [{"targetDisease": [{"coding": [{"code": "007"}]}],
          "doseNumberPositiveInt": 2, "_seriesDosesString": {"extension": [{"url": "u", "valueCode": "unknown"}]}}]}},
         {"resource": {"resourceType": "Observation", "interpretation": [{"text": "POS"}],
          "valueQuantity": {"value": 120, "unit": "IU/l"}, "component": [{"valueQuantity": {"value": 1e3}}]}}]}
        """

    @Test("what is no FHIR, or not within bounds, is refused with its reason")
    func refused() {
        let limits = ArchiveLimits()
        func refusal(_ text: String) -> ArchiveError.Code? {
            do { _ = try FHIRReader.read(Array(text.utf8), codes: .none, limits: limits) } catch { return error.code }
            return nil
        }
        let laughs = """
            <?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;">]>
            <Bundle xmlns="http://hl7.org/fhir"><id value="&lol2;"/></Bundle>
            """
        #expect(refusal(laughs) == .documentType)
        let external = #"<!DOCTYPE a SYSTEM "http://127.0.0.1/x.dtd"><Bundle xmlns="http://hl7.org/fhir"/>"#
        #expect(refusal(external) == .documentType)
        #expect(refusal(#"<Bundle xmlns="http://hl7.org/fhir"><id value="&x;"/></Bundle>"#) == .malformed)
        let deep = String(repeating: "<extension>", count: 10_000)
        #expect(refusal(#"<Bundle xmlns="http://hl7.org/fhir">"# + deep) == .tooLarge)
        #expect(refusal("<html><body>Hello</body></html>") == .notFHIR)
        #expect(refusal("<Bundle/>") == .notFHIR)
        #expect(refusal(#"<Bundle xmlns="http://hl7.org/fhir"><id value="1"/>"#) == .malformed)
        #expect(refusal(#"<Bundle xmlns="http://hl7.org/fhir">text</Bundle>"#) == .malformed)
        #expect(
            refusal(
                #"<Bundle xmlns="http://hl7.org/fhir"><entry><resource><Patient/><Patient/></resource></entry></Bundle>"#
            )
                == .malformed)
        let text = #"<?xml version="1.0" encoding="UTF-16"?><Bundle xmlns="http://hl7.org/fhir"/>"#
        let utf16 = Array(text.utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for bytes in [[0xFE, 0xFF] + utf16, utf16, Array(text.utf8) + [0xFF]] {
            #expect(throws: ArchiveError(.encoding, "")) { try FHIRReader.read(bytes, codes: .none) }
        }
    }

    @Test("size and elements are bounded")
    func bounds() {
        var limits = ArchiveLimits()
        let bundle = Array(
            (#"<Bundle xmlns="http://hl7.org/fhir">"# + String(repeating: "<a b='c'/>", count: 1_000) + "</Bundle>")
                .utf8)
        #expect(throws: Never.self) { try FHIRReader.read(bundle, codes: .none, limits: limits) }
        limits.values = 1_000
        #expect(throws: ArchiveError(.tooLarge, "")) { try FHIRReader.read(bundle, codes: .none, limits: limits) }
        limits = ArchiveLimits()
        limits.bytes = 1_000
        #expect(throws: ArchiveError(.tooLarge, "")) { try FHIRReader.read(bundle, codes: .none, limits: limits) }
    }

    @Test("damaged XML gives an error or findings, never a trap")
    func damage() throws {
        let good = FHIRXMLText.write(try JSONValue(parsing: Self.bundle))
        var generator = SeededGenerator(seed: 5)
        for length in stride(from: 0, to: good.count, by: 7) {
            _ = try? FHIRReader.read(Array(good.prefix(length)), codes: .none)
        }
        for _ in 0..<2_000 {
            var bytes = good
            for _ in 0..<4 {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            _ = try? FHIRReader.read(bytes, codes: .none)
        }
    }
}
