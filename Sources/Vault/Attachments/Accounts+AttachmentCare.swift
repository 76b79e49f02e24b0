extension Accounts {
    var cabinet: AttachmentCabinet { AttachmentCabinet(store: attachments, random: configuration.random) }

    /// Looks after the attachments of every vault that is open.
    ///
    /// What fails now is tried again with the next round.
    func careForAttachments() async {
        for shared in await vaults.leaseOpen() {
            defer { shared.release() }
            try? await cabinet.care(shared)
        }
    }
}
