import ByteCoding
package import Model
package import Secrets

/// A random 128-bit id whose text is 26 lower-case Crockford base32 characters; `Subject` keeps kinds apart.
package struct Identifier<Subject>: Hashable, Sendable, LosslessStringConvertible, Comparable {
    package let description: String

    /// Reads the text form: exactly 26 characters, in lower case.
    package init?(_ description: String) {
        guard Base32.crockford.isCanonical(description, count: 16) else { return nil }
        self.description = description
    }

    /// 16 bytes.
    init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        description = Base32.crockford.encode(bytes)
    }

    package static func random(from source: RandomSource = .system) -> Self {
        Self(unchecked: Base32.crockford.encode(source.bytes(16)))
    }

    private init(unchecked description: String) { self.description = description }

    var bytes: [UInt8] { Base32.crockford.decode(description, count: 16) ?? [] }

    package static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}

package typealias AccountID = Identifier<Accounts>
package typealias SessionID = Identifier<Session>
package typealias PassID = Identifier<Pass>
package typealias VaccinationID = Identifier<Vaccination>
package typealias CertificateID = Identifier<Certificate>
package typealias PendingID = Identifier<PendingImport>
package typealias AttachmentID = Identifier<Attachment>
package typealias SealedFileID = Identifier<SealedFile>
package typealias PasskeyID = Identifier<Passkey>
package typealias FactID = Identifier<Fact>
package typealias EventID = Identifier<AccessEvent>
package typealias ConsentID = Identifier<ConsentRecord>
