#if canImport(Glibc)
    import Glibc
#endif

extension FileError {
    /// What the failure means to whoever wanted to save or read.
    var vaultError: VaultError {
        let reason = "\(operation) failed with errno \(number)"
        switch number {
        case ENOSPC, EDQUOT: return VaultError(.storageFull, reason)
        case EROFS, EACCES, EPERM: return VaultError(.storageReadOnly, reason)
        case EFBIG: return VaultError(.vaultTooLarge, reason)
        default: return VaultError(.storageFailed, reason)
        }
    }
}
