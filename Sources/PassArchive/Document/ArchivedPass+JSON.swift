import BoundedJSON
import CivilDates
import Foundation
import Model

extension FieldList {
    /// The members of a document that the fields are; what there is none of is left out.
    fileprivate var members: [(String, JSONValue?)] {
        Self.fields.map { field in
            switch field[self] {
            case .text(let text): (field.name, .string(text))
            case .number(let number): (field.name, .integer(Int64(number)))
            case .date(let date): (field.name, .string(date.description))
            case nil: (field.name, nil)
            }
        }
    }
}

extension ArchivedPass {
    /// Everything but the attachments.
    var json: JSONObject {
        JSONObject(
            present: [("id", JSONValue(id))] + content.members + [
                ("createdAt", JSONValue(createdAt.map(ArchiveFormat.text))),
                ("facts", .array(facts.map { .object($0.json) })),
                ("vaccinations", .array(vaccinations.map { .object($0.json) })),
                ("certificates", .array(certificates.map { .object($0.json) })),
            ])
    }
}

extension ArchivedFact {
    var json: JSONObject { JSONObject(present: [("id", JSONValue(id))] + content.members) }
}

extension ArchivedVaccination {
    var json: JSONObject {
        JSONObject(
            present: [("id", JSONValue(id))] + content.members + [
                ("createdAt", JSONValue(createdAt.map(ArchiveFormat.text))),
                ("updatedAt", JSONValue(updatedAt.map(ArchiveFormat.text))),
            ])
    }
}

extension ArchivedCertificate {
    var json: JSONObject {
        [
            "id": JSONValue(id), "vaccination": JSONValue(vaccination), "text": .string(text),
            "addedAt": JSONValue(addedAt.map(ArchiveFormat.text)),
        ]
    }
}

extension ArchivedAttachment {
    /// Everything but the content.
    var json: JSONObject {
        [
            "id": JSONValue(id), "vaccination": JSONValue(vaccination), "name": .string(name),
            "mediaType": .string(mediaType), "addedAt": JSONValue(addedAt.map(ArchiveFormat.text)),
        ]
    }
}
