import Foundation
import GRDB
import Model
import VaultStorage

extension Records {
    /// A pass's certificates, the newest event first.
    package func certificates(of pass: PassID) throws -> [Certificate] {
        try fetch(
            "WHERE passID = ? ORDER BY eventDate DESC, issuedAt DESC, addedAt DESC, rowid DESC", [pass.description])
    }

    /// A vaccination's certificates, the newest first.
    package func certificates(of vaccination: VaccinationID) throws -> [Certificate] {
        try fetch(
            "WHERE vaccinationID = ? ORDER BY issuedAt DESC, eventDate DESC, addedAt DESC, rowid DESC",
            [vaccination.description])
    }

    package func certificate(_ id: CertificateID) throws -> Certificate? {
        try fetch("WHERE id = ?", [id.description]).first
    }

    /// The stored certificate that is the same statement, in whichever pass.
    package func certificate(identity: String) throws -> Certificate? {
        try fetch("WHERE identity = ?", [identity]).first
    }

    /// - Throws: `duplicateCertificate` when it is stored already; `notFound` when the pass isn't there, `passFull` when it
    ///   has no room left.
    package func insert(_ certificate: Certificate) throws {
        guard try self.certificate(identity: certificate.identity) == nil else {
            throw VaultError(.duplicateCertificate, "the certificate is stored already")
        }
        try insert(into: "certificate", values(certificate) + [("id", certificate.id.description)])
        try requireRoom(for: "certificate", in: certificate.passID)
    }

    /// - Throws: `notFound`; `duplicateCertificate` when another one has this identity.
    package func update(_ certificate: Certificate) throws {
        if let same = try self.certificate(identity: certificate.identity), same.id != certificate.id {
            throw VaultError(.duplicateCertificate, "the certificate is stored already")
        }
        try update("certificate", values(certificate), id: certificate.id.description)
    }

    @discardableResult
    package func deleteCertificate(_ id: CertificateID) throws -> Bool { try delete(id, from: "certificate") }

    private func fetch(_ condition: String, _ arguments: StatementArguments) throws -> [Certificate] {
        try Row.fetchAll(statement("SELECT * FROM certificate \(condition)"), arguments: arguments).map(certificate)
    }

    private func values(_ certificate: Certificate) -> [ColumnValue] {
        [
            ("passID", certificate.passID.description), ("vaccinationID", certificate.vaccinationID?.description),
            ("text", certificate.text), ("identity", certificate.identity), ("eventDate", certificate.eventDate),
            ("issuedAt", certificate.issuedAt?.timeIntervalSince1970),
            ("expiresAt", certificate.expiresAt?.timeIntervalSince1970),
            ("addedAt", certificate.addedAt.timeIntervalSince1970),
        ]
    }

    private func certificate(_ row: Row) throws -> Certificate {
        try Certificate(
            id: row.identifier("id"), passID: row.identifier("passID"),
            vaccinationID: row.optionalIdentifier("vaccinationID"), text: row["text"], identity: row["identity"],
            eventDate: row["eventDate"], issuedAt: row.optionalDate("issuedAt"),
            expiresAt: row.optionalDate("expiresAt"), addedAt: row.date("addedAt"))
    }
}
