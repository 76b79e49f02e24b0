import Foundation
import Secrets
import VaultStorage

/// Why a user name can't be had.
package enum UnusableUsername: Sendable, CaseIterable {
    case tooShort
    case tooLong
    case characters
}

/// A user name as it is compared: trimmed, NFKC, case-folded.
///
/// Stored only as a keyed hash.
package struct Username: Sendable, Equatable {
    static let lengths = 3...64

    let folded: String

    /// - Throws: `usernameRejected`.
    init(_ typed: String) throws(VaultError) {
        guard Self.finding(typed) == nil else {
            throw VaultError(.usernameRejected, "the user name's length or characters are not allowed")
        }
        folded = Self.fold(typed)
    }

    /// What is wrong with a user name; nil = nothing.
    ///
    /// `Registration.register` says whether it is taken.
    package static func finding(_ typed: String) -> UnusableUsername? {
        // Bounds the work before anything is normalized.
        guard typed.utf8.count <= 1024 else { return .tooLong }
        let name = fold(typed)
        if name.count < lengths.lowerBound { return .tooShort }
        if name.count > lengths.upperBound || name.unicodeScalars.count > 4 * lengths.upperBound {
            return .tooLong
        }
        let isClean = name.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        return isClean ? nil : .characters
    }

    /// Upper, then lower case comes close to full case folding (ß, ﬁ, final sigma are one with SS, FI, sigma).
    private static func fold(_ typed: String) -> String {
        typed.trimmingCharacters(in: .whitespacesAndNewlines)
            .precomposedStringWithCompatibilityMapping
            .uppercased().lowercased()
            .replacingOccurrences(of: "ς", with: "σ")
            .precomposedStringWithCompatibilityMapping
    }

    func hash(key: SecretBytes) -> [UInt8] {
        Blake.mac(Array("vaccinapp user name 1:".utf8) + Array(folded.utf8), key: key)
    }
}
