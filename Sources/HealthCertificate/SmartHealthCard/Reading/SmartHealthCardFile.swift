import BoundedJSON

/// A file with SMART Health Cards: `.smart-health-card`, or what a FHIR server's `$health-cards-issue` gives.
///
/// <https://spec.smarthealth.cards/#via-file-download>
public struct SmartHealthCardFile: Sendable, Hashable {
    /// The extension that such files have to have.
    public static let fileExtension = "smart-health-card"
    /// Most cards that are read from one file.
    public static let mostCards = 100

    /// What reading each of the cards brings up, in the file's order: of the first ``mostCards``.
    public let cards: [SmartHealthCardInspection]

    /// How many cards follow those, and were not read.
    public let leftOut: Int

    /// The texts of those cards, as the file has them.
    public let texts: [String]

    /// What is remarkable about the file itself.
    public let findings: [SmartHealthCardDeparture]

    /// Reads a file: an object with a `verifiableCredential` array, or FHIR Parameters with several of that name.
    ///
    /// - Parameters:
    ///   - bytes: the file's content, JSON of at most 4 MiB.
    ///   - name: the file's name, to check its extension; nil where there is none.
    /// - Throws: ``SmartHealthCardDeparture`` `notAFile` or `noCredential`.
    public init(_ bytes: some Sequence<UInt8>, name: String? = nil) throws(SmartHealthCardDeparture) {
        let bytes = Array(bytes)
        guard let json = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: 4 << 20, depth: 32)),
            json.members != nil
        else { throw SmartHealthCardDeparture(.notAFile) }
        let isParameters = json["resourceType"]?.text == "Parameters"
        let texts = isParameters ? Self.parameters(json) : json["verifiableCredential"]?.elements?.compactMap(\.text)
        guard let texts, !texts.isEmpty else { throw SmartHealthCardDeparture(.noCredential) }
        var findings: [SmartHealthCardDeparture] = []
        if SmartHealthCardInspection.hasWhiteSpace(around: bytes) {
            findings.append(SmartHealthCardDeparture(.trailingCharacters))
        }
        if let name, !isParameters, !name.lowercased().hasSuffix("." + Self.fileExtension) {
            findings.append(SmartHealthCardDeparture(.wrongFileExtension))
        }
        self.cards = texts.prefix(Self.mostCards).map { SmartHealthCardInspection(text: $0) }
        self.texts = Array(texts.prefix(Self.mostCards))
        self.leftOut = texts.count - self.cards.count
        self.findings = findings
    }

    /// The texts of the cards in a file.
    ///
    /// - Throws: ``HealthCertificateError`` whose reason is the name of a ``SmartHealthCardDeparture``.
    public static func texts(in bytes: [UInt8]) throws(HealthCertificateError) -> [String] {
        do {
            return try SmartHealthCardFile(bytes).texts
        } catch {
            throw HealthCertificateError(error)
        }
    }

    private static func parameters(_ json: JSONValue) -> [String]? {
        json["parameter"]?.elements?.filter { $0["name"]?.text == "verifiableCredential" }
            .compactMap { $0["valueString"]?.text }
    }

    /// A file with these cards, as it is offered for download.
    public static func text(for cards: [SmartHealthCard]) -> String {
        JSONValue.object(["verifiableCredential": .array(cards.map { .string($0.jws) })]).compactText
    }
}
