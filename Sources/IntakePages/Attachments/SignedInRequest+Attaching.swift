import Model
import Vault
import VaultStorage
import Web

extension SignedInRequest {
    /// Seals files first, each durable on its own, then commits their records together with what else is stored; where
    /// that says no, or there is no room, none of them stays.
    ///
    /// - Parameters:
    ///   - isUndoable: Whether it can be undone together.
    ///   - store: Stores what belongs to them, or gives why nothing is stored.
    /// - Returns: That reason; nil where all is stored. And what can be undone.
    /// - Throws: also `VaultError` of the account's quota.
    func attach<Refusal: Sendable>(
        _ files: [AttachmentForm.File], to pass: PassID, of vaccination: VaccinationID? = nil, isUndoable: Bool = false,
        storing store: @escaping @Sendable (Records) throws -> Refusal?
    ) async throws -> (refusal: Refusal?, batch: Batch?) {
        var added: [(attachment: Attachment, content: SealedFile)] = []
        do {
            for file in files {
                let attachment = try Attachment(
                    passID: pass, vaccinationID: vaccination, name: file.name, mediaType: file.type.rawValue,
                    addedAt: now)
                added.append((attachment, try await vault.seal(file.bytes)))
            }
            let events = added.map { event(.attachmentAdded, $0.attachment.id.description) }
            let (refusal, batch) = try await vault.write { [added] records -> (Refusal?, Batch?) in
                func storeAll(_ records: Records) throws -> Refusal? {
                    if let refusal = try store(records) { return refusal }
                    for (attachment, content) in added { try records.insert(attachment, content: content) }
                    for event in events { try records.log(event) }
                    return nil
                }
                guard isUndoable else { return (try storeAll(records), nil) }
                return try records.apply(at: now, storeAll)
            }
            if refusal != nil { await vault.discard(added.map(\.content)) }
            return (refusal, batch)
        } catch let error as VaultError where error.isOfQuota {
            await vault.discard(added.map(\.content))
            throw error
        }
    }
}
