import BoundedJSON
import Model
import TestSupport
import Testing

@testable import PassArchive

@Suite("Fields that FHIR has no member for", .timeLimit(.minutes(3)))
struct FieldExtensionTests {
    @Test("a field of every kind comes back from its extension")
    func roundTrip() {
        expectFields(of: Vaccination.self)
        expectFields(of: Pass.self)
    }

    private func expectFields<Record: FieldList>(of _: Record.Type) {
        for field in Record.fields {
            var read = Record.empty
            let written = field.fhirExtension(of: .full)
            field.readExtension(of: ["extension": written.map { [$0] }], into: &read)
            #expect(field[read] == field[.full], "\(field.name)")
        }
    }

    @Test("what an extension can't mean is nothing")
    func nonsense() throws {
        let resource = try JSONValue(
            parsing: Array(
                #"""
                {"extension": [
                  {"url": "urn:vaccinapp:batch", "valueString": ""}, {"url": "urn:vaccinapp:site", "valueString": "neck"},
                  {"url": "urn:vaccinapp:dose-number", "valueInteger": 0},
                  {"url": "urn:vaccinapp:valid-until", "valueString": "2031"}]}
                """#.utf8))
        var read = Vaccination.empty
        for field in Vaccination.fields { field.readExtension(of: resource, into: &read) }
        #expect(read == .empty)
    }
}
