import Foundation
import Immunization
import Testing

/// One case as a clinician wrote it down: a patient, what was given, a day, and what is to be expected.
///
/// The format is told in `Cases/README.md`.
struct CaseFile: Sendable, CustomTestStringConvertible {
    let name: String
    let title: String
    let schedule: String
    let patient: Patient
    let day: CalendarDate
    let expectations: [(group: String, expected: CaseExpectation)]

    var testDescription: String { "\(name): \(title)" }

    static let folder = ShippedCatalogue.root.appending(path: "Tests/ImmunizationTests/Cases").resolvingSymlinksInPath()

    /// Every case below the folder, sorted by name; the file names are the cases' names.
    static func all() throws -> [CaseFile] {
        let catalogue = try ShippedCatalogue.load()
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap {
            $0 as? URL
        }
        return try (files ?? []).filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.map { file in
            let name = file.deletingLastPathComponent().lastPathComponent + "/" + file.lastPathComponent
            return try CaseFile(DataNode(json: [UInt8](Data(contentsOf: file)), file: name), name: name, catalogue)
        }
    }

    private init(_ node: DataNode, name: String, _ catalogue: Catalogue) throws {
        var object = try node.object()
        self.name = name
        title = try object.string("title")
        _ = try object.string("source")
        schedule = try object.string("schedule")
        var patient = try Self.patient(object.required("patient"))
        for (index, given) in try object.strings("given").enumerated() {
            patient.doses.append(try Self.dose(given, id: "\(index + 1)", catalogue, node))
        }
        self.patient = patient
        day = try object.required("day").day()
        expectations = try object.required("expect").object().members.map { ($0.key, try CaseExpectation($0.node)) }
        try object.finish()
    }

    private static func patient(_ node: DataNode) throws -> Patient {
        var object = try node.object()
        var patient = Patient(
            species: try object.string("species"), birthDate: try object.required("born").day(),
            sex: try object.optionalString("sex").flatMap(Sex.init(rawValue:)) ?? .unknown,
            observations: try object.strings("observations").map { PatientObservation($0) },
            home: Set(try object.strings("home")), trips: try object.array("trips").map(trip))
        patient.gestationWeeks = try object.optionalInteger("gestationWeeks")
        patient.pregnancyStart = try object.optional("pregnancyStart")?.day()
        try object.finish()
        return patient
    }

    private static func trip(_ node: DataNode) throws -> Trip {
        var object = try node.object()
        let trip = Trip(
            to: Set(try object.strings("to")), departure: try object.required("from").day(),
            returning: try object.optional("until")?.day())
        try object.finish()
        return trip
    }

    /// `2026-03-05 infanrix-hexa`: a day, a month or a year, then a product, a kind or a disease target.
    private static func dose(_ text: String, id: String, _ catalogue: Catalogue, _ node: DataNode) throws
        -> AdministeredDose
    {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 2, let date = PartialDate(words[0]) else { throw node.fault("\(text) is no vaccination") }
        if catalogue.vaccine(words[1]) != nil { return AdministeredDose(id: id, vaccine: words[1], date: date) }
        guard catalogue.target(words[1]) != nil else { throw node.fault("\(words[1]) is not in the catalogue") }
        return AdministeredDose(id: id, antigens: [words[1]], date: date)
    }
}

extension DataNode {
    /// The value as a day, `YYYY-MM-DD`.
    func day() throws(DataFault) -> CalendarDate {
        guard let day = CalendarDate(try string()) else { throw fault("should be a day") }
        return day
    }
}
