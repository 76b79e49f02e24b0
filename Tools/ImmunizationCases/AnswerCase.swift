package import Answers
package import CivilDates
package import Immunization

/// One case of an answer to a person: a record, a day, and the lines, visits and verdicts that are to be expected.
///
/// A case that names a schedule is one of ``CaseFile``: nothing of it is held against an answer.
package struct AnswerCase: Sendable {
    /// The file's path in its folder.
    package let name: String
    /// The record.
    package private(set) var dossier: Dossier
    /// The day of the visit.
    package let day: CalendarDate
    /// What is expected; nil where nothing is compared.
    let expected: AnswerExpectation?
    /// What the case can't be judged by: a vaccine that the catalogue doesn't have.
    package let problems: [String]
    /// What is left out of the judging because the catalogue doesn't know it.
    package let remarks: [String]

    /// Whether anything is compared.
    package var isCompared: Bool { expected != nil }

    /// The ids of all that was given, those of problems among them: none of these is a dose of the record.
    var given: [String] { (0..<dossier.patient.doses.count + problems.count).map { "\($0 + 1)" } }

    /// The keys that a patient may have.
    private static let patientKeys: Set = [
        "species", "born", "sex", "gestationWeeks", "pregnancyStart", "birthCountry", "observations", "home", "trips",
    ]

    /// Reads a case.
    ///
    /// - Throws: ``DataFault`` if it isn't JSON, has a key that nobody knows, or lacks what it can't do without.
    package init(
        json: [UInt8], name: String, catalogue: Catalogue, schedules: [Schedule]
    ) throws(DataFault) {
        var object = try DataNode(json: json, file: name).object()
        self.name = name
        let isOfSchedule = try object.optionalString("schedule")
        let file = try CaseFile(json: json, name: name, catalogue: catalogue, isOfAnswers: isOfSchedule == nil)
        (day, problems, remarks) = (file.day, file.problems, file.remarks)
        var patient = file.patient
        if patient.home.isEmpty {
            let home = schedules.first { $0.id == isOfSchedule }?.country ?? Self.home
            patient.home = [home]
        }
        dossier = Dossier(patient)
        dossier.birth = file.birth
        guard isOfSchedule == nil else {
            expected = nil
            return
        }
        for key in ["title", "source", "sure", "given", "day"] { _ = object.optional(key) }
        for member in try object.required("patient").object().members where !Self.patientKeys.contains(member.key) {
            throw member.node.fault(.unknownKey)
        }
        expected = try AnswerExpectation(&object)
        try tell(object.optional("record"), schedules)
        try object.finish()
    }

    /// Where a case has no home and no schedule, it is of this country.
    private static let home = "DE"

    /// That all is entered, and the courses that were reported, by line.
    private mutating func tell(_ node: DataNode?, _ schedules: [Schedule]) throws(DataFault) {
        guard let node else { return }
        var record = try node.object()
        if try record.bool("complete", default: false) { dossier.completeSince = day }
        for (line, answer) in try record.optional("told")?.object().members ?? [] {
            guard let told = Dossier.Told(rawValue: try answer.string()) else { throw answer.fault(.notText) }
            let group = schedules.flatMap(\.groups).first { $0.id == line }
            dossier.told[group?.antigens.first ?? line] = told
        }
        try record.finish()
    }
}
