package import CivilDates
package import Situation
package import Vault

/// The addresses of this server: its routes have them, and links; templates write theirs out.
package enum Links {
    package static let home: Path<> = "/"
    package static let live: Path<> = "/health/live"
    package static let ready: Path<> = "/health/ready"

    package static let allRecommendations: Path<> = "/recommend/all"
    package static let recommendationsOfCountry: Path<String> = "/recommend/{country}"
    package static let update: Path<> = "/update"
    package static let apiDescription: Path<> = "/openapi.json"
    /// Names for the script that suggests vaccines.
    package static let vaccineNames: Path<String, String> = "/vaccines/{species}/{language}"

    package static let register: Path<> = "/register"
    package static let login: Path<> = "/login"
    package static let passkeyLogin: Path<> = "/login/passkey"
    package static let loginCode: Path<> = "/login/code"
    package static let passkeyLoginCode: Path<> = "/login/code/passkey"
    package static let recover: Path<> = "/recover"
    package static let recoveryCode: Path<> = "/recovery-code"
    package static let logout: Path<> = "/logout"
    package static let language: Path<> = "/language"

    package static let welcome: Path<> = "/welcome"
    package static let passes: Path<> = "/passes"
    package static let newPass: Path<> = "/passes/new"
    package static let pass: Path<PassID> = "/passes/{pass}"
    package static let activate: Path<PassID> = "/passes/{pass}/activate"
    package static let editPass: Path<PassID> = "/passes/{pass}/edit"
    package static let deletePass: Path<PassID> = "/passes/{pass}/delete"

    package static let newVaccination: Path<PassID> = "/passes/{pass}/vaccinations/new"
    /// The same with the disease chosen.
    package static func newVaccination(_ pass: PassID, against target: String?) -> String {
        newVaccination(pass) + (target.map { "?target=\($0)" } ?? "")
    }
    /// The form that goes on from a vaccination that was just saved.
    package static func newVaccination(_ pass: PassID, after id: VaccinationID) -> String {
        "\(newVaccination(pass))?after=\(id)"
    }
    package static let vaccinationTable: Path<PassID> = "/passes/{pass}/vaccinations/table"
    package static let vaccination: Path<PassID, VaccinationID> = "/passes/{pass}/vaccinations/{vaccination}"
    package static let editVaccination: Path<PassID, VaccinationID> = "/passes/{pass}/vaccinations/{vaccination}/edit"
    package static let deleteVaccination: Path<PassID, VaccinationID> =
        "/passes/{pass}/vaccinations/{vaccination}/delete"

    package static let newCertificates: Path<> = "/certificates/new"
    package static let certificates: Path<> = "/certificates"
    package static let newCertificate: Path<PassID> = "/passes/{pass}/certificates/new"
    package static let certificate: Path<PassID, CertificateID> = "/passes/{pass}/certificates/{certificate}"
    package static let acceptance: Path<PassID, CertificateID> = "/passes/{pass}/certificates/{certificate}/accepted"
    package static func acceptance(_ pass: PassID, _ id: CertificateID, in country: String, on day: CalendarDate)
        -> String
    {
        let (year, month, dayOfMonth) = day.components
        return acceptance(pass, id) + "?country=\(country)&on-day=\(dayOfMonth)&on-month=\(month)&on-year=\(year)"
    }
    package static let noteExpiry: Path<PassID, CertificateID> = "/passes/{pass}/certificates/{certificate}/noted"
    package static let certificateCode: Path<PassID, CertificateID> = "/passes/{pass}/certificates/{certificate}/qr.svg"
    package static let certificatePicture: Path<PassID, CertificateID> =
        "/passes/{pass}/certificates/{certificate}/qr.png"
    package static func certificateCode(_ pass: PassID, _ id: CertificateID, part: Int?) -> String {
        certificateCode(pass, id) + (part.map { "?part=\($0)" } ?? "")
    }
    package static func certificatePicture(_ pass: PassID, _ id: CertificateID, part: Int?) -> String {
        certificatePicture(pass, id) + (part.map { "?part=\($0)" } ?? "")
    }
    package static let offline: Path<PassID, CertificateID> = "/passes/{pass}/certificates/{certificate}/offline"
    /// The page that a browser keeps.
    package static let offlineCertificate: Path<PassID, CertificateID> =
        "/passes/{pass}/certificates/{certificate}/offline/page"
    package static let offlineList: Path<> = "/offline"
    package static let deleteCertificate: Path<PassID, CertificateID> =
        "/passes/{pass}/certificates/{certificate}/delete"

    package static let newScan: Path<PassID> = "/passes/{pass}/scan"
    /// With the form chosen already.
    package static func newScan(_ pass: PassID, as template: String) -> String {
        "\(newScan(pass))?template=\(template)"
    }
    package static let scanTemplates: Path<> = "/scan-templates"
    package static let importScanTemplate: Path<> = "/scan-templates/import"
    package static let newScanTemplate: Path<> = "/scan-templates/new"
    package static let scanTemplate: Path<String> = "/scan-templates/{template}"
    package static let triedPicture: Path<String> = "/scan-templates/{template}/picture.png"
    package static func triedPicture(_ id: String, page: Int) -> String { "\(triedPicture(id))?page=\(page)" }
    package static let editScanTemplate: Path<String> = "/scan-templates/{template}/edit"
    package static let scanTemplateFile: Path<String> = "/scan-templates/{template}.json"
    package static let copyScanTemplate: Path<String> = "/scan-templates/{template}/copy"
    package static let deleteScanTemplate: Path<String> = "/scan-templates/{template}/delete"

    package static let attachments: Path<PassID> = "/passes/{pass}/attachments"
    package static let attachment: Path<PassID, AttachmentID> = "/passes/{pass}/attachments/{attachment}"
    package static let deleteAttachment: Path<PassID, AttachmentID> = "/passes/{pass}/attachments/{attachment}/delete"

    package static let recommendations: Path<PassID> = "/passes/{pass}/recommendations"
    package static let answer: Path<PassID> = "/passes/{pass}/recommendations.json"
    package static let calendar: Path<PassID> = "/passes/{pass}/recommendations.ics"
    package static let calendarFeed: Path<PassID> = "/passes/{pass}/calendar"
    /// What a calendar app asks for.
    package static let subscribedCalendar: Path<[UInt8]> = "/calendar/{feed}.ics"
    package static let mail: Path<[UInt8]> = "/mail/{token}"
    package static let health: Path<PassID> = "/passes/{pass}/health"
    package static let journeys: Path<PassID> = "/passes/{pass}/journeys"
    package static let journey: Path<PassID, FactID> = "/passes/{pass}/journeys/{journey}"
    package static let editJourney: Path<PassID, FactID> = "/passes/{pass}/journeys/{journey}/edit"

    package static let exportAll: Path<> = "/export"
    package static let export: Path<PassID> = "/passes/{pass}/export"
    package static let exportFHIR: Path<PassID> = "/passes/{pass}/export/fhir"
    package static let exportTable: Path<PassID> = "/passes/{pass}/export/csv"
    package static let printed: Path<PassID> = "/passes/{pass}/print"
    package static let appointmentSheet: Path<PassID> = "/passes/{pass}/print/appointment"
    package static let schoolSheet: Path<PassID> = "/passes/{pass}/print/school"
    package static let importFile: Path<> = "/import"
    package static let importLink: Path<> = "/import/link"

    package static let settings: Path<> = "/settings"
    package static let countries: Path<> = "/settings/countries"
    package static let reminders: Path<> = "/settings/reminders"
    package static func reminders(of pass: PassID) -> String { "\(reminders())?pass=\(pass)" }
    package static let reminderMail: Path<> = "/settings/reminders/mail"
    package static let password: Path<> = "/settings/password"
    package static let lostDevice: Path<> = "/settings/lost"
    package static let secondFactor: Path<> = "/settings/second-factor"
    package static let secondFactorStart: Path<> = "/settings/second-factor/start"
    package static let secondFactorSetup: Path<> = "/settings/second-factor/setup"
    package static let secondFactorCode: Path<> = "/settings/second-factor/qr.svg"
    package static let oneTimeCodes: Path<> = "/settings/second-factor/codes"
    package static let secondFactorOff: Path<> = "/settings/second-factor/off"
    package static let passkeys: Path<> = "/settings/passkeys"
    package static let newPasskey: Path<> = "/settings/passkeys/new"
    package static let removePasskey: Path<PasskeyID> = "/settings/passkeys/{passkey}/delete"
    package static let renewRecoveryCode: Path<> = "/settings/recovery-code"
    package static let sessions: Path<> = "/settings/sessions"
    package static let endSession: Path<SessionID> = "/settings/sessions/{session}/end"
    package static let endOtherSessions: Path<> = "/settings/sessions/end-others"
    package static let accessLog: Path<> = "/settings/access-log"
    package static let consent: Path<> = "/settings/consent"
    package static let deleteAccount: Path<> = "/settings/delete"
    package static let bin: Path<> = "/bin"
    package static let emptyBin: Path<> = "/bin/empty"
    package static let restore: Path<BinItemID> = "/bin/{entry}/restore"
    package static let removeFromBin: Path<BinItemID> = "/bin/{entry}/delete"
    package static let undo: Path<BatchID> = "/undo/{batch}"

    package static let help: Path<> = "/help"
    package static let question: Path<HelpQuestion> = "/help/{question}"
    package static let introduction: Path<Int> = "/introduction/{n}"
    package static let privacy: Path<> = "/privacy"
    package static let licences: Path<> = "/licences"
    package static let licence: Path<String> = "/licences/{text}"
    package static let schedules: Path<> = "/schedules"

    package static let healthLinks: Path<PassID> = "/passes/{pass}/links"
    package static let healthLink: Path<PassID, HealthLinkID> = "/passes/{pass}/links/{link}"
    package static let healthLinkCode: Path<PassID, HealthLinkID> = "/passes/{pass}/links/{link}/qr.svg"
    package static let healthLinkViewer: Path<> = "/v"
    /// Where a link leads to.
    package static let healthLinkFile: Path<[UInt8]> = "/link/{address}"
    package static let healthLinkLocation: Path<[UInt8], String> = "/link/{address}/{ticket}"

    package static let situation: Path<> = "/situation"
    package static let situations: Path<> = "/situation.json"
    package static let situationTBE: Path<> = "/situation/tbe"
    package static let favourites: Path<> = "/situation/favourites"
    package static let seriesDocument: Path<String> = "/situation/{indicator}.json"
    package static let indicator: Path<String> = "/situation/{indicator}"
    package static let area: Path<String, String> = "/situation/{indicator}/{area}"
    package static let graph: Path<String, String, GraphKind> = "/situation/{indicator}/{area}/{graph}.svg"
    package static func series(_ key: IndicatorKey) -> String {
        "\(area(key.indicator, key.area))?age=\(key.age.pathText)"
    }
    package static func graph(of key: IndicatorKey, _ kind: GraphKind) -> String {
        "\(graph(key.indicator, key.area, kind))?age=\(key.age.pathText)"
    }

    package static let admin: Path<> = "/admin"
    package static let jobs: Path<> = "/admin/jobs"
    package static let trust: Path<> = "/admin/trust"
    package static let catalogue: Path<> = "/admin/catalogue"
    package static let catalogueFile: Path<String> = "/admin/catalogue/files/{file}"
    package static let catalogueProposal: Path<String> = "/admin/catalogue/proposals/{proposal}"
    package static let catalogueVersion: Path<String> = "/admin/catalogue/versions/{version}"
    package static let situationAdmin: Path<> = "/admin/situation"
    package static let stiko: Path<> = "/admin/stiko"
    package static let stikoTask: Path<String> = "/admin/stiko/{task}"
}

/// What a graph of a series shows.
package enum GraphKind: String, CaseIterable, PathValue { case season, changes, comparison }
