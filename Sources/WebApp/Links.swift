import ByteCoding
import CivilDates
import Foundation
import Situation
import Vault

/// The addresses that Swift code names; templates write theirs out.
enum Links {
    static let home = "/"
    static let language = "/language"
    static let login = "/login"
    static let loginCode = "/login/code"
    static let recoveryCode = "/recovery-code"
    static let settings = "/settings"
    static let renewRecoveryCode = "/settings/recovery-code"
    static let secondFactor = "/settings/second-factor"
    static let secondFactorStart = "/settings/second-factor/start"
    static let secondFactorSetup = "/settings/second-factor/setup"
    static let oneTimeCodes = "/settings/second-factor/codes"
    static let secondFactorOff = "/settings/second-factor/off"
    static let sessions = "/settings/sessions"
    static let lostDevice = "/settings/lost"
    static let deleteAccount = "/settings/delete"
    static let privacy = "/privacy"
    static let licences = "/licences"
    static func licence(_ text: String) -> String { "\(licences)/\(text)" }
    static let help = "/help"
    static func help(_ question: HelpQuestion) -> String { "\(help)/\(question.rawValue)" }
    static func introduction(_ number: Int) -> String { "/introduction/\(number)" }
    static let bin = "/bin"
    static let emptyBin = "/bin/empty"
    static func restore(_ id: BinItemID) -> String { "\(bin)/\(id)/restore" }
    static func removeFromBin(_ id: BinItemID) -> String { "\(bin)/\(id)/delete" }
    static let welcome = "/welcome"
    static let passes = "/passes"
    static let newPass = "/passes/new"
    static let newCertificates = "/certificates/new"
    static let exportAll = "/export"
    static let importFile = "/import"
    static let importLink = "/import/link"

    static let passkeys = "/settings/passkeys"

    static func removePasskey(_ id: PasskeyID) -> String { "/settings/passkeys/\(id)/delete" }
    static func endSession(_ id: SessionID) -> String { "/settings/sessions/\(id)/end" }
    static func accessLog(page: Int) -> String { "/settings/access-log?page=\(page)" }

    static func pass(_ pass: PassID) -> String { "/passes/\(pass)" }
    static func editPass(_ pass: PassID) -> String { "/passes/\(pass)/edit" }
    static func deletePass(_ pass: PassID) -> String { "/passes/\(pass)/delete" }
    static func activate(_ pass: PassID) -> String { "/passes/\(pass)/activate" }

    static func export(_ pass: PassID) -> String { "/passes/\(pass)/export" }
    static func exportFHIR(_ pass: PassID) -> String { "/passes/\(pass)/export/fhir" }
    static func exportTable(_ pass: PassID) -> String { "/passes/\(pass)/export/csv" }

    static let countries = "/settings/countries"
    static let reminders = "/settings/reminders"
    static let reminderMail = "/settings/reminders/mail"
    static func mail(_ token: [UInt8]) -> String { "/mail/\(Base64URL.encode(token))" }
    static func reminders(of pass: PassID) -> String { "\(reminders)?pass=\(pass)" }

    static func imported(_ id: PendingID) -> String { "/import/\(id)" }
    static func importColumns(_ id: PendingID) -> String { "/import/\(id)/columns" }
    static func importRejected(_ id: PendingID) -> String { "/import/\(id)/rejected" }
    static func discardImport(_ id: PendingID) -> String { "/import/\(id)/discard" }
    static func undoImport(_ id: PendingID) -> String { "/import/\(id)/undo" }

    static func printed(_ pass: PassID) -> String { "/passes/\(pass)/print" }
    static func appointmentSheet(_ pass: PassID) -> String { printed(pass) + "/appointment" }
    static func schoolSheet(_ pass: PassID) -> String { printed(pass) + "/school" }

    static func recommendations(_ pass: PassID) -> String { "/passes/\(pass)/recommendations" }
    static let schedules = "/schedules"
    static func calendarFeed(_ pass: PassID) -> String { "/passes/\(pass)/calendar" }
    static func calendar(_ pass: PassID) -> String { "/passes/\(pass)/recommendations.ics" }
    static func health(_ pass: PassID) -> String { "/passes/\(pass)/health" }
    static func journeys(_ pass: PassID) -> String { "/passes/\(pass)/journeys" }
    static func journey(_ pass: PassID, _ id: FactID) -> String { "/passes/\(pass)/journeys/\(id)" }
    static func editJourney(_ pass: PassID, _ id: FactID) -> String { "\(journey(pass, id))/edit" }
    static func newVaccination(_ pass: PassID) -> String { "/passes/\(pass)/vaccinations/new" }
    /// The same with the disease chosen.
    static func newVaccination(_ pass: PassID, against target: String?) -> String {
        newVaccination(pass) + (target.map { "?target=\($0)" } ?? "")
    }
    /// Names for the script that suggests vaccines.
    static func vaccineNames(_ species: String, _ language: String) -> String { "/vaccines/\(species)/\(language)" }
    static func vaccinationTable(_ pass: PassID) -> String { "/passes/\(pass)/vaccinations/table" }
    /// The form that goes on from a vaccination that was just saved.
    static func newVaccination(_ pass: PassID, after id: VaccinationID) -> String {
        "\(newVaccination(pass))?after=\(id)"
    }
    static func vaccination(_ pass: PassID, _ id: VaccinationID) -> String { "/passes/\(pass)/vaccinations/\(id)" }
    static func editVaccination(_ pass: PassID, _ id: VaccinationID) -> String {
        vaccination(pass, id) + "/edit"
    }
    static func deleteVaccination(_ pass: PassID, _ id: VaccinationID) -> String {
        vaccination(pass, id) + "/delete"
    }

    static func newCertificate(_ pass: PassID) -> String { "/passes/\(pass)/certificates/new" }
    static func certificate(_ pass: PassID, _ id: CertificateID) -> String { "/passes/\(pass)/certificates/\(id)" }
    static func noteExpiry(_ pass: PassID, _ id: CertificateID) -> String { certificate(pass, id) + "/noted" }
    static func acceptance(_ pass: PassID, _ id: CertificateID) -> String { certificate(pass, id) + "/accepted" }
    static func acceptance(_ pass: PassID, _ id: CertificateID, in country: String, on day: CalendarDate) -> String {
        let (year, month, dayOfMonth) = day.components
        return acceptance(pass, id) + "?country=\(country)&on-day=\(dayOfMonth)&on-month=\(month)&on-year=\(year)"
    }
    static func certificateCode(_ pass: PassID, _ id: CertificateID, part: Int? = nil) -> String {
        certificate(pass, id) + "/qr.svg" + (part.map { "?part=\($0)" } ?? "")
    }
    static func certificatePicture(_ pass: PassID, _ id: CertificateID, part: Int? = nil) -> String {
        certificate(pass, id) + "/qr.png" + (part.map { "?part=\($0)" } ?? "")
    }
    static func offline(_ pass: PassID, _ id: CertificateID) -> String { certificate(pass, id) + "/offline" }
    /// The page that a browser keeps.
    static func offlineCertificate(_ pass: PassID, _ id: CertificateID) -> String { offline(pass, id) + "/page" }
    static func deleteCertificate(_ pass: PassID, _ id: CertificateID) -> String {
        certificate(pass, id) + "/delete"
    }

    static func newScan(_ pass: PassID) -> String { "/passes/\(pass)/scan" }
    /// With the form chosen already.
    static func newScan(_ pass: PassID, as template: String) -> String { "\(newScan(pass))?template=\(template)" }
    static func scan(_ pass: PassID, _ id: PendingID) -> String { "/passes/\(pass)/scan/\(id)" }
    static func scanTable(_ pass: PassID, _ id: PendingID) -> String { scan(pass, id) + ".csv" }
    static func discardScan(_ pass: PassID, _ id: PendingID) -> String { scan(pass, id) + "/discard" }
    static func scannedPage(_ pass: PassID, _ id: PendingID, _ page: Int) -> String {
        scan(pass, id) + "/pages/\(page)"
    }
    static func scannedField(_ pass: PassID, _ id: PendingID, _ field: String) -> String {
        scan(pass, id) + "/fields/\(field).png"
    }

    static let scanTemplates = "/scan-templates"
    static let newScanTemplate = scanTemplates + "/new"
    static let importScanTemplate = scanTemplates + "/import"
    static func scanTemplate(_ id: String) -> String { "\(scanTemplates)/\(id)" }
    static func scanTemplateFile(_ id: String) -> String { scanTemplate(id) + ".json" }
    static func copyScanTemplate(_ id: String) -> String { scanTemplate(id) + "/copy" }
    static func editScanTemplate(_ id: String) -> String { scanTemplate(id) + "/edit" }
    static func triedPicture(_ id: String, _ page: Int) -> String {
        "\(scanTemplate(id))/picture.png?page=\(page)"
    }
    static func deleteScanTemplate(_ id: String) -> String { scanTemplate(id) + "/delete" }

    static func attachments(_ pass: PassID) -> String { "/passes/\(pass)/attachments" }
    static func attachment(_ pass: PassID, _ id: AttachmentID) -> String { attachments(pass) + "/\(id)" }
    static func deleteAttachment(_ pass: PassID, _ id: AttachmentID) -> String { attachment(pass, id) + "/delete" }

    static func healthLinks(_ pass: PassID) -> String { "/passes/\(pass)/links" }
    static func healthLink(_ pass: PassID, _ id: HealthLinkID) -> String { "\(healthLinks(pass))/\(id)" }
    static func healthLinkCode(_ pass: PassID, _ id: HealthLinkID) -> String { healthLink(pass, id) + "/qr.svg" }
    static let healthLinkViewer = "/v"
    /// Where a link leads to.
    static func healthLinkFile(_ address: [UInt8]) -> String { "/link/\(Base64URL.encode(address))" }

    static let situation = "/situation"
    static let situationTBE = "/situation/tbe"
    static func indicator(_ id: String) -> String { "\(situation)/\(id)" }
    static func series(_ key: SeriesKey) -> String { "\(area(key))?age=\(encoded(key.age))" }
    static func graph(_ key: SeriesKey, _ kind: SeriesGraph.Kind) -> String {
        "\(area(key))/\(kind.rawValue).svg?age=\(encoded(key.age))"
    }
    private static func area(_ key: SeriesKey) -> String { "\(situation)/\(key.indicator)/\(encoded(key.area))" }
    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-"])) ?? ""
    }

    static let admin = "/admin"
    static let catalogue = "/admin/catalogue"

    static let stiko = "/admin/stiko"

    static func stikoTask(_ id: String) -> String { "/admin/stiko/\(id)" }
    static func catalogueFile(_ name: String) -> String { "/admin/catalogue/files/\(name)" }
    static func catalogueProposal(_ id: String) -> String { "/admin/catalogue/proposals/\(id)" }
    static func catalogueVersion(_ name: String) -> String { "/admin/catalogue/versions/\(name)" }
}
