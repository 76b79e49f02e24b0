import Answers
import CivilDates
import Foundation
import Immunization
import Model
import Vault

/// A pass on paper, in the manner of the international booklet: what was given, what is due, the certificates.
struct PrintPage: Page {
    let record: HealthRecord
    /// The pass's certificates, newest first.
    let certificates: [JudgedCertificate]
    let release: CatalogueRelease
    let answer: Answer
    /// The day of printing.
    let today: CalendarDate
    static let template = "Archive/print"

    var pass: PassRecord { record.pass }
    var catalogue: Catalogue { release.catalogue }

    func title(_ words: Localizer) -> String { words(.`archive.print.title`, ["name": pass.name]) }
}
