import BoundedJSON
public import Foundation

/// Everything that reading a SMART Health Card brings up: all findings, and the card where none of them is fatal.
///
/// A check goes on past a fault as far as it can, so that a practice which issues cards sees them all at once.
public struct SmartHealthCardInspection: Sendable, Hashable {
    /// What departs from the specification, in the order in which the layers are read.
    public private(set) var findings: [SmartHealthCardDeparture] = []

    /// The card, nil where a finding is fatal.
    public private(set) var card: SmartHealthCard?

    /// From when the card is valid, told even where the card can't be used; nil where that couldn't be read.
    public private(set) var notBefore: Date?

    /// Until when the card is valid; nil for always, or where that couldn't be read.
    public private(set) var expiresAt: Date?

    /// Inspects the texts of a card's QR codes, or a JSON Web Signature; several texts are apart by white space.
    public init(text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.longestText else {
            find(.textTooLong)
            return
        }
        let words = bytes.split { $0 <= 0x20 }
        if Self.hasWhiteSpace(around: bytes) { find(.trailingCharacters) }
        guard let first = words.first else {
            find(.noCredential)
            return
        }
        guard first.prefix(4).map({ $0 | 0x20 }) == Array("shc:".utf8) else {
            inspect(jws: first, isAlone: words.count == 1)
            return
        }
        do throws(SmartHealthCardDeparture) {
            guard words.count <= NumericCode.mostChunks else { throw SmartHealthCardDeparture(.textTooLong) }
            var codes: [NumericCode] = []
            for word in words { codes.append(try NumericCode(String(decoding: word, as: UTF8.self))) }
            let assembled = try NumericCode.assemble(codes)
            findings += assembled.findings
            inspect(jws: assembled.jws[...], isAlone: true)
        } catch {
            findings.append(error)
        }
    }

    /// Longest text of all codes of a card that is read, in bytes.
    private static let longestText = 512 * 1_024

    /// Inspects a payload alone, as it is before it is packed and signed; it never gives a card.
    public init(payload bytes: some Sequence<UInt8>) {
        _ = inspect(payload: Array(bytes))
    }

    /// Inspects a FHIR bundle alone; it never gives a card.
    public init(bundle bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        if Self.hasWhiteSpace(around: bytes) { find(.trailingCharacters) }
        guard let json = parse(bytes) else { return }
        findings += FHIRBundleContents(json, issuer: nil).findings
    }

    /// The card, or the first fatal finding.
    func requireCard() throws(SmartHealthCardDeparture) -> SmartHealthCard {
        if let card { return card }
        throw findings.first { $0.severity == .fatal } ?? SmartHealthCardDeparture(.noCredential)
    }

    private mutating func find(_ code: SmartHealthCardDeparture.Code) {
        findings.append(SmartHealthCardDeparture(code))
    }

    private mutating func inspect(jws bytes: ArraySlice<UInt8>, isAlone: Bool) {
        do throws(SmartHealthCardDeparture) {
            guard isAlone else { throw SmartHealthCardDeparture(.notAJWS) }
            let jws = try CompactJWS(bytes)
            if bytes.count > NumericCode.longestSingle { find(.jwsTooLong) }
            findings += jws.findings
            let unpacked = try jws.unpackedPayload()
            findings += unpacked.findings
            guard let (payload, contents) = inspect(payload: unpacked.text) else { return }
            guard !findings.contains(where: { $0.severity == .fatal }) else { return }
            card = SmartHealthCard(jws: jws, payload: payload, claims: contents.claims, findings: findings)
        } catch {
            findings.append(error)
        }
    }

    private mutating func inspect(payload bytes: [UInt8]) -> (SmartHealthCardPayload, FHIRBundleContents)? {
        if Self.hasWhiteSpace(around: bytes) { find(.trailingCharacters) }
        guard let json = parse(bytes) else { return nil }
        var payload = SmartHealthCardPayload(json)
        notBefore = payload.notBefore.map { Date(timeIntervalSince1970: $0) }
        expiresAt = payload.expiry.map { Date(timeIntervalSince1970: $0) }
        guard let bundle = payload.bundle else {
            findings += payload.findings
            return nil
        }
        let contents = FHIRBundleContents(bundle, issuer: payload.issuer)
        payload.checkTypes(against: contents)
        findings += payload.findings + contents.findings
        return (payload, contents)
    }

    /// Whether a text has white space around it; one line feed at its end is what text files have.
    static func hasWhiteSpace(around bytes: [UInt8]) -> Bool {
        let isSpace: (UInt8?) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        return isSpace(bytes.first) || isSpace(bytes.last == 0x0A ? bytes.dropLast().last : bytes.last)
    }

    private mutating func parse(_ bytes: [UInt8]) -> JSONValue? {
        let limits = JSONLimits(bytes: CompactJWS.largestPayload, values: 10_000, depth: 64)
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        if !hasMark, let json = try? JSONValue(parsing: bytes, limits: limits), json.members != nil { return json }
        find(hasMark ? .byteOrderMark : .payloadNotJSON)
        return nil
    }
}
