import ByteCoding
import Model
import Secrets
import VaultStorage

/// The key that addresses are sealed with: of the servers that send, in a file of its own, and in no backup.
package struct MailKey: Sendable {
    private let key: SecretBytes

    package init(_ bytes: [UInt8]) { key = SecretBytes(copying: bytes) }

    func seal(_ address: String, for account: AccountID, random: RandomSource) -> [UInt8] {
        // Of one length, so that it says nothing.
        let bytes = Array(address.utf8)
        let padding = [UInt8](repeating: 0, count: max(0, MailKey.length - bytes.count))
        return Sealing.seal(bytes + padding, key: sealing, associated: Array(account.description.utf8), random: random)
    }

    func open(_ sealed: [UInt8], for account: AccountID) -> String? {
        Sealing.open(sealed, key: sealing, associated: Array(account.description.utf8)).flatMap {
            String(typed: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    private static let length = 256
    private var sealing: SecretBytes { Blake.subkey(of: key, context: "vaccinapp mail 1") }
}
