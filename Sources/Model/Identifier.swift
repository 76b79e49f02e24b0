import ByteCoding
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
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        description = Base32.crockford.encode(bytes)
    }

    /// The same id as that of something else, which is kept as this.
    package init<Other>(sameAs other: Identifier<Other>) { description = other.description }

    package static func random(from source: RandomSource = .system) -> Self {
        Self(unchecked: Base32.crockford.encode(source.bytes(16)))
    }

    private init(unchecked description: String) { self.description = description }

    package var bytes: [UInt8] { Base32.crockford.decode(description, count: 16) ?? [] }

    package static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}
