package import Foundation
package import VaultStorage

/// Takes old backups away out of a folder that holds nothing but backups.
package struct BackupRotation: Sendable {
    /// What became of them.
    package struct Report: Sendable, Equatable {
        package let deleted: Int
        package let kept: Int
        /// How many of those that were kept ended with something that is not right.
        package let damaged: Int
    }

    private struct Backup {
        let name: String
        let date: Date
        let isGood: Bool
    }

    private let folder: String
    private let longest: TimeInterval
    private let least: Int

    /// - Parameters:
    ///   - days: how old a backup may be.
    ///   - least: how many of the newest stay however old they are, also when the clock is wrong; and how many of the newest
    ///     in which all was right.
    package init(of folder: String, days: Int, least: Int) {
        (self.folder, longest, self.least) = (folder, Double(days) * 86_400, least)
    }

    /// - Throws: `directoryUnusable` where the folder can't be read, or is a backup or a data folder itself.
    package func rotate(at now: Date) throws(VaultError) -> Report {
        let manager = FileManager.default
        guard let names = try? manager.contentsOfDirectory(atPath: folder) else {
            throw VaultError(.directoryUnusable, "\(folder) can't be read: name the folder that backups are made in")
        }
        guard !names.contains("accounts.sqlite") else {
            throw VaultError(
                .directoryUnusable,
                "\(folder) holds accounts: name the folder that backups are made in, not a backup or the data folder")
        }
        Draft.removeLeftovers(in: folder)
        let backups = names.compactMap(backup).sorted { ($0.date, $0.name) > ($1.date, $1.name) }
        // Where an account is damaged for long, the last backup that has it whole is an old one.
        let stay = Set((backups.prefix(least) + backups.filter(\.isGood).prefix(least)).map(\.name))
        var kept: [Backup] = []
        for backup in backups {
            if stay.contains(backup.name) || now.timeIntervalSince(backup.date) <= longest {
                kept.append(backup)
            } else {
                try remove("\(folder)/\(backup.name)")
            }
        }
        return Report(
            deleted: backups.count - kept.count, kept: kept.count, damaged: kept.count { !$0.isGood })
    }

    /// Nil for what is no backup.
    private func backup(_ name: String) -> Backup? {
        let path = "\(folder)/\(name)"
        return Self.date(of: path).map { Backup(name: name, date: $0, isGood: !BackupFindings.isIn(path)) }
    }

    /// When a backup was made; nil for anything else, and for what a server works on.
    private static func date(of path: String) -> Date? {
        let manager = FileManager.default
        guard !Draft.isDraft(path), let attributes = try? manager.attributesOfItem(atPath: path) else { return nil }
        switch attributes[.type] as? FileAttributeType {
        case .typeRegular:
            guard path.hasSuffix(".tar"),
                let head = try? PosixFileSystem().head(path, count: TarHeader.blockLength),
                (try? TarHeader(head)) != nil
            else { return nil }
            return attributes[.modificationDate] as? Date
        case .typeDirectory:
            guard manager.fileExists(atPath: "\(path)/vaults"), !manager.fileExists(atPath: "\(path)/lock") else {
                return nil
            }
            return try? manager.attributesOfItem(atPath: "\(path)/accounts.sqlite")[.modificationDate] as? Date
        default: return nil
        }
    }

    private func remove(_ path: String) throws(VaultError) {
        do {
            try Draft.takeAway(path)
        } catch {
            throw error as? VaultError
                ?? VaultError(.storageReadOnly, "\(path) can't be deleted by \(ProcessUser.name)")
        }
    }
}
