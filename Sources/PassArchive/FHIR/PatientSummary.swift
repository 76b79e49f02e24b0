import BoundedJSON
import CivilDates
package import Foundation
import Model

/// Writes a pass as a FHIR R4 bundle: for people an International Patient Summary, for animals a plain collection.
///
/// IPS 2.0.1, <https://hl7.org/fhir/uv/ips/>. A summary must have sections that we know nothing about; they say so, without
/// entries (its rule `ips-comp-1`).
package struct PatientSummary {
    /// The same to read, for whoever has no program for summaries.
    package struct Document: Sendable {
        let contentType: String
        let title: String
        let content: [UInt8]

        package init(contentType: String, title: String, content: [UInt8]) {
            (self.contentType, self.title, self.content) = (contentType, title, content)
        }
    }

    private let resources: FHIRResources
    private let pass: ArchivedPass
    private let document: Document?
    private let time: String
    private var patientURL = ""

    private init(_ pass: ArchivedPass, codes: ClinicalCodes, _ document: Document?, at time: Date) {
        (self.pass, self.document) = (pass, document)
        self.time = ArchiveFormat.text(time)
        resources = FHIRResources(codes: codes)
    }

    /// The bundle as JSON text.
    package static func write(
        _ pass: ArchivedPass, codes: ClinicalCodes, document: Document? = nil, at time: Date,
        using generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        var summary = PatientSummary(pass, codes: codes, document, at: time)
        return JSONWriter.text(.object(summary.bundle(using: &generator)))
    }

    private mutating func bundle(using generator: inout some RandomNumberGenerator) -> JSONObject {
        patientURL = Self.url(using: &generator)
        let isForPerson = pass.content.isForPerson
        var entries = [Self.entry(patientURL, resources.patient(pass))]
        let immunizations = pass.vaccinations.map { vaccination in
            let resource = resources.immunization(vaccination, patient: patientURL, isForPerson: isForPerson)
            return (url: Self.url(using: &generator), resource: resource)
        }
        entries += immunizations.map { Self.entry($0.url, $0.resource) }
        var section = immunizations.map(\.url)
        if let document {
            section.append(Self.url(using: &generator))
            entries.append(Self.entry(section[section.count - 1], reference(to: document)))
        }
        if isForPerson { entries = composed(entries, immunizations: section, using: &generator) }
        return [
            "resourceType": "Bundle",
            "meta": isForPerson ? FHIRResources.profile("Bundle-uv-ips") : nil,
            "identifier": FHIRResources.identifier("urn:ietf:rfc:3986", Self.url(using: &generator)),
            "type": isForPerson ? "document" : "collection",
            "timestamp": .string(time),
            "entry": .array(entries),
        ]
    }

    /// Puts the Composition first and what it refers to last, as a document must be.
    private func composed(
        _ entries: [JSONValue], immunizations: [String], using generator: inout some RandomNumberGenerator
    ) -> [JSONValue] {
        let (url, device) = (Self.url(using: &generator), Self.url(using: &generator))
        let sections: [JSONValue] = [
            section("Medication Summary", "10160-0", "History of Medication use Narrative", [], Self.noInformation),
            section(
                "Allergies and Intolerances", "48765-2", "Allergies and adverse reactions Document", [],
                Self.noInformation),
            section("Problem List", "11450-4", "Problem list - Reported", [], Self.noInformation),
            section(
                "Immunizations", "11369-6", "History of Immunization Narrative", immunizations, immunizationTable()),
        ]
        let composition: JSONObject = [
            "resourceType": "Composition", "meta": FHIRResources.profile("Composition-uv-ips"), "language": "en",
            "identifier": FHIRResources.identifier("urn:ietf:rfc:3986", url), "status": "final",
            "type": Self.loinc("60591-5", "Patient summary Document"),
            "subject": Self.reference(patientURL), "date": .string(time), "author": [Self.reference(device)],
            "title": "International Patient Summary", "section": .array(sections),
        ]
        let author: JSONObject = [
            "resourceType": "Device", "deviceName": [["name": "Vaccinapp", "type": "other"]],
        ]
        return [Self.entry(url, composition)] + entries + [Self.entry(device, author)]
    }

    private func section(
        _ title: String, _ code: String, _ display: String, _ entries: [String], _ narrative: String
    ) -> JSONValue {
        [
            "title": .string(title), "code": Self.loinc(code, display),
            "text": [
                "status": "generated",
                "div": .string(
                    "<div xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\" xml:lang=\"en\">\(narrative)</div>"),
            ],
            "entry": entries.isEmpty ? nil : .array(entries.map(Self.reference)),
            "emptyReason": entries.isEmpty
                ? [
                    "coding": [
                        Coding(
                            system: "http://terminology.hl7.org/CodeSystem/list-empty-reason", code: "unavailable",
                            display: "Unavailable"
                        ).json
                    ]
                ] : nil,
        ]
    }

    private func immunizationTable() -> String {
        guard !pass.vaccinations.isEmpty else { return Self.noInformation }
        let rows = pass.vaccinations.map { vaccination in
            let known = vaccination.vaccine.map(resources.codes.targetsOfVaccine) ?? []
            let targets = known.isEmpty ? vaccination.targets : known
            let vaccine =
                vaccination.vaccineName ?? vaccination.vaccine.map { resources.codes.nameOfVaccine($0) ?? $0 } ?? ""
            let cells = [
                vaccination.date.description,
                targets.map { resources.codes.nameOfTarget($0) ?? $0 }.joined(separator: ", "),
                vaccine, vaccination.batch ?? "",
            ]
            return "<tr>\(cells.map { "<td>\(Self.escaped($0))</td>" }.joined())</tr>"
        }
        return "<table><thead><tr><th>Date</th><th>Disease</th><th>Vaccine</th><th>Lot</th></tr></thead>"
            + "<tbody>\(rows.joined())</tbody></table>"
    }
}

extension PatientSummary {
    /// What is to be read, inside the bundle.
    ///
    /// <https://hl7.org/fhir/R4/documentreference.html>
    private func reference(to document: Document) -> JSONObject {
        [
            "resourceType": "DocumentReference", "status": "current",
            "type": Self.loinc("11369-6", "History of Immunization Narrative"),
            "subject": Self.reference(patientURL), "date": .string(time),
            "content": [
                [
                    "attachment": [
                        "contentType": .string(document.contentType), "title": .string(document.title),
                        "data": .string(Data(document.content).base64EncodedString()),
                    ]
                ]
            ],
        ]
    }

    private static let noInformation = "<p>No information</p>"

    private static func loinc(_ code: String, _ display: String) -> JSONValue {
        ["coding": [Coding(system: CodeSystemURI.loinc, code: code, display: display).json]]
    }

    private static func reference(_ url: String) -> JSONValue { ["reference": .string(url)] }

    private static func entry(_ url: String, _ resource: JSONObject) -> JSONValue {
        ["fullUrl": .string(url), "resource": .object(resource)]
    }

    /// A random UUID, version 4 (RFC 9562).
    private static func url(using generator: inout some RandomNumberGenerator) -> String {
        let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = [high, low].map { word in
            let text = String(word, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
        var parts: [Substring] = []
        var rest = digits[...]
        for count in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return "urn:uuid:\(parts.joined(separator: "-"))"
    }

    /// Text for XHTML, scalar by scalar: an angle bracket with an accent would be another character.
    private static func escaped(_ text: String) -> String {
        var output = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;".unicodeScalars
            case "<": output += "&lt;".unicodeScalars
            case ">": output += "&gt;".unicodeScalars
            case "\t", "\n", "\r": output.append(" ")
            case "\0"..."\u{1F}", "\u{7F}", "\u{FFFE}", "\u{FFFF}": continue
            default: output.append(scalar)
            }
        }
        return String(output)
    }
}
