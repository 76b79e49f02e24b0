import CivilDates
import Situation
import Vault

/// The addresses of this server: its routes have them, and links; templates write theirs out.
enum Links {
    static let home: Path<> = "/"
    static let live: Path<> = "/health/live"
    static let ready: Path<> = "/health/ready"

    static let allRecommendations: Path<> = "/recommend/all"
    static let recommendationsOfCountry: Path<String> = "/recommend/{country}"
    static let update: Path<> = "/update"
    static let apiDescription: Path<> = "/openapi.json"
    /// Names for the script that suggests vaccines.
    static let vaccineNames: Path<String, String> = "/vaccines/{species}/{language}"

    static let register: Path<> = "/register"
    static let login: Path<> = "/login"
    static let passkeyLogin: Path<> = "/login/passkey"
    static let loginCode: Path<> = "/login/code"
    static let passkeyLoginCode: Path<> = "/login/code/passkey"
    static let recover: Path<> = "/recover"
    static let recoveryCode: Path<> = "/recovery-code"
    static let logout: Path<> = "/logout"
    static let language: Path<> = "/language"

    static let welcome: Path<> = "/welcome"
    static let passes: Path<> = "/passes"
    static let newPass: Path<> = "/passes/new"
    static let pass: Path<PassID> = "/passes/{pass}"
    static let activate: Path<PassID> = "/passes/{pass}/activate"
    static let editPass: Path<PassID> = "/passes/{pass}/edit"
    static let deletePass: Path<PassID> = "/passes/{pass}/delete"

    static let newVaccination: Path<PassID> = "/passes/{pass}/vaccinations/new"
    /// The same with the disease chosen.
    static func newVaccination(_ pass: PassID, against target: String?) -> String {
        newVaccination(pass) + (target.map { "?target=\($0)" } ?? "")
    }
    /// The form that goes on from a vaccination that was just saved.
    static func newVaccination(_ pass: PassID, after id: VaccinationID) -> String {
        "\(newVaccination(pass))?after=\(id)"
    }
    static let vaccinationTable: Path<PassID> = "/passes/{pass}/vaccinations/table"
    static let vaccination: Path<PassID, VaccinationID> = "/passes/{pass}/vaccinations/{vaccination}"
    static let editVaccination: Path<PassID, VaccinationID> = "/passes/{pass}/vaccinations/{vaccination}/edit"
    static let deleteVaccination: Path<PassID, VaccinationID> = "/passes/{pass}/vaccinations/{vaccination}/delete"

    static let newCertificates: Path<> = "/certificates/new"
    static let certificates: Path<> = "/certificates"
    static let newCertificate: Path<PassID> = "/passes/{pass}/certificates/new"
    static let certificate: Path<PassID, CertificateID> = "/passes/{pass}/certificates/{certificate}"
    static let acceptance: Path<PassID, CertificateID> = "/passes/{pass}/certificates/{certificate}/accepted"
    static func acceptance(_ pass: PassID, _ id: CertificateID, in country: String, on day: CalendarDate) -> String {
        let (year, month, dayOfMonth) = day.components
        return acceptance(pass, id) + "?country=\(country)&on-day=\(dayOfMonth)&on-month=\(month)&on-year=\(year)"
    }
    static let noteExpiry: Path<PassID, CertificateID> = "/passes/{pass}/certificates/{certificate}/noted"
    static let certificateCode: Path<PassID, CertificateID> = "/passes/{pass}/certificates/{certificate}/qr.svg"
    static let certificatePicture: Path<PassID, CertificateID> = "/passes/{pass}/certificates/{certificate}/qr.png"
    static func certificateCode(_ pass: PassID, _ id: CertificateID, part: Int?) -> String {
        certificateCode(pass, id) + (part.map { "?part=\($0)" } ?? "")
    }
    static func certificatePicture(_ pass: PassID, _ id: CertificateID, part: Int?) -> String {
        certificatePicture(pass, id) + (part.map { "?part=\($0)" } ?? "")
    }
    static let offline: Path<PassID, CertificateID> = "/passes/{pass}/certificates/{certificate}/offline"
    /// The page that a browser keeps.
    static let offlineCertificate: Path<PassID, CertificateID> =
        "/passes/{pass}/certificates/{certificate}/offline/page"
    static let offlineList: Path<> = "/offline"
    static let deleteCertificate: Path<PassID, CertificateID> = "/passes/{pass}/certificates/{certificate}/delete"

    static let newScan: Path<PassID> = "/passes/{pass}/scan"
    /// With the form chosen already.
    static func newScan(_ pass: PassID, as template: String) -> String { "\(newScan(pass))?template=\(template)" }
    static let scanTemplates: Path<> = "/scan-templates"
    static let importScanTemplate: Path<> = "/scan-templates/import"
    static let newScanTemplate: Path<> = "/scan-templates/new"
    static let scanTemplate: Path<String> = "/scan-templates/{template}"
    static let triedPicture: Path<String> = "/scan-templates/{template}/picture.png"
    static func triedPicture(_ id: String, page: Int) -> String { "\(triedPicture(id))?page=\(page)" }
    static let editScanTemplate: Path<String> = "/scan-templates/{template}/edit"
    static let scanTemplateFile: Path<String> = "/scan-templates/{template}.json"
    static let copyScanTemplate: Path<String> = "/scan-templates/{template}/copy"
    static let deleteScanTemplate: Path<String> = "/scan-templates/{template}/delete"

    static let attachments: Path<PassID> = "/passes/{pass}/attachments"
    static let attachment: Path<PassID, AttachmentID> = "/passes/{pass}/attachments/{attachment}"
    static let deleteAttachment: Path<PassID, AttachmentID> = "/passes/{pass}/attachments/{attachment}/delete"

    static let recommendations: Path<PassID> = "/passes/{pass}/recommendations"
    static let answer: Path<PassID> = "/passes/{pass}/recommendations.json"
    static let calendar: Path<PassID> = "/passes/{pass}/recommendations.ics"
    static let calendarFeed: Path<PassID> = "/passes/{pass}/calendar"
    /// What a calendar app asks for.
    static let subscribedCalendar: Path<[UInt8]> = "/calendar/{feed}.ics"
    static let mail: Path<[UInt8]> = "/mail/{token}"
    static let health: Path<PassID> = "/passes/{pass}/health"
    static let journeys: Path<PassID> = "/passes/{pass}/journeys"
    static let journey: Path<PassID, FactID> = "/passes/{pass}/journeys/{journey}"
    static let editJourney: Path<PassID, FactID> = "/passes/{pass}/journeys/{journey}/edit"

    static let exportAll: Path<> = "/export"
    static let export: Path<PassID> = "/passes/{pass}/export"
    static let exportFHIR: Path<PassID> = "/passes/{pass}/export/fhir"
    static let exportTable: Path<PassID> = "/passes/{pass}/export/csv"
    static let printed: Path<PassID> = "/passes/{pass}/print"
    static let appointmentSheet: Path<PassID> = "/passes/{pass}/print/appointment"
    static let schoolSheet: Path<PassID> = "/passes/{pass}/print/school"
    static let importFile: Path<> = "/import"
    static let importLink: Path<> = "/import/link"
    static let undoImport: Path<PendingID> = "/import/{import}/undo"

    static let settings: Path<> = "/settings"
    static let countries: Path<> = "/settings/countries"
    static let reminders: Path<> = "/settings/reminders"
    static func reminders(of pass: PassID) -> String { "\(reminders())?pass=\(pass)" }
    static let reminderMail: Path<> = "/settings/reminders/mail"
    static let password: Path<> = "/settings/password"
    static let lostDevice: Path<> = "/settings/lost"
    static let secondFactor: Path<> = "/settings/second-factor"
    static let secondFactorStart: Path<> = "/settings/second-factor/start"
    static let secondFactorSetup: Path<> = "/settings/second-factor/setup"
    static let secondFactorCode: Path<> = "/settings/second-factor/qr.svg"
    static let oneTimeCodes: Path<> = "/settings/second-factor/codes"
    static let secondFactorOff: Path<> = "/settings/second-factor/off"
    static let passkeys: Path<> = "/settings/passkeys"
    static let newPasskey: Path<> = "/settings/passkeys/new"
    static let removePasskey: Path<PasskeyID> = "/settings/passkeys/{passkey}/delete"
    static let renewRecoveryCode: Path<> = "/settings/recovery-code"
    static let sessions: Path<> = "/settings/sessions"
    static let endSession: Path<SessionID> = "/settings/sessions/{session}/end"
    static let endOtherSessions: Path<> = "/settings/sessions/end-others"
    static let accessLog: Path<> = "/settings/access-log"
    static let consent: Path<> = "/settings/consent"
    static let deleteAccount: Path<> = "/settings/delete"
    static let bin: Path<> = "/bin"
    static let emptyBin: Path<> = "/bin/empty"
    static let restore: Path<BinItemID> = "/bin/{entry}/restore"
    static let removeFromBin: Path<BinItemID> = "/bin/{entry}/delete"

    static let help: Path<> = "/help"
    static let question: Path<HelpQuestion> = "/help/{question}"
    static let introduction: Path<Int> = "/introduction/{n}"
    static let privacy: Path<> = "/privacy"
    static let licences: Path<> = "/licences"
    static let licence: Path<String> = "/licences/{text}"
    static let schedules: Path<> = "/schedules"

    static let healthLinks: Path<PassID> = "/passes/{pass}/links"
    static let healthLink: Path<PassID, HealthLinkID> = "/passes/{pass}/links/{link}"
    static let healthLinkCode: Path<PassID, HealthLinkID> = "/passes/{pass}/links/{link}/qr.svg"
    static let healthLinkViewer: Path<> = "/v"
    /// Where a link leads to.
    static let healthLinkFile: Path<[UInt8]> = "/link/{address}"
    static let healthLinkLocation: Path<[UInt8], String> = "/link/{address}/{ticket}"

    static let situation: Path<> = "/situation"
    static let situations: Path<> = "/situation.json"
    static let situationTBE: Path<> = "/situation/tbe"
    static let favourites: Path<> = "/situation/favourites"
    static let seriesDocument: Path<String> = "/situation/{indicator}.json"
    static let indicator: Path<String> = "/situation/{indicator}"
    static let area: Path<String, String> = "/situation/{indicator}/{area}"
    static let graph: Path<String, String, GraphKind> = "/situation/{indicator}/{area}/{graph}.svg"
    static func series(_ key: SeriesKey) -> String { "\(area(key.indicator, key.area))?age=\(key.age.pathText)" }
    static func graph(of key: SeriesKey, _ kind: GraphKind) -> String {
        "\(graph(key.indicator, key.area, kind))?age=\(key.age.pathText)"
    }

    static let admin: Path<> = "/admin"
    static let jobs: Path<> = "/admin/jobs"
    static let trust: Path<> = "/admin/trust"
    static let catalogue: Path<> = "/admin/catalogue"
    static let catalogueFile: Path<String> = "/admin/catalogue/files/{file}"
    static let catalogueProposal: Path<String> = "/admin/catalogue/proposals/{proposal}"
    static let catalogueVersion: Path<String> = "/admin/catalogue/versions/{version}"
    static let situationAdmin: Path<> = "/admin/situation"
    static let stiko: Path<> = "/admin/stiko"
    static let stikoTask: Path<String> = "/admin/stiko/{task}"
}

/// What a graph of a series shows.
enum GraphKind: String, CaseIterable, PathValue { case season, changes, comparison }
