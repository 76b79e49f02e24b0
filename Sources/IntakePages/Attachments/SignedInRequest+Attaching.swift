import Model
import Vault
import VaultStorage
import Web

extension SignedInRequest {
    /// Seals files first, each durable on its own, then commits their records together with what else is stored; where
    /// that says no, or there is no room, none of them stays.
    ///
    /// - Parameter store: stores what belongs to them, or gives why nothing is stored.
    /// - Returns: That reason; nil where all is stored.
    /// - Throws: also `VaultError` of the account's quota.
    func attach<Refusal: Sendable>(
        _ files: [AttachmentForm.File], to pass: PassID, of vaccination: VaccinationID? = nil,
        storing store: @escaping @Sendable (Records) throws -> Refusal?
    ) async throws -> Refusal? {
        var added: [(attachment: Attachment, content: SealedFile)] = []
        do {
            for file in files {
                let attachment = try Attachment(
                    passID: pass, vaccinationID: vaccination, name: file.name, mediaType: file.type.rawValue,
                    addedAt: now)
                added.append((attachment, try await vault.seal(file.bytes)))
            }
            let events = added.map { event(.attachmentAdded, $0.attachment.id.description) }
            let refusal = try await vault.write { [added] records -> Refusal? in
                if let refusal = try store(records) { return refusal }
                for (attachment, content) in added { try records.insert(attachment, content: content) }
                for event in events { try records.log(event) }
                return nil
            }
            if refusal != nil { await vault.discard(added.map(\.content)) }
            return refusal
        } catch let error as VaultError where error.isOfQuota {
            await vault.discard(added.map(\.content))
            throw error
        }
    }
}
