import CivilDates

/// Where a record comes from, and how sure we are of it.
public struct Provenance: Sendable, Hashable {
    /// How well a fact is supported.
    public enum Confidence: String, Sendable, CaseIterable, Comparable {
        /// Read in a primary source, or two independent transcriptions agree.
        case high = "A"
        /// One transcription, or well known and not looked up again.
        case medium = "B"
        /// One transcription that surprises: to be verified first.
        case low = "C"

        /// Orders low before medium before high.
        public static func < (left: Confidence, right: Confidence) -> Bool {
            left.rawValue > right.rawValue
        }
    }

    /// The sources by name, as the record's file spells them out.
    public let sources: [String]

    /// When the record was last compared with them, ISO 8601 (`2026-11-21`).
    public let date: String

    /// How sure the record is.
    public let confidence: Confidence

    init(_ object: inout DataObject, sources named: [String: String]) throws(DataFault) {
        var sources: [String] = []
        for node in try object.required("sources").array() {
            guard let source = named[try node.string()] else { throw node.fault(.unknownSource) }
            sources.append(source)
        }
        guard !sources.isEmpty else { throw object.node.fault(.noSource) }
        self.sources = sources
        date = try object.required("date").isoDate()
        let level = try object.required("confidence")
        guard let confidence = Confidence(rawValue: try level.string()) else {
            throw level.fault(.notConfidence)
        }
        self.confidence = confidence
    }
}

extension DataNode {
    /// The value as an ISO 8601 date, `YYYY-MM-DD`, that the calendar has.
    func isoDate() throws(DataFault) -> String {
        let text = try string()
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw fault(.notDate)
        }
        guard CalendarDate(text) != nil else { throw fault(.impossibleDate) }
        return text
    }

    /// The value as an identifier: lower-case letters and digits in words joined by hyphens, at most 64 bytes.
    func slug() throws(DataFault) -> String {
        let text = try string()
        let words = text.split(separator: "-", omittingEmptySubsequences: false)
        let isPlain = words.allSatisfy { word in
            !word.isEmpty && word.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        }
        guard isPlain, text.utf8.count <= 64 else {
            throw fault(.notAnId)
        }
        return text
    }

    /// The value as what other clients call a disease target: ten digits.
    func recordID() throws(DataFault) -> String {
        let text = try string()
        guard text.utf8.count == 10, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw fault(.notTenDigits)
        }
        return text
    }
}
