import BoundedJSON
import CivilDates
import Foundation
import Immunization
import Model
import Testing

@testable import PassArchive

@Suite("Records of practices: the German MIO Impfpass and other countries' bundles", .timeLimit(.minutes(3)))
struct PracticeRecordTests {
    static let atc = "http://fhir.de/CodeSystem/dimdi/atc"
    static let snomed = "http://snomed.info/sct"

    private static func read(_ entries: [String]) throws -> FHIRImport {
        let patient = """
            {"fullUrl": "urn:uuid:p", "resource": {"resourceType": "Patient", "identifier": [
             {"type": {"coding": [{"code": "GKV"}]}, "system": "http://fhir.de/NamingSystem/gkv/kvid-10",
              "value": "A000000000"}], "name": [{"use": "official", "family": "Beispiel", "given": ["Ada"]}],
             "birthDate": "1985-03-15"}}
            """
        let others = entries.map { "{\"resource\": \($0)}" }
        let json =
            #"{"resourceType": "Bundle", "type": "document", "entry": ["#
            + ([patient] + others).joined(separator: ", ") + "]}"
        let codes = ClinicalCodes(VaccineFinder(try Fixtures.catalogue()))
        let read = try FHIRReader.read(Array(json.utf8), codes: codes)
        let xml = FHIRXMLText.write(try JSONValue(parsing: json))
        #expect(try FHIRReader.read(xml, codes: codes) == read, "the same from XML")
        return read
    }

    /// A dose with codes of a vaccine, its text, and SNOMED CT's codes of diseases.
    private static func dose(
        _ codings: [(String, String)], _ text: String?, _ diseases: [String], more: String = ""
    ) -> String {
        let codes = codings.map { #"{"system": "\#($0)", "code": "\#($1)", "display": "Shown"}"# }
        let targets = diseases.map { #"{"coding": [{"system": "\#(snomed)", "code": "\#($0)"}]}"# }
        return """
            {"resourceType": "Immunization", "status": "completed", "vaccineCode": {"coding": [\(codes.joined(separator: ","))]
             \(text.map { ", \"text\": \"\($0)\"" } ?? "")}, "patient": {"reference": "urn:uuid:p"},
             "occurrenceDateTime": "2021-12-09T08:30:00+01:00", "protocolApplied": [{"targetDisease":
             [\(targets.joined(separator: ","))]}]\(more)}
            """
    }

    private static func only(_ resource: String) throws -> (dose: Vaccination, asked: [VaccineFinder.Question]) {
        let read = try read([resource])
        let dose = try #require(read.passes.first?.vaccinations.first?.content)
        #expect(read.findings.map(\.problem) == [.holderNumbers])
        return (dose, read.asked.compactMap(\.question))
    }

    private static let mmr = ["36653000", "36989005", "14189004"]
    private static let tetanus = "76902006"

    @Test("a practice's own entry: product, batch, who gave it; numbers of the holder are dropped, and that is said")
    func ownEntry() throws {
        let attester = """
            , "primarySource": true, "lotNumber": "AB1", "manufacturer": {"display": "Maker"}, "extension": [
             {"url": "https://fhir.kbv.de/StructureDefinition/KBV_EX_MIO_Vaccination_Attester", "extension": [
              {"url": "mode", "valueCodeableConcept": {"coding": [{"code": "legal"}]}},
              {"url": "party", "valueReference": {"reference": "PractitionerRole/r"}}]}]
            """
        let read = try Self.read([
            Self.dose([(Self.snomed, "871831003"), (Self.atc, "J07BD52")], "Priorix", Self.mmr, more: attester),
            #"{"resourceType": "PractitionerRole", "id": "r", "practitioner": {"reference": "Practitioner/d"}}"#,
            #"{"resourceType": "Practitioner", "id": "d", "name": [{"family": "Muster", "given": ["Eva"], "prefix": ["Dr."]}]}"#,
        ])
        let dose = try #require(read.passes.first?.vaccinations.first)
        #expect(dose.vaccine == "priorix" && dose.batch == "AB1" && dose.administeredBy == "Dr. Eva Muster")
        #expect(dose.source == .record && dose.date == PartialDate(ofRecord: "2021-12-09"))
        #expect(read.findings.map(\.problem) == [.holderNumbers, .otherDetailsLeftOut])
        #expect(
            read.codings == [
                [
                    [
                        FHIRCoding(system: Self.snomed, code: "871831003", display: "Shown"),
                        FHIRCoding(system: Self.atc, code: "J07BD52", display: "Shown"),
                    ]
                ]
            ])
    }

    @Test("a name that the codes or the diseases contradict is asked: neither wins")
    func contradictions() throws {
        let polio = ["398102009", Self.tetanus, "27836007", "397430003"]
        let (priorix, told) = try Self.only(
            Self.dose([(Self.snomed, "871878002"), (Self.atc, "J07CA02")], "Priorix", polio))
        #expect(priorix.vaccine == nil && priorix.vaccineName == "Priorix" && told == [.contradiction])
        #expect(priorix.targets == ["polio", "tetanus", "pertussis", "diphtheria"])
        // Its disease alone would fit the product, the group of the code doesn't.
        let (hexa, toldToo) = try Self.only(
            Self.dose([(Self.snomed, "863911006"), (Self.atc, "J07AM")], "Infanrix hexa", [Self.tetanus]))
        #expect(hexa.vaccine == nil && hexa.targets == ["tetanus"] && toldToo == [.contradiction])
        // The codes contradict each other: the one that is against just these diseases.
        let (mixed, nothing) = try Self.only(
            Self.dose([(Self.snomed, "871908002"), (Self.atc, "J07BD52")], "MMR-Impfstoff", Self.mmr))
        #expect(mixed.vaccine == "mmr" && nothing.isEmpty)
        // A code whose kind isn't against what is named.
        let (wrong, last) = try Self.only(Self.dose([(Self.atc, "J07BL01")], nil, [Self.tetanus]))
        #expect(wrong.vaccine == nil && wrong.targets == ["tetanus"] && last == [.contradiction])
    }

    @Test("a code that several kinds share names none of them, but what all are against")
    func sharedCodes() throws {
        #expect(try Self.only(Self.dose([(Self.atc, "J07AL02")], nil, [])).dose.targets == ["pneumococcal"])
        let (dose, _) = try Self.only(Self.dose([(Self.atc, "J07CA02")], nil, []))
        #expect(dose.vaccine == nil && dose.targets == ["diphtheria", "tetanus", "pertussis", "polio"])
        #expect(try Self.only(Self.dose([(Self.atc, "J07BL")], nil, ["16541001"])).dose.vaccine == "yellow-fever")
        #expect(try Self.only(Self.dose([(Self.atc, "J07AM")], nil, [])).dose.targets == ["tetanus"])
        // One number for all versions of a product is the product's; one that two products share is their kind's.
        let eu = CodeSystemURI.euProduct
        #expect(try Self.only(Self.dose([(eu, "EU/1/20/1528")], nil, [])).dose.vaccine == "comirnaty")
        #expect(try Self.only(Self.dose([(CodeSystemURI.cvx, "203")], nil, [])).dose.vaccine == "menacwy")
    }

    @Test("a code of the CDC's table is against what its own name says, or gives no dose and says why")
    func codesOfTheCDC() throws {
        func only(_ code: String) throws -> Vaccination {
            try Self.only(Self.dose([(CodeSystemURI.cvx, code)], nil, [])).dose
        }
        #expect(try only("05").vaccine == "measles" && only("04").vaccine == "measles-rubella")
        #expect(try only("22").targets == ["diphtheria", "tetanus", "pertussis", "hib"])
        let refusals: [(String, FHIRImport.Remark.Kind)] = [
            ("998", .notDone), ("95", .noVaccine), ("24", .otherDisease), ("86", .antibody),
        ]
        for (code, problem) in refusals {
            let read = try Self.read([Self.dose([(CodeSystemURI.cvx, code)], "Priorix", [])])
            let isAsked = read.asked.map(\.question) == [.contradiction]
            #expect(code == "998" ? read.passes[0].vaccinations.isEmpty : isAsked, "\(code)")
            let alone = try Self.read([Self.dose([(CodeSystemURI.cvx, code)], nil, [])])
            #expect(alone.passes[0].vaccinations.isEmpty && alone.asked.isEmpty)
            #expect(alone.findings.map(\.problem).contains(problem), "\(code)")
        }
        let (unsaid, asked) = try Self.only(Self.dose([(CodeSystemURI.cvx, "999")], nil, []))
        #expect(asked == [.whichVaccine] && unsaid.vaccine == nil)
        let stamaril = try Self.read([Self.dose([(CodeSystemURI.cvx, "17")], "Stamaril", [])])
        #expect(stamaril.asked.map(\.choices) == [["stamaril", "hib"]])
    }

    @Test("a brand alone is by the age on the day of the dose")
    func brands() throws {
        // Born in 1985, given in 2021.
        #expect(try Self.only(Self.dose([], "Encepur", [])).dose.vaccine == "encepur-erwachsene")
        let early = Self.dose([], "Encepur", []).replacing("2021-12-09", with: "1993-12-09")
        #expect(try Self.only(early).dose.vaccine == "encepur-kinder")
    }

    @Test("one code of a disease for several targets is told apart by the vaccine; an expression names its components")
    func meningococci() throws {
        #expect(try Self.only(Self.dose([(Self.atc, "J07AH09")], nil, ["23511006"])).dose.vaccine == "menb")
        let hexavalent = "871729003+836380007+601000221108+863911006+836374004+871871008"
        let (dose, _) = try Self.only(Self.dose([(Self.snomed, hexavalent)], nil, ["23511006", Self.tetanus]))
        #expect(dose.targets == ["meningococcal-c", "tetanus"])
        let (bare, _) = try Self.only(Self.dose([(Self.snomed, "863911006 | Tetanus | + 836374004")], nil, []))
        #expect(bare.targets == ["tetanus", "hepatitis-b"])
    }

    @Test("codes that nobody knows are asked by name; a long display is cut")
    func unknownCodes() throws {
        let (dose, told) = try Self.only(Self.dose([("http://x.example", "77")], nil, ["999999999"]))
        #expect(dose.vaccine == nil && dose.vaccineName == "Shown" && dose.target == "Shown")
        #expect(told == [.whichVaccine])
        let long = #"{"system": "http://x.example", "code": "1", "display": "\#(String(repeating: "x", count: 900))"}"#
        let text = Self.dose([], nil, [Self.tetanus]).replacing(#""coding": []"#, with: #""coding": [\#(long)]"#)
        #expect(try Self.only(text).dose.vaccineName?.count == 200)
    }

    @Test("a bundle with two patients gives two passes, each with its own")
    func twoPatients() throws {
        let second = #"{"resourceType": "Patient", "id": "q", "name": [{"family": "Anders"}]}"#
        let dose = Self.dose([(Self.atc, "J07BD52")], "Priorix", Self.mmr)
        let read = try Self.read([second, dose, dose.replacing("urn:uuid:p", with: "Patient/q/_history/2")])
        #expect(read.passes.map(\.name) == ["Ada Beispiel", "Anders"])
        #expect(read.passes.map(\.vaccinations.count) == [1, 1] && read.codings.map(\.count) == [1, 1])
    }

    private static func test(_ loinc: String, _ result: String, status: String = "final") -> String {
        """
        {"resourceType": "Observation", "status": "\(status)", "subject": {"reference": "urn:uuid:p"},
         "code": {"coding": [{"system": "http://loinc.org", "code": "\(loinc)"}]}, \(result)}
        """
    }

    private static func interpretation(_ code: String) -> String {
        #""interpretation": [{"coding": [{"system": "s", "code": "\#(code)"}]}]"#
    }

    @Test(
        "a test for antibodies becomes a fact where it shows immunity, else it is named",
        arguments: [
            (test("46197-0", interpretation("365861007:363713009=10828004")), "measles-immune", nil),
            (test("46197-0", interpretation("365861007:363713009=260385009")), nil, FHIRImport.Remark.Kind.noImmunity),
            (test("22322-2", interpretation("POS")), "hepatitis-b-immune", nil),
            (
                test("22600-1", #""valueCodeableConcept": {"coding": [{"system": "s", "code": "10828004"}]}"#),
                "varicella-immune", nil
            ),
            (test("22600-1", #""issued": "2020-01-01T00:00:00Z""#), nil, .resultMissing),
            (test("22496-4", interpretation("POS"), status: "preliminary"), nil, .resultMissing),
            (test("22496-4", interpretation("POS"), status: "entered-in-error"), nil, .enteredInError),
            (test("16935-9", #""valueQuantity": {"value": 120.5, "code": "m[IU]/mL"}"#), "anti-hbs/100-or-more", nil),
            (
                test("16935-9", #""valueQuantity": {"value": 10, "comparator": "<", "unit": "IU/l"}"#),
                "anti-hbs/below-10", nil
            ),
            (
                test("16935-9", #""valueQuantity": {"value": 100, "comparator": "<", "unit": "IU/l"}"#), nil,
                .resultMissing
            ),
            (test("16935-9", #""valueQuantity": {"value": 120, "code": "mg/dL"}"#), nil, .resultMissing),
            (test("8302-2", #""valueQuantity": {"value": 170, "code": "cm"}"#), nil, .otherHealth),
            (
                #"{"resourceType": "Observation", "status": "final", "subject": {"reference": "urn:uuid:p"}, "code": {"coding": [{"system": "http://snomed.info/sct", "code": "363787002:370134009=123029007,246093002=120721000,370132008=117363000"}]}, "#
                    + interpretation("POS") + "}",
                "mumps-immune", nil
            ),
        ] as [(String, String?, FHIRImport.Remark.Kind?)])
    func titres(resource: String, value: String?, problem: FHIRImport.Remark.Kind?) throws {
        let read = try Self.read([resource])
        #expect(read.passes.first?.facts.map(\.value) == [value].compactMap(\.self))
        #expect(read.findings.map(\.problem) == [.holderNumbers, problem].compactMap(\.self))
        #expect(read.passes.first?.facts.allSatisfy { $0.kind == "observation" } == true)
    }

    @Test(
        "a disease that somebody had becomes a fact where recommendations ask for it, once",
        arguments: [
            (snomed, "38907003", "confirmed", "varicella-immune", nil),
            ("http://fhir.de/CodeSystem/dimdi/icd-10-gm", "B01.-", "confirmed", "varicella-immune", nil),
            ("http://hl7.org/fhir/sid/icd-10-cm", "B15.9", "confirmed", "hepatitis-a-immune", nil),
            (snomed, "76795007", "confirmed", "hepatitis-b-immune", nil),
            (snomed, "27836007", "confirmed", nil, FHIRImport.Remark.Kind.otherHealth),
            ("http://fhir.de/CodeSystem/dimdi/icd-10-gm", "B18.1", "confirmed", nil, .otherHealth),
            (snomed, "38907003", "refuted", nil, .refuted),
        ] as [(String, String, String, String?, FHIRImport.Remark.Kind?)])
    func diseases(system: String, code: String, status: String, value: String?, problem: FHIRImport.Remark.Kind?) throws
    {
        let condition = """
            {"resourceType": "Condition", "subject": {"reference": "urn:uuid:p"}, "recordedDate": "2021-12-09",
             "verificationStatus": {"coding": [{"system": "s", "code": "\(status)"}]},
             "code": {"coding": [{"system": "\(system)", "code": "\(code)", "display": "Pertussis (disorder)"}]}}
            """
        let read = try Self.read([condition, condition])
        #expect(read.passes.first?.facts.map(\.value) == [value].compactMap(\.self))
        #expect(read.findings.dropFirst().map(\.problem) == (problem.map { [$0, $0] } ?? []))
        if problem == .otherHealth { #expect(read.findings.last?.name == "Pertussis") }
    }

    @Test("what isn't read is named once for each kind; who gave what and what is absent isn't")
    func otherResources() throws {
        let read = try Self.read([
            #"{"resourceType": "AllergyIntolerance", "code": {"text": "Egg"}}"#,
            #"{"resourceType": "AllergyIntolerance", "code": {"text": "Nut"}}"#,
            #"{"resourceType": "Procedure", "code": {"coding": [{"system": "http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips", "code": "no-procedure-info"}]}}"#,
            #"{"resourceType": "Organization", "name": "Practice"}"#,
        ])
        #expect(read.findings.map(\.problem) == [.holderNumbers, .otherResource])
        #expect(read.findings.last?.name == "AllergyIntolerance")
        let signed = #"{"resourceType": "Bundle", "signature": {"sigFormat": "application/pkcs7-mime"}}"#
        #expect(try FHIRReader.read(Array(signed.utf8), codes: .none).findings.map(\.problem) == [.signature])
    }
}

@Suite("The published examples of the MIO Impfpass", .timeLimit(.minutes(3)))
struct MIOTests {
    private static let folder: URL? = {
        let path = ProcessInfo.processInfo.environment["VACCINAPP_TEST_DATA"]
        let folder = (path.map { URL(filePath: $0) } ?? Fixtures.root.appending(path: "../shared/data")).appending(
            path: "mio")
        if FileManager.default.fileExists(atPath: folder.appending(path: "expected.json").path) { return folder }
        print("skipped: examples of the MIO Impfpass, which are in ../shared/data")
        return nil
    }()

    @Test(
        "every dose meets its diseases, and every test and disease is a fact or is named",
        .enabled(if: folder != nil, "the examples are in ../shared/data"))
    func examples() throws {
        let folder = try #require(Self.folder)
        let catalogue = try Fixtures.catalogue()
        let codes = ClinicalCodes(VaccineFinder(catalogue))
        let expected = try JSONValue(parsing: Data(contentsOf: folder.appending(path: "expected.json")))
        var doses = 0
        for (file, content) in expected.members ?? [:] {
            let read = try FHIRReader.read(Array(Data(contentsOf: folder.appending(path: file))), codes: codes)
            let pass = try #require(read.passes.first)
            #expect(read.passes.count == 1)
            let wanted = content["immunizations"]?.elements ?? []
            #expect(pass.vaccinations.count == wanted.count, "\(file)")
            for (dose, immunization) in zip(pass.vaccinations, wanted) {
                doses += 1
                #expect(dose.date.description == immunization["date"]?[0]?.text)
                #expect(dose.batch == immunization["lot"]?[0]?.text && dose.source == .record)
                let known = dose.vaccine.flatMap { catalogue.vaccine($0)?.targets } ?? dose.content.targets
                for disease in immunization["targets"]?.elements ?? [] {
                    let meant = codes.targets(
                        FHIRCoding(system: CodeSystemURI.snomed, code: disease.text ?? ""), "person")
                    #expect(!Set(meant).isDisjoint(with: known), "\(file): \(disease)")
                }
                #expect(known.count == immunization["targets"]?.elements?.count, "\(file): \(known)")
            }
            let told = (content["observations"]?.elements?.count ?? 0) + (content["conditions"]?.elements?.count ?? 0)
            let named: [FHIRImport.Remark.Kind] = [.noImmunity, .otherHealth, .resultMissing]
            #expect(pass.facts.count + read.findings.count { named.contains($0.problem) } == told, "\(file)")
            #expect(read.findings.contains { $0.problem == .holderNumbers })
            let isWrong = file.contains("nicht_korrekt") || file.hasSuffix("/01_cgm.xml")
            #expect(read.asked.contains { $0.question == .contradiction } == isWrong, "\(file)")
        }
        #expect(doses == 13)
    }
}
