import Model
import Secrets
import VaultStorage

/// Where the links of a message lead: who asked for it, and the address itself, which is known when nobody asks any more.
package struct MailLink: Sendable, Equatable {
    /// Names the row of an account and an address, again where both come back: an older message's link still confirms it.
    let name: [UInt8]
    /// Stands for the address, in whichever way it is written; see ``MailLimit``.
    let recipient: [UInt8]
}

/// What a link of a message leads to now.
package enum MailLinkState: Sendable, Equatable, CaseIterable {
    /// Nobody asks, and somebody may.
    case none
    /// To be confirmed.
    case waiting
    case running
    /// Nothing goes to this address, whoever asks.
    case stopped
}

/// Names that are made with `names.key`, so that every server and every restored backup makes the same.
struct MailNames: Sendable {
    private static let length = 16
    private let key: SecretBytes

    init(_ nameKey: SecretBytes) { key = Blake.subkey(of: nameKey, context: "vaccinapp mail names 1") }

    /// Stands for an account that asks for a first message.
    func sender(_ account: AccountID) -> [UInt8] { name("sender", account.description) }

    func link(to address: String, of account: AccountID) -> MailLink {
        MailLink(
            name: name("row", "\(account) \(address)"), recipient: name("recipient", Self.folded(address)))
    }

    /// What a message's links hold: only who has the key can make it, so that names can't be tried.
    func token(_ link: MailLink) -> [UInt8] { link.name + link.recipient + mark(link) }

    /// The link of a token; nil for one that this key didn't make.
    func link(in token: [UInt8]) -> MailLink? {
        guard token.count == 3 * Self.length else { return nil }
        let link = MailLink(
            name: Array(token.prefix(Self.length)), recipient: Array(token.dropFirst(Self.length).prefix(Self.length)))
        return Sodium.areEqual(Array(token.suffix(Self.length)), mark(link)) ? link : nil
    }

    private func mark(_ link: MailLink) -> [UInt8] { mac(Array("token:".utf8) + link.name + link.recipient) }

    private func name(_ kind: String, _ text: String) -> [UInt8] { mac(Array("\(kind):\(text)".utf8)) }

    private func mac(_ message: [UInt8]) -> [UInt8] { Array(Blake.mac(message, key: key).prefix(Self.length)) }
}

// MARK: - One person's address
extension MailNames {
    /// Hosts that ignore dots before the `@`, and what each is called here.
    private static let dotless = [
        "gmail.com": "gmail.com", "googlemail.com": "gmail.com", "proton.me": "proton.me",
        "protonmail.com": "proton.me",
        "pm.me": "proton.me",
    ]

    /// An address however it is written; nothing is sent to it.
    ///
    /// Without case, without what follows a `+`, and without dots where its host ignores them.
    static func folded(_ address: String) -> String {
        let parts = address.lowercased().split(separator: "@", omittingEmptySubsequences: false)
        guard let host = parts.last, parts.count == 2 else { return address.lowercased() }
        let tagless = parts[0].prefix { $0 != "+" }
        let local = tagless.isEmpty ? parts[0] : tagless
        guard let family = dotless[String(host)] else { return "\(local)@\(host)" }
        return "\(local.filter { $0 != "." })@\(family)"
    }
}
