import HTTPTypes
import Hummingbird
import HummingbirdCore
import Model
import Vault
import VaultStorage
package import Web

/// The bin: what was deleted in the last 30 days, to be brought back or deleted for good; and what was stored in the last
/// 24 hours, to be undone.
package enum BinFeature: Feature {
    package static let routes: [Route] = [
        .get(Links.bin, showBin),
        .get(Links.emptyBin, showEmptyBin), .post(Links.emptyBin, emptyBin).long,
        .post(Links.restore, restoreItem).long,
        .post(Links.removeFromBin, deleteItem).long,
        .post(Links.undo, undo).long,
    ]
    package static let pages: [any Page.Type] = [BinPage.self]
    package static var codes: [any MessageCode.Type] { [BinItem.Kind.self] }

    static func showBin(_ member: SignedInRequest) async throws -> Response {
        let (items, now) = (try await items(member), member.now)
        let batches = try await member.vault.read { try $0.batches(at: now) }.filter(\.canBeUndone)
        return member.page(
            BinPage(
                items: items, batches: batches, passes: member.passes, catalogue: member.catalogue, today: now))
    }

    /// Undoes what was stored in one turn; what was changed since stays.
    static func undo(_ member: SignedInRequest, _ id: BatchID) async throws -> Response {
        let (undone, pass) = try await member.vault.write { records in
            let undone = try records.undo(id, at: member.now).found()
            return (undone, try undone.passID.flatMap { try records.pass($0) })
        }
        return member.done(.`done.undone`, at: pass.map { Links.pass($0.id) } ?? Links.passes(), undone)
    }

    static func restoreItem(_ member: SignedInRequest, _ id: BinItemID) async throws -> Response {
        let outcome: BinRestoration
        do {
            outcome = try await member.vault.write { records in
                let outcome = try records.restore(id, at: member.now)
                if case .restored(let pass) = outcome { try records.activate(pass) }
                return outcome
            }
        } catch let error as VaultError where error.code == .attachmentLimit {
            return member.done(.`done.bin-full`, at: Links.bin())
        }
        switch outcome {
        case .withoutPass: return member.done(.`done.bin-without-pass`, at: Links.bin())
        case .thereAlready(let pass): return member.done(.`done.bin-there-already`, at: Links.pass(pass))
        case .restored(let pass): return member.done(.`done.restored`, at: Links.pass(pass))
        }
    }

    /// Deletes one entry for good.
    static func deleteItem(_ member: SignedInRequest, _ id: BinItemID) async throws -> Response {
        try await member.write(log: .binEmptied) { try $0.removeFromBin(id) }
        return member.done(.`done.bin-removed`, at: Links.bin())
    }

    static func showEmptyBin(_ member: SignedInRequest) async throws -> Response {
        let count = try await items(member).count
        // Somebody has emptied it meanwhile, or comes from an old link.
        guard count > 0 else { return member.redirect(to: Links.bin()) }
        let words = member.words
        let page = EntryPage(
            deleting: words[.`bin.empty`], words(.`bin.empty.what`, count: count), submit: words[.`bin.empty`],
            action: Links.emptyBin(), cancel: Links.bin(), section: .settings, words)
        return member.page(page)
    }

    static func emptyBin(_ member: SignedInRequest) async throws -> Response {
        try await member.write(log: .binEmptied) { try $0.emptyBin() }
        return member.done(.`done.bin-emptied`, at: Links.bin())
    }

    private static func items(_ member: SignedInRequest) async throws -> [BinItem] {
        try await member.vault.read { records in try records.bin(at: member.now) }
    }
}
