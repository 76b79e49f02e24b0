package import Model
package import Vault
package import Web

package typealias ScanID = Identifier<PendingScan>
/// Pages that were read, as an address names them.
package typealias OpenScan = Waiting<PendingScan>

extension ScanID { var pending: PendingID { PendingID(sameAs: self) } }

extension PendingScan: PathSubject {
    package static func found(_ id: ScanID, by finder: PathFinder) async throws -> OpenScan? {
        guard let pass = finder.pass else { return nil }
        let found = try await finder.read { try PendingScan.find(id, of: pass.id, in: $0, now: finder.member.now) }
        guard let found else { throw HTTPProblem.scanOver }
        return OpenScan(id: id, content: found)
    }
}

extension Links {
    package static let scan: Path<PassID, ScanID> = "/passes/{pass}/scan/{scan}"
    static let scanTable: Path<PassID, ScanID> = "/passes/{pass}/scan/{scan}.csv"
    static let discardScan: Path<PassID, ScanID> = "/passes/{pass}/scan/{scan}/discard"
    static let scannedPage: Path<PassID, ScanID, Int> = "/passes/{pass}/scan/{scan}/pages/{n}"
    static let pagePicture: Path<PassID, ScanID, Int> = "/passes/{pass}/scan/{scan}/pages/{n}.png"
    static let scannedField: Path<PassID, ScanID, String> = "/passes/{pass}/scan/{scan}/fields/{f}.png"
}
