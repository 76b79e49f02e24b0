import VaultStorage

/// Copies accounts' sealed attachments as the books name them.
final class AttachmentCopy {
    private let store: DirectoryAttachmentBackend
    private let sink: any BackupSink
    /// Files never change, so none is copied twice.
    private var copied: Set<SealedFileID> = []

    init(of store: DirectoryAttachmentBackend, to sink: any BackupSink) {
        (self.store, self.sink) = (store, sink)
    }

    /// Copies those that aren't yet.
    ///
    /// - Returns: What is not right; it is copied as it is when `isFinal`, else left out.
    func copy(_ booked: [BookedFile], of account: AccountID, isFinal: Bool) throws -> [DirectoryCheck.Finding] {
        var findings: [DirectoryCheck.Finding] = []
        for file in booked where !copied.contains(file.id) {
            let sealed = try store.read(file.id, of: account)
            let problem = file.problem(sealed, of: account)
            if let problem { findings.append(.init(account: account, problem: problem, file: file.id)) }
            guard let sealed, problem == nil || isFinal else { continue }
            try sink.add(sealed, as: "attachments/\(account)/\(file.id).sealed")
            copied.insert(file.id)
        }
        return findings
    }
}
