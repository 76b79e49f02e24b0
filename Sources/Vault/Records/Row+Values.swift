import Foundation
import GRDB
import Model
import VaultStorage

/// Reading our own types out of rows. What cannot be read is damage, and said so.
extension Row {
    func identifier<Subject>(_ column: String) throws -> Identifier<Subject> {
        guard let text: String = self[column], let id = Identifier<Subject>(text) else {
            throw VaultError(.vaultDamaged, "an id in column \(column) can't be read")
        }
        return id
    }

    func identifier<Subject>(_ index: Int) throws -> Identifier<Subject> {
        guard let text: String = self[index], let id = Identifier<Subject>(text) else {
            throw VaultError(.vaultDamaged, "an id can't be read")
        }
        return id
    }

    func optionalIdentifier<Subject>(_ column: String) throws -> Identifier<Subject>? {
        let text: String? = self[column]
        return text == nil ? nil : try identifier(column)
    }

    /// Seconds since 1970.
    func date(_ column: String) -> Date { Date(timeIntervalSince1970: self[column]) }

    func optionalDate(_ column: String) -> Date? {
        let seconds: Double? = self[column]
        return seconds.map { Date(timeIntervalSince1970: $0) }
    }
}
