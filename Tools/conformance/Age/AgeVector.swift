import AgeEncryption
import ByteCoding
import HealthCertificate

/// One test vector: what is expected, what to open it with, and the age file.
struct AgeVector {
    let expectation: String
    let payloadHash: String?
    private let passphrases: [String]
    private let fileKey: [UInt8]?
    private let isArmored: Bool
    private let file: [UInt8]

    /// Nil for a file with a key that is not defined, as the format asks.
    init?(_ bytes: [UInt8]) {
        guard let parts = Self.split(bytes) else { return nil }
        var values: [String: [String]] = [:]
        for line in parts.header.split(separator: "\n") {
            guard let colon = line.firstRange(of: ": ") else { return nil }
            values[String(line[..<colon.lowerBound]), default: []].append(String(line[colon.upperBound...]))
        }
        let known: Set = [
            "expect", "payload", "identity", "passphrase", "armored", "file key", "comment", "compressed",
        ]
        guard Set(values.keys).isSubset(of: known), let expectation = values["expect"]?.first else { return nil }
        self.expectation = expectation
        payloadHash = values["payload"]?.first
        passphrases = values["passphrase"] ?? []
        fileKey = values["file key"]?.first.flatMap { Hex.decode($0) }
        isArmored = values["armored"]?.first == "yes"
        switch values["compressed"]?.first {
        case nil: file = parts.file
        case "zlib":
            guard let file = try? Zlib.inflate(parts.file, limit: 64 << 20) else { return nil }
            self.file = file
        default: return nil
        }
    }

    /// Whether the answer does not depend on unwrapping a key of a kind that we don't implement.
    var isAnswerable: Bool {
        if !passphrases.isEmpty || ["header failure", "armor failure"].contains(expectation) { return true }
        return fileKey != nil && expectation != "no match"
    }

    /// Opens the file; what came of it, in the vectors' words, and what was released.
    func open() -> (expectation: String, released: [UInt8]) {
        var released: [UInt8] = []
        var reader = AgeReader(form: isArmored ? .armored : .detected)
        do throws(AgeError) {
            do throws(AgeError) {
                try reader.read(file, into: &released)
            } catch {
                // The vectors' identities are X25519 keys; the file key is used in their place.
                guard error.code == .foreignRecipient, passphrases.isEmpty, fileKey != nil else { throw error }
            }
            try unlock(&reader)
            try reader.read([], into: &released)
            try reader.finish(into: &released)
            return ("success", released)
        } catch {
            return (Self.words(error, hasHeader: reader.hasHeader, isArmored: isArmored), released)
        }
    }

    private func unlock(_ reader: inout AgeReader) throws(AgeError) {
        guard reader.hasHeader else { return }
        guard let challenge = reader.challenge, !passphrases.isEmpty else {
            if let fileKey { try reader.unlock(rawFileKey: fileKey) }
            return
        }
        for (index, passphrase) in passphrases.enumerated() {
            do throws(AgeError) {
                let key = try PassphraseKey.derive(from: AgePassphrase(passphrase), challenge)
                return try reader.unlock(with: key)
            } catch {
                guard error.code == .wrongPassphrase, index < passphrases.count - 1 else { throw error }
            }
        }
    }

    private static func words(_ error: AgeError, hasHeader: Bool, isArmored: Bool) -> String {
        switch error.code {
        case .malformedArmor: "armor failure"
        case .truncated where isArmored && error.reason.contains("armor"): "armor failure"
        case .wrongPassphrase, .foreignRecipient: "no match"
        case .headerChanged: "HMAC failure"
        case .notAnAgeFile, .unsupportedVersion, .malformedHeader, .workFactorTooHigh: "header failure"
        default: hasHeader ? "payload failure" : "header failure"
        }
    }

    private static func split(_ bytes: [UInt8]) -> (header: String, file: [UInt8])? {
        var start = 0
        while let end = bytes[start...].firstIndex(of: 0x0A) {
            if end == start { return (String(decoding: bytes[..<start], as: UTF8.self), Array(bytes[(end + 1)...])) }
            start = end + 1
        }
        return nil
    }
}
