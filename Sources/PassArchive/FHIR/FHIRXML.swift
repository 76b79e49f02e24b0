import BoundedJSON
import BoundedXML

/// Reads FHIR's XML into the tree that the same resource is in JSON, so that one importer reads both.
///
/// An element with a `value` is a primitive; one that repeats, or may repeat, is an array; a wrapper's one child is a
/// resource; narrative and whatever else isn't of FHIR's namespace is left out. <https://hl7.org/fhir/R4/xml.html>,
/// <https://hl7.org/fhir/R4/json.html>
struct FHIRXML {
    private static let namespace = "http://hl7.org/fhir"
    /// Enough for any resource's elements; narrative may nest more than data.
    private static let depth = 64

    private var open: [FHIRElement] = []
    /// What prefixes stand for inside each open element.
    private var prefixes: [[String: String]] = []
    /// How deep it is inside of what isn't FHIR's.
    private var foreign = 0
    private var root: JSONValue?

    /// Whether a file is XML, in whichever encoding: its first character opens a tag.
    static func isXML(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(4_000).drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0].contains($0) }
        return start.first == UInt8(ascii: "<")
    }

    /// The resource that a file is.
    ///
    /// Throws `malformed`, `tooLarge`, `documentType`, `encoding`, `notFHIR` or `cancelled`.
    static func json(_ text: [UInt8], limits: ArchiveLimits) throws(ArchiveError) -> JSONValue {
        var reader = FHIRXML()
        do throws(XMLError) {
            var source = try XMLReader(
                text, limits: XMLLimits(bytes: limits.bytes, nodes: limits.values, depth: depth))
            while let event = try source.next() {
                guard reader.isWell(event) else { throw XMLError(.notXML, line: 0) }
                guard reader.isOfFHIR, !Task.isCancelled else { break }
            }
        } catch {
            throw ArchiveError(error, limits)
        }
        try ArchiveError.checkCancellation()
        guard let root = reader.root else { throw ArchiveError(.notFHIR, "The XML holds no FHIR resource.") }
        return root
    }

    /// Whether what was read so far can be a resource.
    private var isOfFHIR: Bool { root != nil || !open.isEmpty }

    /// Takes the next piece; whether FHIR may have it there.
    private mutating func isWell(_ event: XMLEvent) -> Bool {
        switch event {
        case .start(let name, let attributes):
            begin(name, attributes)
            return true
        case .text(let text):
            return foreign > 0 || text.utf8.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        case .end: return end()
        }
    }

    private mutating func begin(_ name: String, _ attributes: [String: String]) {
        var known = prefixes.last ?? [:]
        for (key, value) in attributes where key == "xmlns" || key.hasPrefix("xmlns:") {
            known[String(key.dropFirst(6))] = value
        }
        let parts = name.split(separator: ":", maxSplits: 1)
        let prefix = parts.count > 1 ? String(parts[0]) : ""
        guard foreign == 0, known[prefix] == Self.namespace, let local = parts.last else {
            foreign += 1
            return
        }
        prefixes.append(known)
        open.append(FHIRElement(String(local), attributes, in: open.last))
    }

    /// Closes an element; false where a wrapper holds something else than one resource.
    private mutating func end() -> Bool {
        if foreign > 0 {
            foreign -= 1
            return true
        }
        guard let element = open.popLast() else { return false }
        prefixes.removeLast()
        guard !open.isEmpty else {
            root = element.resource
            return true
        }
        return open[open.count - 1].take(element)
    }
}

extension ArchiveError {
    init(_ error: XMLError, _ limits: ArchiveLimits) {
        switch error.code {
        case .tooLarge: self.init(.tooLarge, "The document is larger than \(limits.bytes >> 20) MiB.")
        case .tooManyNodes, .tooDeep:
            self.init(.tooLarge, "The document holds too many elements, or too many inside each other.")
        case .documentType:
            self.init(.documentType, "The XML declares a document type, which FHIR has none of: it was not read.")
        case .encoding: self.init(.encoding, "The XML is not in UTF-8, which FHIR is written in.")
        case .notXML: self.init(.malformed, "\(error)")
        }
    }
}
