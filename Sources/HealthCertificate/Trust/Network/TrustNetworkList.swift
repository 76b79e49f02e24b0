public import Foundation

/// The trust list of the WHO's Global Digital Health Certification Network: a folder of DID documents, each verified.
///
/// A document whose signature isn't the key's, or that can't be read, makes the whole list unusable: see
/// ``requireWhole()``. A key that can't be used, or that no authority of its participant certified, is left out.
public struct TrustNetworkList: Sendable {
    /// A file of the list.
    public struct File: Sendable {
        /// Its path below the folder.
        public let name: String
        /// What it holds; nil where it can't be read.
        public let bytes: [UInt8]?

        /// Makes a file.
        public init(name: String, bytes: [UInt8]?) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// A document that was refused, and why.
    public struct RefusedDocument: Sendable, Hashable {
        /// The document's file.
        public let file: String
        /// Why, in a sentence.
        public let reason: String
    }

    /// A key that is not used, and why.
    public struct LeftOut: Sendable, Hashable {
        /// The first file that has the key.
        public let file: String
        /// The key's id as the file has it.
        public let kid: String
        /// Why, in a sentence.
        public let reason: String
    }

    /// The most documents that a list may have.
    public static let mostDocuments = 10_000
    /// The most different keys that a list may have.
    public static let mostKeys = TrustNetworkDocument.mostKeys

    /// How many documents there are.
    public let documents: Int
    /// How many of them carry the key's signature.
    public let verified: Int
    /// How many different keys the verified documents have, authorities and unusable ones among them.
    public let keys: Int
    /// The documents that were refused.
    public let refused: [RefusedDocument]
    /// The keys that are not used.
    public let leftOut: [LeftOut]
    /// The signers of certificates.
    public let signers: [Signer]
    /// When the newest document was signed.
    public let date: Date?

    /// Reads and verifies documents.
    ///
    /// - Throws: ``HealthCertificateError`` of layer `trustList` where there is no document, or too many of them or of
    ///   their keys.
    public init(_ files: [File], key: TrustNetworkKey) throws(HealthCertificateError) {
        guard !files.isEmpty else { throw TrustNetworkShape.fault(.missing, "there is no DID document") }
        guard files.count <= Self.mostDocuments else {
            throw TrustNetworkShape.fault(.tooLong, "there are more than \(Self.mostDocuments) documents")
        }
        var collected = TrustNetworkKeys()
        var refused: [RefusedDocument] = []
        var oldest: Date?
        for file in files {
            do throws(HealthCertificateError) {
                let document = try Self.document(file, key: key)
                oldest = min(oldest ?? document.created, document.created)
                for method in document.methods { collected.insert(method, file: file.name) }
            } catch {
                refused.append(RefusedDocument(file: file.name, reason: error.reason))
            }
            guard collected.count <= Self.mostKeys else {
                throw TrustNetworkShape.fault(.tooLong, "the list has more than \(Self.mostKeys) keys")
            }
        }
        documents = files.count
        verified = files.count - refused.count
        keys = collected.count
        self.refused = refused
        date = oldest
        (signers, leftOut) = collected.signers()
    }

    private static func document(
        _ file: File, key: TrustNetworkKey
    ) throws(HealthCertificateError) -> TrustNetworkDocument {
        guard let bytes = file.bytes else { throw TrustNetworkShape.fault(.missing, "the file can't be read") }
        let document = try TrustNetworkDocument(parsing: bytes)
        guard document.isSigned(by: key.key) else {
            throw TrustNetworkShape.fault(
                .untrusted,
                document.signer == key.id
                    ? "the signature is not the key's, or the document was changed"
                    : "the proof names another key than the one given")
        }
        return document
    }

    /// Lets a list be used only if all of its documents are verified, and one of its keys is of use.
    ///
    /// - Throws: ``HealthCertificateError`` `trustList: untrusted` or `missing`.
    public func requireWhole() throws(HealthCertificateError) {
        if let first = refused.first {
            throw TrustNetworkShape.fault(
                .untrusted, "\(refused.count) of \(documents) documents are refused; \(first.file): \(first.reason)")
        }
        guard !signers.isEmpty else {
            throw TrustNetworkShape.fault(.missing, "no key of the list signs certificates")
        }
    }
}
