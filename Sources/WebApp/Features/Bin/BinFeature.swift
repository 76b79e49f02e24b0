import HTTPTypes
import Hummingbird
import HummingbirdCore
import Model
import Vault
import VaultStorage

/// The bin: what was deleted in the last 30 days, to be brought back or deleted for good.
enum BinFeature: Feature {
    static let routes: [Route] = [
        .get(Links.bin, showBin),
        .get(Links.emptyBin, showEmptyBin), .post(Links.emptyBin, saveEmptyBin).long,
        .post(Links.restore, saveRestored).long,
        .post(Links.removeFromBin, saveRemoved).long,
    ]
    static let pages: [any Page.Type] = [BinPage.self]
    static var codes: [any MessageCode.Type] { [BinItem.Kind.self] }

    static func showBin(_ member: SignedInRequest) async throws -> Response {
        let (items, now) = (try await items(member), member.now)
        let page = BinPage(
            items: items, passes: member.passes, catalogue: member.catalogue, today: now)
        return member.page(page)
    }

    static func saveRestored(_ member: SignedInRequest, _ fields: FormFields, _ id: BinItemID) async throws -> Response
    {
        let now = member.now
        let outcome: BinOutcome?
        do {
            outcome = try await member.vault.write { records in
                let outcome = try records.restore(id, at: now)
                if case .restored(let pass)? = outcome {
                    try records.setSetting(SettingKey.activePass, to: pass.description)
                }
                return outcome
            }
        } catch let error as VaultError where error.code == .attachmentLimit {
            return member.redirect(to: Flash(.`done.bin-full`).on(Links.bin()))
        }
        switch outcome {
        case nil: throw HTTPProblem.notFound
        case .withoutPass?: return member.redirect(to: Flash(.`done.bin-without-pass`).on(Links.bin()))
        case .thereAlready(let pass)?: return member.redirect(to: Flash(.`done.bin-there-already`).on(Links.pass(pass)))
        case .restored(let pass)?: return member.redirect(to: Flash(.`done.restored`).on(Links.pass(pass)))
        }
    }

    /// Deletes one entry for good.
    static func saveRemoved(_ member: SignedInRequest, _ fields: FormFields, _ id: BinItemID) async throws -> Response {
        let event = member.event(.binEmptied)
        let found = try await member.vault.write { records in
            guard try records.removeFromBin(id) else { return false }
            try records.log(event)
            return true
        }
        guard found else { throw HTTPProblem.notFound }
        return member.redirect(to: Flash(.`done.bin-removed`).on(Links.bin()))
    }

    static func showEmptyBin(_ member: SignedInRequest) async throws -> Response {
        let count = try await items(member).count
        let words = member.words
        let page = DeletePage(
            heading: words[.`bin.empty`], what: words(.`bin.empty.what`, count: count), alsoDeleted: [],
            submit: words[.`bin.empty`], action: Links.emptyBin(), cancel: Links.bin(), section: .settings)
        return member.page(page)
    }

    static func saveEmptyBin(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        let event = member.event(.binEmptied)
        try await member.vault.write { records in
            try records.emptyBin()
            try records.log(event)
        }
        return member.redirect(to: Flash(.`done.bin-emptied`).on(Links.bin()))
    }

    private static func items(_ member: SignedInRequest) async throws -> [BinItem] {
        let now = member.now
        return try await member.vault.read { records in try records.bin(at: now) }
    }
}
