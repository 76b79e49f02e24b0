import CivilDates
import Model
import Testing

@Suite("Fields of records are data", .timeLimit(.minutes(3)))
struct FieldTests {
    private static let full = Vaccination(
        target: "measles", vaccine: "priorix", vaccineName: "P", date: PartialDate("1998-05") ?? .firstOfRecords,
        batch: "A1", administeredBy: "Dr. Test", country: "DE", site: "left-arm", route: "oral",
        batchExpiry: PartialDate("2031-06"), validUntil: PartialDate("2032-06-01"), reduced: "yes",
        note: "one\ntwo", doseNumber: 1, seriesDoses: 2,
        otherTargets: "mumps rubella", source: .certified,
        sourceDate: PartialDate("2026-11-23"))

    @Test func everyPropertyOfARecordIsAField() {
        func names(_ record: some FieldList) -> [String] { Mirror(reflecting: record).children.compactMap(\.label) }
        #expect(names(Vaccination.empty) == Vaccination.fields.map(\.name))
        #expect(names(Pass.empty) == Pass.fields.map(\.name))
        #expect(names(Fact.empty) == Fact.fields.map(\.name))
    }

    @Test func aRecordIsItsFields() {
        var copy = Vaccination.empty
        for field in Vaccination.fields {
            #expect(field[Self.full] != nil, "\(field.name) isn't tried")
            field.set(field[Self.full], in: &copy)
        }
        #expect(copy == Self.full)
        #expect(copy.issues.isEmpty)
        var pass = Pass.empty
        let ada = Pass(kind: "person", name: "Ada Test", birthDate: PartialDate("1987"), sex: .diverse)
        for field in Pass.fields {
            #expect(field[ada] != nil, "\(field.name) isn't tried")
            field.set(field[ada], in: &pass)
        }
        #expect(pass == ada)
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
        var vaccination = Self.full
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
        var other = Self.full
        (other.batch, other.note, other.doseNumber) = ("B2", nil, nil)
        #expect(other.differences(from: Self.full) == ["batch", "note", "doseNumber"])
        let filled = other.completed(by: Self.full)
        #expect(filled.batch == "B2" && filled.note == "one\ntwo" && filled.doseNumber == 1)
        #expect(Self.full.completed(by: other) == Self.full)
    }

    @Test func whereADoseComesFromIsNoDifferenceAndWhatIsProvenBestIsMost() {
        var other = Self.full
        (other.source, other.sourceDate) = (.hand, nil)
        #expect(other.differences(from: Self.full).isEmpty)
        #expect(DoseSource.allCases.max() == .certified && DoseSource.allCases.min() == .hand)
        #expect(DoseSource.record < .unknownIssuer && DoseSource.scan < .record)
    }

    @Test func anIssueNamesTheFieldAndNeverTheValue() {
        #expect("\(Model.Issue("batch", .length, limit: 100))" == "batch: length")
    }
}
