import BoundedJSON
import CivilDates
import Foundation

extension ArchivedPass {
    /// Everything but the attachments.
    var json: JSONObject {
        [
            "id": JSONValue(id), "kind": .string(kind), "name": .string(name),
            "birthDate": JSONValue(birthDate?.description), "sex": .string(sex.rawValue),
            "createdAt": JSONValue(createdAt.map(ArchiveFormat.text)),
            "facts": .array(facts.map { .object($0.json) }),
            "vaccinations": .array(vaccinations.map { .object($0.json) }),
            "certificates": .array(certificates.map { .object($0.json) }),
        ]
    }
}

extension ArchivedFact {
    var json: JSONObject {
        [
            "id": JSONValue(id), "kind": .string(kind), "value": .string(value), "from": JSONValue(from?.description),
            "to": JSONValue(to?.description),
        ]
    }
}

extension ArchivedVaccination {
    var json: JSONObject {
        [
            "id": JSONValue(id), "target": .string(target), "vaccine": JSONValue(vaccine),
            "vaccineName": JSONValue(vaccineName), "date": .string(date.description), "batch": JSONValue(batch),
            "administeredBy": JSONValue(administeredBy), "country": JSONValue(country), "note": JSONValue(note),
            "doseNumber": JSONValue(doseNumber), "seriesDoses": JSONValue(seriesDoses),
            "createdAt": JSONValue(createdAt.map(ArchiveFormat.text)),
            "updatedAt": JSONValue(updatedAt.map(ArchiveFormat.text)),
        ]
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
