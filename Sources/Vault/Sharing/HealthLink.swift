package import Foundation
import GRDB
import Model
package import Secrets
package import VaultStorage

/// A SMART Health Link that leads to a pass, or to several, for a while, as its vault knows it.
///
/// The key of what it leads to is here and in the link's fragment, nowhere else: the server holds a text that it
/// can't open. <https://docs.smarthealthit.org/smart-health-links/spec/>
package struct HealthLink: Sendable, Equatable {
    /// Bytes of an address and of a key.
    package static let secretLength = 32
    /// Characters of a label.
    package static let longestLabel = 80
    /// From a link's making to its end.
    package static let lifetimes: ClosedRange<TimeInterval> = 3_600...(90 * 86_400)

    package let id: HealthLinkID
    /// The pass where it was made.
    package let pass: PassID
    /// Further ones that it leads to.
    package let others: [PassID]
    /// The secret in the link's address; where it leads is derived from it.
    package let address: [UInt8]
    package let key: [UInt8]
    package let label: String
    package let hasPasscode: Bool
    /// The passcode to give to whoever shall open it; nil for none, and for links from before it was kept.
    package let passcode: String?
    /// How many doses of the pass where it was made are in it; nil for all, and for links from before that was noted.
    package let doses: Int?
    /// Opens what is kept of who opened the link.
    package let privateKey: [UInt8]
    package let createdAt: Date
    package let expiresAt: Date

    /// Validates.
    ///
    /// - Throws: `invalidRecord`.
    package init(
        id: HealthLinkID, pass: PassID, others: [PassID] = [], address: [UInt8], key: [UInt8], label: String,
        hasPasscode: Bool, passcode: String? = nil, doses: Int? = nil, privateKey: [UInt8], createdAt: Date,
        expiresAt: Date
    ) throws(VaultError) {
        guard address.count == Self.secretLength, key.count == Self.secretLength,
            privateKey.count == SealedBox.keyLength
        else { throw VaultError(.invalidRecord, "a secret has a length that is not allowed") }
        guard label.count <= Self.longestLabel else { throw VaultError(.invalidRecord, "the label is too long") }
        guard Self.lifetimes.contains(expiresAt.timeIntervalSince(createdAt)) else {
            throw VaultError(.invalidRecord, "a link lasts from an hour to 90 days")
        }
        (self.id, self.pass, self.others, self.address, self.key) = (id, pass, others, address, key)
        (self.label, self.hasPasscode, self.privateKey) = (label, hasPasscode, privateKey)
        (self.passcode, self.doses) = (passcode, doses)
        (self.createdAt, self.expiresAt) = (createdAt, expiresAt)
    }

    /// A link with secrets of its own.
    ///
    /// - Throws: `invalidRecord`.
    package init(
        to pass: PassID, and others: [PassID] = [], label: String, passcode: String? = nil, doses: Int? = nil,
        from createdAt: Date, lasting lifetime: TimeInterval, random: RandomSource
    ) throws(VaultError) {
        try self.init(
            id: .random(from: random), pass: pass, others: others, address: random.bytes(Self.secretLength),
            key: random.bytes(Self.secretLength), label: label, hasPasscode: passcode != nil,
            passcode: passcode, doses: doses, privateKey: random.bytes(SealedBox.keyLength), createdAt: createdAt,
            expiresAt: createdAt.addingTimeInterval(lifetime))
    }

    fileprivate init(_ row: Row, others: [PassID]) throws {
        try self.init(
            id: row.identifier("id"), pass: row.identifier("passID"), others: others,
            address: Array(row["address"] as Data),
            key: Array(row["key"] as Data), label: row["label"], hasPasscode: row["hasPasscode"],
            passcode: row["passcode"], doses: row["doses"],
            privateKey: Array(row["privateKey"] as Data), createdAt: row.date("createdAt"),
            expiresAt: row.date("expiresAt"))
    }
}

extension Records {
    /// All links, or those that lead to one pass; the newest first.
    package func healthLinks(to pass: PassID? = nil) throws -> [HealthLink] {
        try Row.fetchAll(
            statement(
                """
                SELECT * FROM healthLink WHERE ?1 IS NULL OR passID = ?1
                OR id IN (SELECT link FROM healthLinkPass WHERE passID = ?1) ORDER BY createdAt DESC, id
                """),
            arguments: [pass?.description]
        ).map(link)
    }

    private func link(_ row: Row) throws -> HealthLink {
        let others = try Row.fetchAll(
            statement("SELECT passID FROM healthLinkPass WHERE link = ? ORDER BY passID"),
            arguments: [row["id"] as String])
        return try HealthLink(row, others: others.map { try $0.identifier("passID") })
    }

    package func healthLink(_ id: HealthLinkID) throws -> HealthLink? {
        try Row.fetchOne(statement("SELECT * FROM healthLink WHERE id = ?"), arguments: [id.description])
            .map(link)
    }

    package func insert(_ link: HealthLink) throws {
        try insert(
            into: "healthLink",
            [
                ("id", link.id.description), ("passID", link.pass.description), ("address", Data(link.address)),
                ("key", Data(link.key)), ("label", link.label), ("hasPasscode", link.hasPasscode),
                ("passcode", link.passcode), ("doses", link.doses),
                ("privateKey", Data(link.privateKey)), ("createdAt", link.createdAt.timeIntervalSince1970),
                ("expiresAt", link.expiresAt.timeIntervalSince1970),
            ])
        for other in link.others {
            try insert(into: "healthLinkPass", [("link", link.id.description), ("passID", other.description)])
        }
    }

    /// Forgets all links, of which none leads anywhere any more.
    func deleteHealthLinks() throws { try execute("DELETE FROM healthLink") }

    package func deleteHealthLink(_ id: HealthLinkID) throws {
        try execute("DELETE FROM healthLink WHERE id = ?", arguments: [id.description])
    }
}
