import CivilDates
import Model
import TestSupport
import Testing

@Suite("Fields of records are data", .timeLimit(.minutes(3)))
struct FieldTests {
    @Test func everyPropertyOfARecordIsAField() {
        func names(_ record: some FieldList) -> [String] { Mirror(reflecting: record).children.compactMap(\.label) }
        #expect(names(Vaccination.empty) == Vaccination.fields.map(\.name))
        #expect(names(Pass.empty) == Pass.fields.map(\.name))
        #expect(names(Fact.empty) == Fact.fields.map(\.name))
    }

    @Test func aRecordIsItsFields() {
        expectFields(of: Vaccination.self)
        expectFields(of: Pass.self)
        expectFields(of: Fact.self)
    }

    private func expectFields<Record: FieldList>(of _: Record.Type) {
        let properties = { (record: Record) in Mirror(reflecting: record).children.map { "\($0.value)" } }
        for (index, (full, empty)) in zip(properties(.full), properties(.empty)).enumerated() {
            #expect(full != empty, "\(Record.fields[index].name) sets another property")
        }
        var copy = Record.empty
        for field in Record.fields { field.set(field[.full], in: &copy) }
        #expect(copy == .full)
        #expect(copy.issues.isEmpty)
    }

    @Test func targetsAreKeptEachOnce() {
        var dose = Vaccination.empty
        dose.targets = ["tetanus", "diphtheria", "tetanus", "diphtheria", "polio"]
        #expect(dose.target == "tetanus" && dose.otherTargets == "diphtheria polio")
        #expect(dose.targets == ["tetanus", "diphtheria", "polio"])
        dose.targets = ["tetanus", "a text", "", "polio"]
        #expect(dose.targets == ["tetanus", "polio"])
        dose.targets = ["rabies"]
        #expect(dose.target == "rabies" && dose.otherTargets == nil && dose.targets == ["rabies"])
        (dose.target, dose.otherTargets) = ("tetanus", "  tetanus  polio ")
        #expect(dose.targets == ["tetanus", "polio"])
    }

    @Test func whatIsRequiredAndEmptyIsMissing() {
        #expect(Vaccination.empty.issues == [Model.Issue("target", .missing)])
        #expect(Pass.empty.issues == [Model.Issue("kind", .missing), Model.Issue("name", .missing)])
        #expect(Fact.empty.issues == [Model.Issue("kind", .missing), Model.Issue("value", .missing)])
    }

    @Test(arguments: [
        (Vaccination.batch, FieldValue.text(String(repeating: "x", count: 100)), nil),
        (Vaccination.batch, .text(String(repeating: "x", count: 101)), Model.Issue("batch", .length, limit: 100)),
        (Vaccination.batch, .text(""), Model.Issue("batch", .length, limit: 100)),
        (Vaccination.batch, .text("\u{AD}"), Model.Issue("batch", .characters, limit: 100)),
        (Vaccination.batch, .text("\u{3164}\u{2800} "), Model.Issue("batch", .characters, limit: 100)),
        (Vaccination.batch, .text("e\u{301}"), nil),
        (Vaccination.batch, .text("a\nb"), Model.Issue("batch", .characters, limit: 100)),
        (Vaccination.note, .text("a\nb"), nil),
        (Vaccination.note, .text("\u{202E}"), Model.Issue("note", .characters, limit: 4_000)),
        (Vaccination.country, .text("DE"), nil), (Vaccination.country, .text("de"), Model.Issue("country", .country)),
        (Vaccination.country, .text("D"), Model.Issue("country", .country)),
        (Vaccination.site, .text("right-thigh"), nil),
        (Vaccination.site, .text("neck"), Model.Issue("site", .choice)),
        (Vaccination.route, .text("ORAL"), Model.Issue("route", .choice)),
        (Vaccination.batchExpiry, .date(PartialDate(year: 3000) ?? .firstOfRecords), Model.Issue("batchExpiry", .date)),
        (Vaccination.doseNumber, .number(99), nil),
        (Vaccination.doseNumber, .number(0), Model.Issue("doseNumber", .number)),
        (Vaccination.seriesDoses, .number(100), Model.Issue("seriesDoses", .number)),
        (Vaccination.date, .date(PartialDate(year: 3000) ?? .firstOfRecords), Model.Issue("date", .date)),
        (Vaccination.date, .date(.firstOfRecords), nil),
    ])
    func aValueIsCheckedByItsField(field: Field<Vaccination>, value: FieldValue, issue: Model.Issue?) {
        var vaccination = Vaccination.full
        field.set(value, in: &vaccination)
        #expect(field.issue(in: vaccination) == issue)
        #expect(vaccination.issues == [issue].compactMap(\.self))
    }

    @Test func aChoiceThatNobodyKnowsIsUnknown() throws {
        var pass = Pass(kind: "dog", name: "Rex", sex: .male)
        try #require(Pass.field("sex")).set(.text("robot"), in: &pass)
        #expect(pass.sex == .unknown && pass.issues.isEmpty)
    }

    @Test func differencesAreNamedAndGapsFilled() {
        var other = Vaccination.full
        (other.batch, other.note, other.doseNumber) = ("B2", nil, nil)
        #expect(other.differences(from: Vaccination.full) == ["batch", "note", "doseNumber"])
        let filled = other.completed(by: Vaccination.full)
        #expect(filled.batch == "B2" && filled.note == "note" && filled.doseNumber == 1)
        #expect(Vaccination.full.completed(by: other) == Vaccination.full)
    }

    @Test func whereADoseComesFromIsNoDifferenceAndWhatIsProvenBestIsMost() {
        var other = Vaccination.full
        (other.source, other.sourceDate) = (.hand, nil)
        #expect(other.differences(from: Vaccination.full).isEmpty)
        #expect(DoseSource.allCases.max() == .certified && DoseSource.allCases.min() == .hand)
        #expect(DoseSource.record < .unknownIssuer && DoseSource.scan < .record)
    }

    @Test func anIssueNamesTheFieldAndNeverTheValue() {
        #expect("\(Model.Issue("batch", .length, limit: 100))" == "batch: length")
    }
}
