import BoundedJSON
import CivilDates
import Foundation
import Immunization
import Model
import PassArchive
import Seeded
import Testing

@Suite("FHIR R4 bundles", .timeLimit(.minutes(3)))
struct FHIRTests {
    private static let time = Date(timeIntervalSince1970: 1_790_000_000)

    private static func export(_ pass: ArchivedPass, codes: ClinicalCodes = .none) -> [UInt8] {
        var generator = SeededGenerator(seed: 1)
        return PatientSummary.write(pass, codes: codes, at: time, using: &generator)
    }

    private static func read(_ text: String, codes: ClinicalCodes = .none) throws(ArchiveError) -> FHIRImport {
        try FHIRReader.read(Array(text.utf8), codes: codes)
    }

    /// What a bundle can't hold: facts, certificates, attachments and times of editing.
    private static func withoutWhatFHIRCantHold(_ pass: ArchivedPass) -> ArchivedPass {
        var pass = pass
        (pass.facts, pass.certificates, pass.attachments, pass.createdAt) = ([], [], [], nil)
        for index in pass.vaccinations.indices {
            pass.vaccinations[index].createdAt = nil
            pass.vaccinations[index].updatedAt = nil
        }
        return pass
    }

    @Test("1,000 random passes come back with all that a bundle can hold")
    func roundTrip() throws {
        var random = RandomPasses(seed: 21)
        for _ in 0..<1000 {
            let pass = random.pass()
            let imported = try FHIRReader.read(Self.export(pass), codes: .none)
            #expect(imported.passes == [Self.withoutWhatFHIRCantHold(pass)])
            #expect(imported.findings.allSatisfy { !$0.problem.isRejection })
        }
    }

    @Test("a person gives a document with the sections an IPS must have, an animal a plain collection")
    func shape() throws {
        let person = try JSONValue(parsing: Self.export(Fixtures.passes[0]))
        #expect(person["type"] == "document")
        let composition = try #require(person["entry"]?.elements?.first?["resource"])
        #expect(composition["resourceType"] == "Composition")
        let sections = composition["section"]?.elements ?? []
        let codes = sections.compactMap { $0["code"]?["coding"]?.elements?.first?["code"]?.text }
        #expect(codes == ["10160-0", "48765-2", "11450-4", "11369-6"])
        for section in sections.prefix(3) {
            #expect(section["text"]?["div"]?.text?.contains("No information") == true)
            // <https://hl7.org/fhir/uv/ips/Empty-Sections-and-Missing-Data.html>
            #expect(section["entry"] == nil)
            #expect(section["emptyReason"]?["coding"]?.elements?.first?["code"] == "unavailable")
        }
        #expect(sections.last?["entry"]?.elements?.count == 2)
        let urls = Set((person["entry"]?.elements ?? []).compactMap { $0["fullUrl"]?.text })
        let references = sections.flatMap { ($0["entry"]?.elements ?? []).compactMap { $0["reference"]?.text } }
        #expect(references.allSatisfy(urls.contains))

        let animal = try JSONValue(parsing: Self.export(Fixtures.passes[1]))
        #expect(animal["type"] == "collection")
        let patient = try #require(animal["entry"]?.elements?.first?["resource"])
        let species = patient["extension"]?.elements?.first
        #expect(species?["url"] == "http://hl7.org/fhir/StructureDefinition/patient-animal")
    }

    @Test("a pass without vaccinations says why its section is empty")
    func emptySection() throws {
        let bundle = try JSONValue(parsing: Self.export(ArchivedPass(Pass(kind: "person", name: "A"))))
        let section = bundle["entry"]?.elements?.first?["resource"]?["section"]?.elements?.last
        #expect(section?["entry"] == nil)
        #expect(section?["emptyReason"]?["coding"]?.elements?.first?["code"] == "unavailable")
    }

    @Test("names in the narrative can't become markup")
    func narrative() throws {
        let vaccination = ArchivedVaccination(
            Vaccination(
                target: "<script>alert(1)</script><\u{338}img>&", date: PartialDate(ofRecord: "2021") ?? .fallback))
        let bundle = try JSONValue(
            parsing:
                Self.export(ArchivedPass(Pass(kind: "person", name: "A"), vaccinations: [vaccination])))
        let div = bundle["entry"]?.elements?.first?["resource"]?["section"]?.elements?.last?["text"]?["div"]?.text ?? ""
        #expect(div.contains("&lt;script&gt;"))
        let inner = div.unicodeScalars.split(separator: "<").map { String($0).prefix { $0.isLetter || $0 == "/" } }
        #expect(
            Set(inner).isSubset(of: [
                "div", "table", "thead", "tbody", "tr", "th", "td", "/div", "/table", "/thead", "/tbody", "/tr", "/th",
                "/td",
            ]))
    }

    @Test("a bundle of strangers: references, names, statuses, dates")
    func foreign() throws {
        let text = """
            {"resourceType": "Bundle", "type": "searchset", "entry": [
             {"fullUrl": "https://x.example/Patient/p", "resource": {"resourceType": "Patient", "id": "p",
              "name": [{"use": "old", "text": "Old"}, {"family": "Muster", "given": ["Erika", "B."]}],
              "gender": "other", "birthDate": "1990-05"}},
             {"resource": {"resourceType": "Practitioner", "id": "d", "name": [{"text": "Dr. Example"}]}},
             {"resource": {"resourceType": "Immunization", "status": "completed", "patient": {"reference": "Patient/p"},
              "vaccineCode": {"text": "Some vaccine"}, "occurrenceDateTime": "2021-03-09T10:30:00+01:00",
              "lotNumber": "L1", "performer": [{"actor": {"reference": "Practitioner/d"}}], "site": {"text": "arm"}}},
             {"resource": {"resourceType": "Immunization", "status": "not-done", "patient": {"reference": "Patient/p"}}},
             {"resource": {"resourceType": "Immunization", "status": "entered-in-error", "patient": {"reference": "Patient/p"}}},
             {"resource": {"resourceType": "Immunization", "patient": {"reference": "Patient/p"}}},
             {"resource": {"resourceType": "Immunization", "status": "completed", "patient": {"reference": "Patient/q"}}},
             {"resource": {"resourceType": "Immunization", "status": "completed", "patient": {"reference": "Patient/p"},
              "vaccineCode": {"text": "v"}, "occurrenceString": "last spring"}},
             {"resource": {"resourceType": "Immunization", "status": "completed", "patient": {"reference": "Patient/p"},
              "vaccineCode": {"text": "v"}}},
             {"resource": {"resourceType": "Immunization", "status": "completed", "patient": {"reference": "Patient/p"},
              "occurrenceDateTime": "2021"}},
             {"resource": {"resourceType": "Observation"}}, {"resource": {"resourceType": "Patient"}}, {}]}
            """
        let imported = try Self.read(text)
        let pass = try #require(imported.passes.first)
        #expect(imported.passes.count == 1)
        #expect(
            pass.name == "Erika B. Muster" && pass.sex == .diverse && pass.birthDate == PartialDate(ofRecord: "1990-05")
        )
        #expect(
            pass.vaccinations == [
                ArchivedVaccination(
                    Vaccination(
                        target: "Some vaccine", vaccineName: "Some vaccine",
                        date: PartialDate(ofRecord: "2021-03-09") ?? .fallback, batch: "L1",
                        administeredBy: "Dr. Example", source: .record))
            ])
        let rejections = imported.findings.filter(\.problem.isRejection)
        #expect(rejections.map(\.entry) == [3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
        #expect(
            rejections.map(\.problem) == [
                .notDone, .enteredInError, .statusMissing, .patientMissing, .dateUnreadable, .dateMissing,
                .vaccineMissing, .otherHealth, .patientWithoutName, .notAResource,
            ])
        #expect(imported.otherResources == ["Practitioner"])
    }

    @Test("a dose against several diseases without a product names each of them")
    func severalTargets() throws {
        let dose = ArchivedVaccination(
            Vaccination(
                target: "tetanus", date: PartialDate(ofRecord: "1998") ?? .fallback, otherTargets: "diphtheria polio"))
        let pass = ArchivedPass(Pass(kind: "person", name: "Ada"), vaccinations: [dose])
        let bytes = Self.export(pass)
        let bundle = try JSONValue(parsing: bytes)
        let diseases = (bundle["entry"]?.elements ?? []).compactMap { $0["resource"] }
            .filter { $0["resourceType"] == "Immunization" }
            .flatMap { $0["protocolApplied"]?.elements ?? [] }.flatMap { $0["targetDisease"]?.elements ?? [] }
        #expect(diseases.count == 3)
        #expect(try FHIRReader.read(bytes, codes: .none).passes.first?.vaccinations.map(\.content) == [dose.content])
        #expect(String(decoding: bytes, as: UTF8.self).contains("tetanus, diphtheria, polio"))
    }

    @Test(
        "where and how a dose was given, its batch's expiry and its source are written and read",
        arguments: [
            (DoseSource.certified, DoseSource.record), (.unknownIssuer, .record), (.record, .record), (.scan, .scan),
            (.hand, .hand),
        ])
    func administration(source: DoseSource, back: DoseSource) throws {
        let day = PartialDate(ofRecord: "2026-11-23")
        let dose = Vaccination(
            target: "tbe", date: PartialDate(ofRecord: "2021-03-09") ?? .fallback, site: "left-thigh",
            route: "intramuscular", batchExpiry: PartialDate(ofRecord: "2022-06"),
            validUntil: PartialDate(ofRecord: "2024-03-08"), reduced: source == .scan ? "yes" : nil, source: source,
            sourceDate: day)
        let pass = ArchivedPass(Pass(kind: "person", name: "A"), vaccinations: [ArchivedVaccination(dose)])
        let text = Self.export(pass)
        let entries = try JSONValue(parsing: text)["entry"]?.elements ?? []
        let resource = try #require(
            entries.compactMap { $0["resource"] }.first { $0["resourceType"] == "Immunization" })
        #expect(resource["primarySource"] == .bool(source == .certified))
        #expect(resource["isSubpotent"]?.isTrue == (source == .scan ? true : nil))
        #expect((resource["reportOrigin"] == nil) == (source == .certified))
        #expect(resource["site"]?["coding"]?.elements?.first?["code"] == "LT")
        #expect(resource["route"]?["coding"]?.elements?.first?["code"] == "IM")
        #expect(resource["expirationDate"] == "2022-06" && resource["recorded"] == "2026-11-23")
        let read = try Self.read(String(decoding: text, as: UTF8.self))
        var expected = dose
        expected.source = back
        // What somebody claims to be more than a record has no day until it is imported.
        if source > .record { expected.sourceDate = nil }
        #expect(read.passes.first?.vaccinations.map(\.content) == [expected])
        #expect(read.findings.allSatisfy { $0.problem != .otherDetailsLeftOut })
    }

    @Test("sites and routes of other systems are known, and others are told of")
    func otherSites() throws {
        func read(_ site: String) throws -> (FHIRImport, Vaccination?) {
            let read = try Self.read(
                """
                {"resourceType": "Bundle", "entry": [
                 {"fullUrl": "resource:0", "resource": {"resourceType": "Patient", "name": [{"family": "A"}]}},
                 {"resource": {"resourceType": "Immunization", "status": "completed", "vaccineCode": {"text": "v"},
                  "patient": {"reference": "resource:0"}, "occurrenceDateTime": "2021-01-01", "site": \(site)}}]}
                """)
            return (read, read.passes.first?.vaccinations.first?.content)
        }
        let known = try read(#"{"coding": [{"system": "http://snomed.info/sct", "code": "368208006"}]}"#)
        #expect(known.1?.site == "left-arm" && known.1?.source == .record)
        for site in [#"{"text": "tail"}"#, #"{"coding": [{"system": "x", "code": "LA"}]}"#, "7", "[]"] {
            let (found, dose) = try read(site)
            #expect(dose?.site == nil && found.findings.contains { $0.problem == .otherDetailsLeftOut }, "\(site)")
        }
    }

    @Test("a dose that wasn't a full one is one of less than that, in JSON and XML", arguments: ["true", "false"])
    func subpotent(value: String) throws {
        let json = """
            {"resourceType": "Bundle", "entry": [
             {"fullUrl": "resource:0", "resource": {"resourceType": "Patient", "name": [{"family": "A"}]}},
             {"resource": {"resourceType": "Immunization", "status": "completed", "vaccineCode": {"text": "v"},
              "patient": {"reference": "resource:0"}, "occurrenceDateTime": "2016-05-02", "isSubpotent": \(value)}}]}
            """
        let xml = """
            <Bundle xmlns="http://hl7.org/fhir"><entry><fullUrl value="urn:uuid:1"/><resource><Patient>
            <name><family value="A"/></name></Patient></resource></entry><entry><resource><Immunization>
            <status value="completed"/><vaccineCode><text value="v"/></vaccineCode>
            <patient><reference value="urn:uuid:1"/></patient><occurrenceDateTime value="2016-05-02"/>
            <isSubpotent value="\(value)"/></Immunization></resource></entry></Bundle>
            """
        for text in [json, xml] {
            let read = try Self.read(text)
            #expect(read.passes.first?.vaccinations.map(\.reduced) == [value == "true" ? "yes" : nil])
            #expect(read.findings.allSatisfy { $0.problem != .otherDetailsLeftOut })
        }
    }

    @Test("what is no FHIR is refused")
    func refused() {
        #expect(throws: ArchiveError(.notFHIR, "")) { try Self.read("{}") }
        #expect(throws: ArchiveError(.notFHIR, "")) { try Self.read("[]") }
        #expect(throws: ArchiveError(.notFHIR, "")) { try Self.read("<Bundle/>") }
        #expect(throws: ArchiveError(.malformed, "")) { try Self.read("Bundle") }
    }

    @Test("the catalogue's codes are written, and find its vaccines again")
    func catalogue() throws {
        let codes = ClinicalCodes(VaccineFinder(try Fixtures.catalogue()))
        let pass = Fixtures.passes[0]
        let text = Self.export(pass, codes: codes)
        let bundle = try JSONValue(parsing: text)
        let immunization = bundle["entry"]?.elements?.first {
            $0["resource"]?["resourceType"] == "Immunization"
        }?["resource"]
        let systems = (immunization?["vaccineCode"]?["coding"]?.elements ?? []).compactMap { $0["system"]?.text }
        #expect(systems.contains(CodeSystemURI.atc) && systems.contains(CodeSystemURI.vaccine))
        let imported = try FHIRReader.read(text, codes: codes)
        #expect(imported.passes.first?.vaccinations.first?.vaccine == "comirnaty")

        // Another system's bundle, with nothing of ours in it.
        let foreign = """
            {"resourceType": "Bundle", "entry": [
             {"fullUrl": "resource:0", "resource": {"resourceType": "Patient", "name": [{"family": "A"}]}},
             {"fullUrl": "resource:1", "resource": {"resourceType": "Immunization", "status": "completed",
              "vaccineCode": {"coding": [{"system": "http://hl7.org/fhir/sid/cvx", "code": "03"}]},
              "patient": {"reference": "resource:0"}, "occurrenceDateTime": "2021-01-01"}}]}
            """
        let mmr = try #require(try Self.read(foreign, codes: codes).passes.first?.vaccinations.first)
        #expect(mmr.vaccine.map(codes.targetsOfVaccine)?.contains("measles") == true)
        #expect(["measles", "mumps", "rubella"].contains(mmr.target))
    }

    @Test("SMART Health Cards' example bundle and payload", .enabled(if: sharedData != nil, "no shared data"))
    func smartHealthCard() throws {
        let folder = try #require(Self.sharedData).appending(path: "shc/good")
        for name in ["example-00-a-fhirBundle.json", "example-00-b-jws-payload-expanded.json"] {
            let text = Array(try Data(contentsOf: folder.appending(path: name)))
            let imported = try FHIRReader.read(text, codes: .none)
            #expect(imported.passes.map(\.name) == ["John B. Anyperson"])
            let vaccinations = imported.passes.first?.vaccinations ?? []
            #expect(vaccinations.map(\.date.description) == ["2021-01-01", "2021-01-29", "2022-09-05"])
            #expect(vaccinations.prefix(2).allSatisfy { $0.administeredBy == "ABC General Hospital" })
        }
    }

    private static let sharedData: URL? = {
        let path = ProcessInfo.processInfo.environment["VACCINAPP_TEST_DATA"]
        let folder = path.map { URL(filePath: $0) } ?? Fixtures.root.appending(path: "../shared/data")
        if FileManager.default.fileExists(atPath: folder.appending(path: "shc/good").path) { return folder }
        print("skipped: SMART Health Card bundles, which are in ../shared/data")
        return nil
    }()
}
