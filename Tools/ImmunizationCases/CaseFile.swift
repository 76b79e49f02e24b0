package import CivilDates
package import Immunization

/// One case as a clinician wrote it down: a patient, what was given, a day, and what is to be expected.
///
/// The format is described in `Tests/ImmunizationTests/Cases/README.md`. Keys that it doesn't know are ignored at the top
/// and of a patient: others' notes have their place there.
package struct CaseFile: Sendable, CustomStringConvertible {
    /// The file's path in its folder.
    package let name: String
    /// The case in a sentence; empty if it has none.
    package let title: String
    /// The rule it was written from; empty if it names none.
    package let source: String
    /// The id of the schedule that judges it.
    package let schedule: String
    /// Whom it is about, as far as the catalogue knows the observations.
    package private(set) var patient: Patient
    /// The patient's day of birth, as far as it is known.
    let birth: PartialDate
    /// The day of the visit.
    package let day: CalendarDate
    /// What is expected of each vaccine group or disease.
    package let expectations: [(group: String, expected: CaseExpectation)]
    /// What the case can't be judged by: a vaccine that the catalogue doesn't have.
    package private(set) var problems: [String] = []
    /// What is left out of the judging because the catalogue doesn't know it.
    package private(set) var remarks: [String] = []

    /// The file's name, and what the case is about.
    package var description: String { "\(name): \(title)" }

    /// Reads a case.
    ///
    /// - Throws: ``DataFault`` if it isn't JSON, or if what a case can't do without is missing or has another form.
    package init(json: [UInt8], name: String, catalogue: Catalogue) throws(DataFault) {
        try self.init(json: json, name: name, catalogue: catalogue, isOfAnswers: false)
    }

    /// Reads a case; one of answers names no schedule, and what it expects is read elsewhere.
    init(json: [UInt8], name: String, catalogue: Catalogue, isOfAnswers: Bool) throws(DataFault) {
        var object = try DataNode(json: json, file: name).object()
        self.name = name
        title = try object.optionalString("title") ?? ""
        source = try object.optionalString("source") ?? ""
        schedule = isOfAnswers ? "" : try object.string("schedule")
        day = try object.required("day").day()
        let expected = isOfAnswers ? [] : try object.required("expect").object().members
        expectations = try expected.map {
            (member) throws(DataFault) in (member.key, try CaseExpectation(member.node))
        }
        let told = try CasePatient(object.required("patient"), catalogue: catalogue)
        (patient, birth, remarks) = (told.patient, told.birth, told.remarks)
        for (index, node) in try object.array("given").enumerated() {
            let (date, vaccine, end) = try Self.given(node)
            let id = "\(index + 1)"
            if catalogue.vaccine(vaccine) != nil {
                patient.doses.append(AdministeredDose(id: id, vaccine: vaccine, date: date, validUntil: end))
                continue
            }
            let antigens = vaccine.split(separator: "+").map(String.init)
            if antigens.allSatisfy({ catalogue.target($0) != nil }) {
                patient.doses.append(AdministeredDose(id: id, antigens: antigens, date: date, validUntil: end))
            } else {
                problems.append("given: \(vaccine) is not in the catalogue")
            }
        }
    }

    /// `2026-03-05 infanrix-hexa`: a day, a month or a year, then a product, a kind or diseases, `measles+mumps`; perhaps
    /// `until 2029-03-04` behind it.
    private static func given(_ node: DataNode) throws(DataFault) -> (PartialDate, String, until: CalendarDate?) {
        let words = try node.string().split(separator: " ").map(String.init)
        let end = words.count == 4 && words[2] == "until" ? CalendarDate(words[3]) : nil
        guard words.count == 2 || end != nil, let date = PartialDate(words[0]) else {
            throw node.fault(.notDay)
        }
        return (date, words[1], end)
    }
}

extension DataNode {
    /// The value as a day, `YYYY-MM-DD`.
    func day() throws(DataFault) -> CalendarDate {
        guard let day = CalendarDate(try string()) else { throw fault(.notDay) }
        return day
    }

    /// The value as a day, a month or a year.
    func partialDay() throws(DataFault) -> PartialDate {
        guard let day = PartialDate(try string()) else { throw fault(.notDay) }
        return day
    }

    /// The value as a list of texts, or one text as a list of it.
    func oneOrMore() throws(DataFault) -> [String] {
        if case .string = value { [try string()] } else { try strings() }
    }
}
