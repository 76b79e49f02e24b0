import BoundedJSON
import CivilDates
package import Foundation
import Model

/// Writes a pass as a FHIR R4 bundle: for people an International Patient Summary, for animals a plain collection.
///
/// IPS 2.0.1, <https://hl7.org/fhir/uv/ips/>. A summary must have sections that we know nothing about; they say so, without
/// entries (its rule `ips-comp-1`). An entry is written at a time: as values a long bundle would take many times its bytes.
package struct PatientSummary: PassWriter {
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
    private let document: Document?
    private let isForPerson: Bool
    private let time: String
    private let urls: URLs

    /// What the entries are called, known before the first is written: they refer to each other.
    private struct URLs {
        let bundle, composition, patient, document, device: EntryURL
        let immunizations: [EntryURL]
    }

    /// - Parameter pass: with all its doses.
    package init(
        _ pass: ArchivedPass, codes: ClinicalCodes, document: Document? = nil, at time: Date,
        using generator: inout some RandomNumberGenerator
    ) {
        (self.document, isForPerson) = (document, pass.content.isForPerson)
        self.time = ArchiveFormat.text(time)
        resources = FHIRResources(codes: codes)
        var all = (0..<5 + pass.vaccinations.count).map { _ in EntryURL(using: &generator) }[...]
        urls = URLs(
            bundle: all.removeFirst(), composition: all.removeFirst(), patient: all.removeFirst(),
            document: all.removeFirst(), device: all.removeFirst(), immunizations: Array(all))
    }

    /// The whole bundle as JSON text.
    package static func write(
        _ pass: ArchivedPass, codes: ClinicalCodes, document: Document? = nil, at time: Date,
        using generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        PatientSummary(pass, codes: codes, document: document, at: time, using: &generator).whole(pass)
    }

    package func begin(_ pass: ArchivedPass, into output: inout [UInt8]) {
        let head: JSONObject = [
            "resourceType": "Bundle",
            "meta": isForPerson ? FHIRResources.profile("Bundle-uv-ips") : nil,
            "identifier": FHIRResources.identifier("urn:ietf:rfc:3986", urls.bundle.text),
            "type": isForPerson ? "document" : "collection",
            "timestamp": .string(time),
        ]
        output += "{".utf8
        JSONWriter.writeMembers(head, level: 1, into: &output)
        output += ",\n  \"entry\": [".utf8
        // In a document the Composition comes first, and what it refers to last.
        if isForPerson { write(urls.composition, composition(pass), isFirst: true, into: &output) }
        write(urls.patient, resources.patient(pass), isFirst: !isForPerson, into: &output)
    }

    package func write(_ vaccination: ArchivedVaccination, number: Int, into output: inout [UInt8]) {
        guard urls.immunizations.indices.contains(number) else { return }
        let resource = resources.immunization(
            vaccination, patient: urls.patient.text, isForPerson: isForPerson)
        write(urls.immunizations[number], resource, into: &output)
    }

    package func finish(into output: inout [UInt8]) {
        if let document { write(urls.document, reference(to: document), into: &output) }
        if isForPerson {
            write(
                urls.device,
                ["resourceType": "Device", "deviceName": [["name": "Vaccinapp", "type": "other"]]], into: &output)
        }
        output += "\n  ]\n}\n".utf8
    }

    /// An entry on a line of its own.
    private func write(_ url: EntryURL, _ resource: JSONObject, isFirst: Bool = false, into output: inout [UInt8]) {
        if !isFirst { output += ",".utf8 }
        JSONWriter.newLine(level: 2, into: &output)
        JSONWriter.writeOnOneLine(["fullUrl": .string(url.text), "resource": .object(resource)], into: &output)
    }

    private func composition(_ pass: ArchivedPass) -> JSONObject {
        let immunizations = (urls.immunizations + (document == nil ? [] : [urls.document])).map(\.text)
        let sections: [JSONValue] = [
            section("Medication Summary", "10160-0", "History of Medication use Narrative", [], Self.noInformation),
            section(
                "Allergies and Intolerances", "48765-2", "Allergies and adverse reactions Document", [],
                Self.noInformation),
            section("Problem List", "11450-4", "Problem list - Reported", [], Self.noInformation),
            section(
                "Immunizations", "11369-6", "History of Immunization Narrative", immunizations,
                immunizationTable(pass)),
        ]
        return [
            "resourceType": "Composition", "meta": FHIRResources.profile("Composition-uv-ips"), "language": "en",
            "identifier": FHIRResources.identifier("urn:ietf:rfc:3986", urls.composition.text), "status": "final",
            "type": Self.loinc("60591-5", "Patient summary Document"),
            "subject": Self.reference(urls.patient.text), "date": .string(time),
            "author": [Self.reference(urls.device.text)],
            "title": "International Patient Summary", "section": .array(sections),
        ]
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
                        FHIRCoding(
                            system: "http://terminology.hl7.org/CodeSystem/list-empty-reason", code: "unavailable",
                            display: "Unavailable"
                        ).json
                    ]
                ] : nil,
        ]
    }

    private func immunizationTable(_ pass: ArchivedPass) -> String {
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
            "subject": Self.reference(urls.patient.text), "date": .string(time),
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
        ["coding": [FHIRCoding(system: CodeSystemURI.loinc, code: code, display: display).json]]
    }

    private static func reference(_ url: String) -> JSONValue { ["reference": .string(url)] }

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

/// What an entry is called: a random UUID, version 4 (RFC 9562).
private struct EntryURL {
    private let high, low: UInt64

    init(using generator: inout some RandomNumberGenerator) {
        high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    }

    var text: String {
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
}
