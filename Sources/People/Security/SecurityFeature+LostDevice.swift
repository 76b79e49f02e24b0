import HTTPTypes
import Hummingbird
import HummingbirdCore
import Papers
import Vault
import Web

/// A lost device: what it could do ends, all of it in one step.
extension SecurityFeature {
    static func endLostDevice(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        var errors = FormErrors()
        let new = fields["new"] ?? ""
        if (fields["current"] ?? "").isEmpty, fields.assertion == nil {
            errors.add("current", member.words[.`error.password.own`])
        }
        if new.isEmpty { errors.add("new", member.words[.`error.password.new`]) }
        if let text = PasswordText.fault(new, username: "", accounts: member.accounts, words: member.words) {
            errors.add("new", text)
        }
        if errors.isEmpty {
            let ending = EndingAccess(LostDevicePage.ticks.filter { fields[$0.key] == "yes" }.map(\.value))
            let change = try await member.withProof(fields, "current") { proof in
                try await member.accounts.passwords.change(member.session, current: proof, new: new, ending: ending)
            }
            guard let fault = change.fault else { return member.done(.`done.device-blocked`, at: Links.lostDevice()) }
            errors.add("current", fault)
        }
        throw errors
    }

    static func lostDevice(_ member: SignedInRequest, _ form: FormView?) async throws -> LostDevicePage {
        let id = member.session.id
        let ticked = FormView(values: Dictionary(uniqueKeysWithValues: LostDevicePage.ticks.map { ($0.key, "yes") }))
        return LostDevicePage(
            form: form ?? ticked,
            others: try await member.accounts.sessions.list(member.session).filter { !$0.isCurrent },
            passkeys: try await member.accounts.passkeys.list(member.session),
            used: try await member.vault.read { try $0.passkey(usedBy: id) },
            hasFactor: try await member.accounts.secondFactor.state(member.session).isOn,
            shared: try await member.sharedAccess(), ceremony: try await member.confirmingCeremony(),
            offline: try await OfflineFeature.rows(member).map(\.until),
            ended: try await member.ended(after: [.`done.device-blocked`]),
            isDone: Flash(member.visit.request)?.message == .`done.device-blocked`)
    }
}
