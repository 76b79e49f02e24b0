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
    private let urls: URLs

    /// What the entries are called, known before the first is written: they refer to each other.
    private struct URLs {
        let bundle, composition, patient, document, device: String
        let immunizations: [String]
    }

    private init(
        _ pass: ArchivedPass, codes: ClinicalCodes, _ document: Document?, at time: Date,
        using generator: inout some RandomNumberGenerator
    ) {
        (self.pass, self.document) = (pass, document)
        self.time = ArchiveFormat.text(time)
        resources = FHIRResources(codes: codes)
        var all = (0..<5 + pass.vaccinations.count).map { _ in Self.url(using: &generator) }[...]
        urls = URLs(
            bundle: all.removeFirst(), composition: all.removeFirst(), patient: all.removeFirst(),
            document: all.removeFirst(), device: all.removeFirst(), immunizations: Array(all))
    }

    /// The bundle as JSON text, an entry at a time on a line of its own: as values a long one would take many times its
    /// bytes.
    package static func write(
        _ pass: ArchivedPass, codes: ClinicalCodes, document: Document? = nil, at time: Date,
        using generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        var output: [UInt8] = []
        PatientSummary(pass, codes: codes, document, at: time, using: &generator).write(into: &output)
        return output
    }

    private func write(into output: inout [UInt8]) {
        let isForPerson = pass.content.isForPerson
        let head: JSONObject = [
            "resourceType": "Bundle",
            "meta": isForPerson ? FHIRResources.profile("Bundle-uv-ips") : nil,
            "identifier": FHIRResources.identifier("urn:ietf:rfc:3986", urls.bundle),
            "type": isForPerson ? "document" : "collection",
            "timestamp": .string(time),
        ]
        output += "{".utf8
        JSONWriter.writeMembers(head, level: 1, into: &output)
        output += ",\n  \"entry\": [".utf8
        var isFirst = true
        func entry(_ url: String, _ resource: JSONObject) {
            if !isFirst { output += ",".utf8 }
            isFirst = false
            JSONWriter.newLine(level: 2, into: &output)
            JSONWriter.writeOnOneLine(["fullUrl": .string(url), "resource": .object(resource)], into: &output)
        }
        // In a document the Composition comes first, and what it refers to last.
        if isForPerson { entry(urls.composition, composition()) }
        entry(urls.patient, resources.patient(pass))
        for (vaccination, url) in zip(pass.vaccinations, urls.immunizations) {
            entry(url, resources.immunization(vaccination, patient: urls.patient, isForPerson: isForPerson))
        }
        if let document { entry(urls.document, reference(to: document)) }
        if isForPerson {
            entry(
                urls.device,
                ["resourceType": "Device", "deviceName": [["name": "Vaccinapp", "type": "other"]]])
        }
        output += "\n  ]\n}\n".utf8
    }

    private func composition() -> JSONObject {
        let immunizations = urls.immunizations + (document == nil ? [] : [urls.document])
        let sections: [JSONValue] = [
            section("Medication Summary", "10160-0", "History of Medication use Narrative", [], Self.noInformation),
            section(
                "Allergies and Intolerances", "48765-2", "Allergies and adverse reactions Document", [],
                Self.noInformation),
            section("Problem List", "11450-4", "Problem list - Reported", [], Self.noInformation),
            section(
                "Immunizations", "11369-6", "History of Immunization Narrative", immunizations, immunizationTable()),
        ]
        return [
            "resourceType": "Composition", "meta": FHIRResources.profile("Composition-uv-ips"), "language": "en",
            "identifier": FHIRResources.identifier("urn:ietf:rfc:3986", urls.composition), "status": "final",
            "type": Self.loinc("60591-5", "Patient summary Document"),
            "subject": Self.reference(urls.patient), "date": .string(time), "author": [Self.reference(urls.device)],
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
            "subject": Self.reference(urls.patient), "date": .string(time),
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
