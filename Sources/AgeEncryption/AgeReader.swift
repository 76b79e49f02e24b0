import Secrets

/// Reads an age file that a passphrase opens, as it comes, binary or armored.
///
/// Give it the file with ``read(_:into:)``. Once ``challenge`` is there, derive the key with it and ``unlock(with:)``;
/// from then on `read` appends content, each part only after it was verified. ``finish(into:)`` says whether the file
/// was whole. After an error the reader is of no use. <https://age-encryption.org/v1>
public struct AgeReader: Sendable {
    /// How the file is written.
    public enum Form: Sendable {
        /// Found out from its first characters.
        case detected
        /// Text armor, or refused.
        case armored
    }

    private let limits: AgeLimits
    private var form: FormDetector
    private var armor: ArmorDecoder?
    private var header: HeaderReader
    private var parsed: AgeHeader?
    private var stanza: ScryptStanza?
    private var payload: AgePayloadReader?
    private var binary: [UInt8] = []
    private var fileBytes = 0

    /// Creates a reader for one file.
    public init(limits: AgeLimits = AgeLimits(), form: Form = .detected) {
        self.limits = limits
        self.form = FormDetector(isArmored: form == .armored ? true : nil)
        armor = form == .armored ? ArmorDecoder() : nil
        header = HeaderReader(limit: limits.headerBytes)
    }

    /// What the passphrase must be stretched with; nil until the header is complete.
    public var challenge: ScryptParameters? { stanza?.parameters }

    /// Whether the key is still to be given.
    public var isLocked: Bool { payload == nil }

    /// Takes the next part of the file and appends the content that it completes to `output`.
    ///
    /// Throws `notAnAgeFile`, `unsupportedVersion`, `malformedHeader`, `malformedArmor`, `foreignRecipient`,
    /// `workFactorTooHigh`, `changed`, `trailingData` or `tooLarge`.
    public mutating func read(_ bytes: some AgeBytes, into output: inout [UInt8]) throws(AgeError) {
        fileBytes += bytes.slice.count
        try limits.require(fileBytes: fileBytes)
        let ready = try form.read(bytes.slice)
        if form.isArmored == true, armor == nil { armor = ArmorDecoder() }
        try decode(ready)
        try advance(into: &output)
    }

    /// Gives the key that was derived for ``challenge``; throws `wrongPassphrase` or `headerChanged`.
    public mutating func unlock(with key: PassphraseKey) throws(AgeError) {
        guard let stanza else {
            throw AgeError(.wrongPassphrase, "There is nothing to unlock yet.")
        }
        try unlock(fileKey: stanza.unwrap(with: key))
    }

    /// Ends the file; throws `truncated`, `cutOrChanged`, `malformedArmor` or `notAnAgeFile`.
    public mutating func finish(into output: inout [UInt8]) throws(AgeError) {
        try decode(form.finish())
        if armor != nil { try armor?.finish(into: &binary) }
        try advance(into: &output)
        guard parsed != nil else { throw header.endOfFile() }
        guard payload != nil else {
            throw AgeError(.wrongPassphrase, "The file was not unlocked.")
        }
        try payload?.finish(into: &output)
    }

    /// Opens a file whose key is known, as the public test vectors do for recipients that we don't implement.
    package mutating func unlock(rawFileKey: [UInt8]) throws(AgeError) {
        try unlock(fileKey: SecretBytes(copying: rawFileKey))
    }

    /// Whether the header is complete, whoever its recipients are.
    package var hasHeader: Bool { parsed != nil }

    private mutating func unlock(fileKey: SecretBytes) throws(AgeError) {
        try parsed?.verify(fileKey)
        payload = AgePayloadReader(fileKey: fileKey)
    }

    private mutating func decode(_ bytes: ArraySlice<UInt8>) throws(AgeError) {
        if armor == nil {
            binary += bytes
        } else {
            try armor?.decode(bytes, into: &binary)
        }
    }

    private mutating func advance(into output: inout [UInt8]) throws(AgeError) {
        if parsed == nil {
            var rest = binary[...]
            parsed = try header.read(&rest)
            binary.removeFirst(binary.count - rest.count)
        }
        if let parsed, stanza == nil, payload == nil {
            stanza = try ScryptStanza(in: parsed, maximumWorkFactor: limits.workFactor)
        }
        if payload != nil {
            try payload?.read(binary[...], into: &output)
            binary.removeAll(keepingCapacity: true)
        }
    }
}
