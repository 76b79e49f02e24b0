import AgeEncryption
import BoundedJSON
import ByteCoding
import Fairness
import Foundation
import HealthCertificate
import Immunization
package import PassArchive
import Vault
import Web

/// Reads a file that somebody wants to import, whatever it turns out to be.
package struct ArchiveImportFile: Sendable {
    /// The most bytes of content, once it is opened and its attachments are set apart.
    static let mostContent = 12 << 20

    let scrypt: ScryptGate
    let finder: VaccineFinder
    /// Whose file it is: their passphrases are worked on one after the other.
    let who: Requester

    /// What is in a file.
    package enum Content: Sendable {
        /// With the codes that a bundle has for the vaccine of each vaccination of each pass, and the doses of which
        /// somebody has to say which vaccine it was.
        case passes(
            ArchiveContents, findings: [PendingArchive.Remark], source: String, codings: [[[FHIRCoding]]] = [],
            asked: [AskedDose] = [])
        case table
    }

    /// Opens a sealed file; any other comes back as it is.
    ///
    /// - Throws: ``ArchiveFault``; `HTTPProblem.timeout` when too many passphrases are being worked on.
    func open(_ file: [UInt8], passphrase: String) async throws -> [UInt8] {
        guard !file.isEmpty else { throw ArchiveFault.fileEmpty }
        guard Self.isSealed(file) else { return file }
        do throws(AgeError) {
            return try await open(file, passphrase)
        } catch  where error.code == .wrongPassphrase {
            // Pasted words bring blanks along; ours may come back with capital letters, or with hyphens between them.
            let meant =
                PassphraseGenerator.restored(passphrase)
                ?? passphrase.trimmingCharacters(in: .whitespacesAndNewlines)
            guard meant != passphrase, !meant.isEmpty else { throw ArchiveFault.passphraseWrong }
            return try await translating { try await open(file, meant) }
        } catch {
            if passphrase.isEmpty, error.code == .unusablePassphrase { throw ArchiveFault.passphraseMissing }
            throw Self.problem(error)
        }
    }

    private func open(_ file: [UInt8], _ passphrase: String) async throws(AgeError) -> [UInt8] {
        let limits = AgeLimits(workFactor: scrypt.workFactor, fileBytes: file.count)
        return try await AgeFile.open(file, limits: limits) { (challenge) async throws(AgeError) in
            try await scrypt.derive(from: AgePassphrase(passphrase), challenge, for: who)
        }
    }

    private func translating<T>(_ body: () async throws -> T) async throws -> T {
        do { return try await body() } catch let error as AgeError { throw Self.problem(error) }
    }

    private static func problem(_ error: AgeError) -> any Error { ArchiveFault(error) ?? HTTPProblem.timeout }

    /// About what reading a file takes beside it: its texts as often again, and what its values take besides.
    static func memory(of file: [UInt8]) -> Int {
        if isSealed(file) { return file.count }
        let values =
            FHIRReader.isXML(file)
            ? file.count { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "=") } : JSONValue.mostValues(in: file)
        return file.count + min(values, ArchiveLimits().values) * ArchiveLimits.bytesOfValue
    }

    /// Whether a file looks like one to be imported here: sealed, JSON or XML.
    static func isDocument(_ file: [UInt8]) -> Bool {
        isSealed(file) || beginning(file).first == UInt8(ascii: "{") || FHIRReader.isXML(file)
    }

    static func isSealed(_ file: [UInt8]) -> Bool {
        let start = beginning(file)
        return start.starts(with: "age-encryption.org/".utf8) || start.starts(with: "-----BEGIN AGE".utf8)
    }

    private static func beginning(_ file: [UInt8]) -> ArraySlice<UInt8> {
        file.prefix(1_100).drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }
}

extension ArchiveImportFile {
    /// Tells what opened content is: our document, FHIR, health cards, or a table.
    func content(of bytes: [UInt8]) throws(ArchiveFault) -> Content {
        if FHIRReader.isXML(bytes) { return try resources(ofXML: bytes) }
        let start = bytes.prefix(2_000).drop { $0 == 0x20 || (0x09...0x0D).contains($0) || $0 >= 0xBB && $0 != 0xFF }
        if start.isEmpty { throw .fileEmpty }
        if start.first == UInt8(ascii: "{") { return try document(bytes) }
        guard bytes.count <= Self.mostContent else { throw .contentTooLarge }
        let word = String(decoding: start.prefix(8), as: UTF8.self).uppercased()
        if word.hasPrefix("HC1:") || word.hasPrefix("SHC:/") { throw .certificateText }
        switch FileKind(bytes) {
        case .zip, .compound: throw .spreadsheet
        case .some: throw .picture
        case nil: break
        }
        guard let table = try? VaccinationTable(bytes),
            table.headings.count > 1 || table.suggestedMapping.hasHeading
        else { throw .unknown }
        return .table
    }

    private func document(_ bytes: [UInt8]) throws(ArchiveFault) -> Content {
        let json = try Self.translated { () throws(ArchiveError) in try JSONValue(archive: bytes) }
        guard bytes.count - Self.attachedBytes(json) <= Self.mostContent else { throw .contentTooLarge }
        if let cards = json["verifiableCredential"]?.elements {
            let read = HealthCardPasses(cards.map { $0.text ?? "" }, finder.catalogue)
            return .passes(
                read.contents, findings: read.findings, source: "health cards", asked: read.asked)
        }
        if json["resourceType"] != nil || json["vc"] != nil { return try resources(json) }
        let contents = try Self.translated { () throws(ArchiveError) in try ArchiveReader.read(json) }
        return .passes(contents, findings: [], source: "age")
    }

    /// Bytes of attachments, which are set apart: of all others a document has no more than any content.
    private static func attachedBytes(_ document: JSONValue) -> Int {
        guard document["schema"]?.text == ArchiveFormat.schema else { return 0 }
        let attachments = (document["passes"]?.elements ?? []).lazy.flatMap { $0["attachments"]?.elements ?? [] }
        return attachments.reduce(0) { $0 + ($1["content"]?.text?.utf8.count ?? 0) }
    }

    private func resources(ofXML bytes: [UInt8]) throws(ArchiveFault) -> Content {
        guard bytes.count <= Self.mostContent else { throw .contentTooLarge }
        return passes(
            try Self.translated { () throws(ArchiveError) in
                try FHIRReader.read(bytes, codes: ClinicalCodes(finder))
            })
    }

    private func resources(_ json: JSONValue) throws(ArchiveFault) -> Content {
        passes(
            try Self.translated { () throws(ArchiveError) in
                try FHIRReader.read(json, codes: ClinicalCodes(finder))
            })
    }

    private func passes(_ read: FHIRImport) -> Content {
        .passes(
            ArchiveContents(passes: read.passes),
            findings: read.findings.map(PendingArchive.Remark.init), source: "fhir", codings: read.codings,
            asked: read.asked)
    }

    private static func translated<Value>(_ read: () throws(ArchiveError) -> Value) throws(ArchiveFault) -> Value {
        do { return try read() } catch { throw ArchiveFault(error) }
    }
}
