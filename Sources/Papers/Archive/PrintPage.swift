import Answers
import CivilDates
import Foundation
import Immunization
import Model
import Vault
import Web

/// A pass on paper, in the manner of the international booklet: what was given, what is due, the certificates.
struct PrintPage: Page {
    let record: HealthRecord
    /// The pass's certificates, newest first.
    let certificates: [JudgedCertificate]
    let release: CatalogueRelease
    let answer: Answer
    /// The day of printing.
    let today: CalendarDate
    /// Which part of the vaccinations is asked for.
    var asked: String?
    static let template = "Archive/print"

    var pass: PassRecord { record.pass }
    var catalogue: Catalogue { release.catalogue }
    /// More than a life has: a pass of more is printed in parts, the newest first.
    var paging: Paging { Paging(record.vaccinations.count, by: 500, asked: asked, at: Links.printed(pass.id)) }

    func title(_ words: Localizer) -> String { words(.`archive.print.title`, ["name": pass.name]) }
}
