import BoundedJSON
import CivilDates
import Immunization
import Model
import Testing

@testable import PassArchive

@Suite("Every name of the catalogue means the same in every file", .timeLimit(.minutes(3)))
struct SameAnswerTests {
    private let finder: VaccineFinder
    private let names: [String]
    private let who = VaccineFinder.Who(Pass.person, on: PartialDate("2016-04-01"))

    init() throws {
        let catalogue = try Fixtures.catalogue()
        finder = VaccineFinder(catalogue)
        let products = catalogue.vaccines.filter { $0.species == Pass.person }.flatMap { [$0.name["en"]] + $0.aliases }
        let kinds = catalogue.kinds.filter { $0.species == Pass.person }.flatMap { kind in
            ["en", "de"].flatMap { [kind.name[$0]] + kind.synonyms[$0] }
        }
        let targets = catalogue.targets.filter { $0.species == Pass.person }.flatMap { target in
            ["en", "de"].flatMap { [target.names[$0]] + target.synonyms[$0] }
        }
        names = Array(Set(products + kinds + targets)).sorted()
    }

    /// What the finder says of a name: a vaccine, a disease, or a question.
    private func answer(_ name: String) -> String {
        switch finder.find(name, for: who) {
        case .one(let found, _): VaccineFinder.id(found)
        case .choice(_, let question): question.rawValue
        default: "nothing"
        }
    }

    /// The same of a dose that a file gives.
    private func answer(_ dose: ArchivedVaccination, _ asked: AskedDose?) -> String {
        if let question = asked?.question { return question.rawValue }
        return dose.vaccine ?? "target:" + dose.target
    }

    private func compare(_ doses: [ArchivedVaccination], _ asked: [AskedDose]) {
        let asked = Dictionary(asked.map { ($0.dose, $0) }) { first, _ in first }
        #expect(names.count > 500 && doses.count == names.count)
        for (number, (name, dose)) in zip(names, doses).enumerated() {
            let found = answer(dose, asked[number])
            #expect(found == answer(name), "\(name)")
        }
    }

    @Test("in a table")
    func table() throws {
        let lines = names.map { "1.4.2016;\"\($0.replacing("\"", with: "\"\""))\"\n" }
        let table = try VaccinationTable(Array(("Datum;Impfstoff\n" + lines.joined()).utf8))
        let read = try TableImport(
            table, mapping: table.suggestedMapping, codes: ClinicalCodes(finder), species: Pass.person)
        compare(read.vaccinations, read.asked)
    }

    @Test("in FHIR")
    func fhir() throws {
        let patient: JSONValue = ["resourceType": "Patient", "id": "1", "name": [["text": "Ada"]]]
        let doses = names.map { name -> JSONValue in
            [
                "resourceType": "Immunization", "status": "completed", "vaccineCode": ["text": .string(name)],
                "patient": ["reference": "Patient/1"], "occurrenceDateTime": "2016-04-01",
            ]
        }
        let entries = ([patient] + doses).enumerated().map { number, resource -> JSONValue in
            ["fullUrl": .string(number == 0 ? "Patient/1" : "urn:\(number)"), "resource": resource]
        }
        let bundle: JSONValue = ["resourceType": "Bundle", "type": "collection", "entry": .array(entries)]
        let read = try FHIRReader.read(JSONWriter.text(bundle), codes: ClinicalCodes(finder))
        compare(try #require(read.passes.first).vaccinations, read.asked)
    }
}
