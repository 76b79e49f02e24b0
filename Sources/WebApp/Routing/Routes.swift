/// The whole route table.
///
/// docs/routes.md is made from it (`make routes`); a test tries every line as every kind of visitor.
func routes(_ services: Services) -> [Route] {
    let admin = AdminRoutes(services: services)
    let api = APIRoutes(services: services)
    let home = HomeRoutes(services: services)
    let accounts = AccountsRoutes(services: services)
    let passes = PassesRoutes(services: services)
    let stiko = StikoRoutes(services: services)
    let vaccinations = VaccinationsRoutes(services: services)
    let certificates = CertificatesRoutes(services: services)
    let attachments = AttachmentsRoutes(services: services)
    let scans = ScansRoutes(services: services)
    let scanTemplates = ScanTemplatesRoutes(services: services)
    let recommendations = RecommendationsRoutes(services: services)
    let calendar = CalendarRoutes(services: services)
    let healthLinks = HealthLinksRoutes(services: services)
    let help = HelpRoutes()
    let bin = BinRoutes(services: services)
    let shared = HealthLinkProtocol(services: services)
    let offline = OfflineRoutes(services: services)
    let health = HealthRoutes(services: services)
    let countries = CountriesRoutes(services: services)
    let reminders = RemindersRoutes(services: services)
    let archive = ArchiveRoutes(services: services)
    let security = SecurityRoutes(services: services)
    let passkeys = PasskeysRoutes(services: services)
    let settings = SettingsRoutes(services: services)
    let situation = SituationRoutes(services: services)
    return [
        .get("/", public: home.showHome).longForMembers,
        .get("/health/live", api: home.showLive).always,
        .get("/health/ready", api: home.showReady).always,

        .get("/recommend/all", api: api.showAllRecommendations),
        .get("/recommend/{country}", api: api.showRecommendations),
        .get("/update", api: api.showUpdate),
        .get("/openapi.json", api: api.showDescription),
        .get("/vaccines/{species}/{language}", api: api.showVaccineNames),

        .get("/register", public: accounts.showRegister),
        .post("/register", public: accounts.saveRegister),
        .get("/login", public: accounts.showLogin),
        .post("/login", public: accounts.saveLogin),
        .post("/login/passkey", public: accounts.savePasskeyLogin),
        .get("/login/code", secondFactor: accounts.showLoginCode),
        .post("/login/code", secondFactor: accounts.saveLoginCode),
        .post("/login/code/passkey", secondFactor: accounts.savePasskeyLoginCode),
        .get("/recover", public: accounts.showRecover),
        .post("/recover", public: accounts.saveRecover),
        .get("/recovery-code", consent: .notNeeded, accounts.showRecoveryCode),
        .post("/recovery-code", consent: .notNeeded, accounts.saveRecoveryCode),
        .post("/logout", signOut: accounts.saveLogout),
        .post("/language", public: settings.saveLanguage),

        .get("/welcome", passes.showWelcome),
        .get("/passes", passes.showPasses),
        .get("/passes/new", passes.showNewPass),
        .post("/passes/new", passes.saveNewPass),
        .get("/passes/{pass}", vaccinations.showVaccinations).long,
        .post("/passes/{pass}/activate", passes.saveActivePass),
        .get("/passes/{pass}/edit", passes.showEditPass),
        .post("/passes/{pass}/edit", passes.saveEditPass),
        .get("/passes/{pass}/delete", passes.showDeletePass),
        .post("/passes/{pass}/delete", passes.saveDeletePass),

        .get("/passes/{pass}/vaccinations/new", vaccinations.showNewVaccination),
        .post("/passes/{pass}/vaccinations/new", vaccinations.saveNewVaccination),
        .get("/passes/{pass}/vaccinations/table", vaccinations.showVaccinationTable).long,
        .post("/passes/{pass}/vaccinations/table", body: .form(.table), vaccinations.saveVaccinationTable).long,
        .get("/passes/{pass}/vaccinations/{vaccination}", vaccinations.showVaccination).long,
        .get("/passes/{pass}/vaccinations/{vaccination}/edit", vaccinations.showEditVaccination),
        .post("/passes/{pass}/vaccinations/{vaccination}/edit", vaccinations.saveEditVaccination),
        .get("/passes/{pass}/vaccinations/{vaccination}/delete", vaccinations.showDeleteVaccination),
        .post("/passes/{pass}/vaccinations/{vaccination}/delete", vaccinations.saveDeleteVaccination),

        .get("/certificates/new", certificates.showNewCertificates),
        .post("/certificates/new", body: .upload(), certificates.saveNewCertificates).long,
        .post("/certificates", body: .rows, certificates.saveCertificates).long,
        .get("/passes/{pass}/certificates/new", certificates.showNewCertificatesOfPass),
        .post("/passes/{pass}/certificates/new", body: .upload(), certificates.saveNewCertificatesOfPass).long,
        .get("/passes/{pass}/certificates/{certificate}", certificates.showCertificate),
        .get("/passes/{pass}/certificates/{certificate}/accepted", certificates.showAcceptance).long,
        .post("/passes/{pass}/certificates/{certificate}/noted", certificates.noteExpiry),
        .get("/passes/{pass}/certificates/{certificate}/qr.svg", certificates.showCode),
        .get("/passes/{pass}/certificates/{certificate}/qr.png", certificates.showPicture),
        .get("/passes/{pass}/certificates/{certificate}/offline", offline.showOffline),
        .post("/passes/{pass}/certificates/{certificate}/offline", offline.saveOffline),
        .get("/passes/{pass}/certificates/{certificate}/offline/page", offline.showOfflineCertificate),
        .get("/offline", public: offline.showOfflineList),
        .get("/passes/{pass}/certificates/{certificate}/delete", certificates.showDeleteCertificate),
        .post("/passes/{pass}/certificates/{certificate}/delete", certificates.saveDeleteCertificate),

        .get("/passes/{pass}/scan", scans.showScan).long,
        .post("/passes/{pass}/scan", body: .upload(.pages), scans.saveScan).long,
        .get("/passes/{pass}/scan/{scan}", scans.showScannedRows).long,
        .post("/passes/{pass}/scan/{scan}", body: .rows, scans.saveScannedRows).long,
        .get("/passes/{pass}/scan/{scan}.csv", scans.showScanTable).long,
        .post("/passes/{pass}/scan/{scan}/discard", scans.saveDiscardedScan),
        .get("/passes/{pass}/scan/{scan}/pages/{n}", scans.showScannedPage).long,
        .post("/passes/{pass}/scan/{scan}/pages/{n}", scans.saveScannedPage).long,
        .get("/passes/{pass}/scan/{scan}/pages/{n}.png", scans.showPagePicture).long,
        .get("/passes/{pass}/scan/{scan}/fields/{f}.png", scans.showScannedField).long,

        .get("/scan-templates", scanTemplates.showScanTemplates),
        .get("/scan-templates/import", scanTemplates.showImportTemplate),
        .post("/scan-templates/import", body: .upload(.template), scanTemplates.saveImportTemplate),
        .get("/scan-templates/new", scanTemplates.showNewTemplate),
        .post("/scan-templates/new", body: .rows, scanTemplates.saveNewTemplate).long,
        .post("/scan-templates/{template}", body: .upload(.pages), scanTemplates.saveTrial).long,
        .get("/scan-templates/{template}/picture.png", scanTemplates.showTriedPicture),
        .get("/scan-templates/{template}/edit", scanTemplates.showEditTemplate).long,
        .post("/scan-templates/{template}/edit", body: .rows, scanTemplates.saveEditTemplate).long,
        .get("/scan-templates/{template}", scanTemplates.showScanTemplate).long,
        .get("/scan-templates/{template}.json", scanTemplates.showTemplateFile),
        .post("/scan-templates/{template}/copy", scanTemplates.saveCopyOfTemplate),
        .get("/scan-templates/{template}/delete", scanTemplates.showDeleteTemplate),
        .post("/scan-templates/{template}/delete", scanTemplates.saveDeleteTemplate),

        .get("/passes/{pass}/attachments", attachments.showAttachments),
        .post("/passes/{pass}/attachments", body: .upload(), attachments.saveAttachments),
        .get("/passes/{pass}/attachments/{attachment}", attachments.showAttachment),
        .get("/passes/{pass}/attachments/{attachment}/delete", attachments.showDeleteAttachment),
        .post("/passes/{pass}/attachments/{attachment}/delete", attachments.saveDeleteAttachment),

        .get("/passes/{pass}/recommendations", recommendations.showRecommendations).long,
        .post("/passes/{pass}/recommendations", recommendations.saveRecommendations),
        .get("/passes/{pass}/recommendations.ics", recommendations.showCalendar).long,
        .get("/passes/{pass}/calendar", calendar.showFeed),
        .post("/passes/{pass}/calendar", calendar.saveFeed).long,
        .get("/mail/{token}", public: reminders.showMail), .post("/mail/{token}", api: reminders.saveMailLink),
        .get("/calendar/{feed}.ics", api: calendar.showCalendar),
        .get("/passes/{pass}/health", health.showHealth),
        .post("/passes/{pass}/health", health.saveHealth),
        .get("/passes/{pass}/journeys", health.showJourneys),
        .post("/passes/{pass}/journeys", health.saveJourneys),
        .get("/passes/{pass}/journeys/{journey}", health.showJourney).long,

        .get("/export", consent: .notNeeded, archive.showExport),
        .post("/export", consent: .notNeeded, archive.saveExport).long,
        .get("/passes/{pass}/export", consent: .notNeeded, archive.showExportOfPass),
        .post("/passes/{pass}/export", consent: .notNeeded, archive.saveExportOfPass).long,
        .get("/passes/{pass}/export/fhir", consent: .notNeeded, archive.showFHIR).long,
        .get("/passes/{pass}/export/csv", consent: .notNeeded, archive.showTable).long,
        .get("/passes/{pass}/print", consent: .notNeeded, archive.showPrint).long,
        .get("/passes/{pass}/print/appointment", archive.showAppointmentSheet).long,
        .get("/passes/{pass}/print/school", consent: .notNeeded, archive.showSchoolSheet).long,
        .get("/import", archive.showImport),
        .post("/import", body: .upload(.archive), archive.saveImport).long,
        .get("/import/link", archive.showLinkImport),
        .post("/import/link", archive.saveLinkImport).long,
        .get("/import/{import}", archive.showPendingImport).long,
        .post("/import/{import}", body: .rows, archive.savePendingImport).long,
        .get("/import/{import}/columns", archive.showColumns).long,
        .post("/import/{import}/columns", body: .rows, archive.saveColumns).long,
        .get("/import/{import}/rejected", archive.showRejected).long,
        .post("/import/{import}/discard", archive.saveDiscardedImport),
        .post("/import/{import}/undo", archive.saveUndoneImport),

        .get("/settings", settings.showSettings),
        .get("/settings/countries", countries.showCountries),
        .post("/settings/countries", countries.saveCountries),
        .get("/settings/reminders", reminders.showReminders),
        .post("/settings/reminders", reminders.saveReminders),
        .post("/settings/reminders/mail", reminders.saveMail).long,
        .get("/settings/password", consent: .notNeeded, security.showPassword),
        .post("/settings/password", consent: .notNeeded, security.savePassword),
        .get("/settings/lost", consent: .notNeeded, security.showLostDevice),
        .post("/settings/lost", consent: .notNeeded, security.saveLostDevice),
        .get("/settings/second-factor", consent: .notNeeded, security.showSecondFactor),
        .get("/settings/second-factor/start", consent: .notNeeded, security.showStartSecondFactor),
        .post("/settings/second-factor/start", consent: .notNeeded, security.saveStartSecondFactor),
        .get("/settings/second-factor/setup", consent: .notNeeded, security.showSetUpSecondFactor),
        .post("/settings/second-factor/setup", consent: .notNeeded, security.saveSetUpSecondFactor),
        .get("/settings/second-factor/qr.svg", consent: .notNeeded, security.showSecondFactorCode),
        .get("/settings/second-factor/codes", consent: .notNeeded, security.showOneTimeCodes),
        .post("/settings/second-factor/codes", consent: .notNeeded, security.saveOneTimeCodes),
        .get("/settings/second-factor/off", consent: .notNeeded, security.showSecondFactorOff),
        .post("/settings/second-factor/off", consent: .notNeeded, security.saveSecondFactorOff),
        .get("/settings/passkeys", consent: .notNeeded, passkeys.showPasskeys),
        .post("/settings/passkeys", consent: .notNeeded, passkeys.savePasskey),
        .get("/settings/passkeys/new", consent: .notNeeded, passkeys.showNewPasskey),
        .post("/settings/passkeys/new", consent: .notNeeded, passkeys.saveNewPasskey),
        .get("/settings/passkeys/{passkey}/delete", consent: .notNeeded, passkeys.showRemovePasskey),
        .post("/settings/passkeys/{passkey}/delete", consent: .notNeeded, passkeys.saveRemovePasskey),
        .get("/settings/recovery-code", consent: .notNeeded, security.showRenewRecoveryCode),
        .post("/settings/recovery-code", consent: .notNeeded, security.saveRenewRecoveryCode),
        .get("/settings/sessions", consent: .notNeeded, security.showSessions),
        .post("/settings/sessions/{session}/end", consent: .notNeeded, security.saveEndSession),
        .post("/settings/sessions/end-others", consent: .notNeeded, security.saveEndOtherSessions),
        .get("/settings/access-log", consent: .notNeeded, security.showAccessLog),
        .post("/settings/consent", consent: .notNeeded, security.saveConsent),
        .get("/settings/delete", consent: .notNeeded, security.showDeleteAccount),
        .post("/settings/delete", consent: .notNeeded, security.saveDeleteAccount),
        .get("/bin", bin.showBin), .get("/bin/empty", bin.showEmptyBin), .post("/bin/empty", bin.saveEmptyBin),
        .post("/bin/{entry}/restore", bin.saveRestored), .post("/bin/{entry}/delete", bin.saveRemoved),
        .get("/help", public: help.showHelp), .get("/help/{question}", public: help.showQuestion),
        .get("/introduction/{n}", public: help.showIntroduction),
        .get("/privacy", public: settings.showPrivacy),
        .get("/licences", public: settings.showLicences),
        .get("/schedules", public: recommendations.showSchedules),

        .get("/passes/{pass}/links", healthLinks.showLinks),
        .post("/passes/{pass}/links", healthLinks.saveLink).long,
        .get("/passes/{pass}/links/{link}", healthLinks.showLink),
        .post("/passes/{pass}/links/{link}", healthLinks.saveLinkState),
        .get("/passes/{pass}/links/{link}/qr.svg", healthLinks.showLinkCode),
        .get("/v", public: healthLinks.showViewer),
        .get("/link/{address}", api: shared.showFile),
        .post("/link/{address}", api: shared.showManifest),
        .options("/link/{address}", api: shared.showOptions),
        .get("/link/{address}/{ticket}", api: shared.showLocation),

        .get("/situation", public: situation.showSituation),
        .get("/situation.json", api: situation.showSituations),
        .get("/situation/tbe", public: situation.showTBE),
        .post("/situation/favourites", situation.saveFavourite),
        .get("/situation/{indicator}.json", api: situation.showSeries),
        .get("/situation/{indicator}", public: situation.showIndicator).longForMembers,
        .get("/situation/{indicator}/{area}", public: situation.showArea).longForMembers,
        .get("/situation/{indicator}/{area}/{graph}.svg", public: situation.showGraph),

        .get("/admin", access: .admin, admin.showAdmin),
        .get("/admin/jobs", access: .admin, admin.showJobs),
        .get("/admin/trust", access: .admin, admin.showTrust),
        .get("/admin/catalogue", access: .admin, admin.showCatalogue),
        .post("/admin/catalogue", access: .admin, body: .catalogueFiles, admin.saveCatalogue).long,
        .get("/admin/catalogue/files/{file}", access: .admin, admin.showFile),
        .get("/admin/catalogue/proposals/{proposal}", access: .admin, admin.showProposal).long,
        .post("/admin/catalogue/proposals/{proposal}", access: .admin, admin.saveProposal).long,
        .get("/admin/catalogue/versions/{version}", access: .admin, admin.showVersion).long,
        .post("/admin/catalogue/versions/{version}", access: .admin, admin.saveVersion).long,
        .get("/admin/situation", access: .admin, admin.showSituation),
        .get("/admin/stiko", access: .admin, stiko.showTasks),
        .get("/admin/stiko/{task}", access: .admin, stiko.showTask),
        .post("/admin/stiko/{task}", access: .admin, stiko.saveTask),
    ]
}
