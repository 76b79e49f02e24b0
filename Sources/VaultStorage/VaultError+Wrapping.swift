import GRDB

/// What is another error's meaning to whoever wanted to save or read.
package protocol VaultErrorConvertible: Error {
    var vaultError: VaultError { get }
}

extension VaultError {
    /// Keeps our own errors, and reduces a database's to a code: its messages can quote values.
    package init(wrapping error: any Error) {
        if let error = error as? VaultError {
            self = error
        } else if let error = error as? any VaultErrorConvertible {
            self = error.vaultError
        } else if let error = error as? DatabaseError {
            let code = error.extendedResultCode
            let reason = "SQLite result \(code)"
            switch (error.resultCode, code) {
            case (_, .SQLITE_CONSTRAINT_FOREIGNKEY):
                self = VaultError(.notFound, "an entry refers to one that is not there")
            case (.SQLITE_FULL, _): self = VaultError(.storageFull, reason)
            case (.SQLITE_READONLY, _): self = VaultError(.storageReadOnly, reason)
            case (.SQLITE_NOTADB, _), (.SQLITE_CORRUPT, _): self = VaultError(.vaultDamaged, reason)
            case (.SQLITE_BUSY, _): self = VaultError(.busy, reason, retryAfter: 1)
            default: self = VaultError(.storageFailed, reason)
            }
        } else {
            self = VaultError(.storageFailed, "an error of type \(type(of: error))")
        }
    }

    /// Runs what may throw anything and lets only our own errors out.
    package static func wrapping<T>(_ body: () throws -> T) throws(VaultError) -> T {
        do { return try body() } catch { throw VaultError(wrapping: error) }
    }

    /// The same, of what waits.
    package static func wrapping<T>(_ body: () async throws -> T) async throws(VaultError) -> T {
        do { return try await body() } catch { throw VaultError(wrapping: error) }
    }
}
