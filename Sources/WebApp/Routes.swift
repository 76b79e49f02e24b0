/// The whole route table.
///
/// docs/routes.md names each form's fields; a test tries every line as every kind of visitor.
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
    let recommendations = RecommendationsRoutes(services: services)
    let health = HealthRoutes(services: services)
    let countries = CountriesRoutes(services: services)
    let archive = ArchiveRoutes(services: services)
    let security = SecurityRoutes(services: services)
    let passkeys = PasskeysRoutes(services: services)
    let settings = SettingsRoutes(services: services)
    return [
        .get("/", open: home.showHome),
        .get("/health/live", machine: home.showLive),
        .get("/health/ready", machine: home.showReady),

        .get("/recommend/all", machine: api.showAllRecommendations),
        .get("/recommend/{country}", machine: api.showRecommendations),
        .get("/update", machine: api.showUpdate),
        .get("/openapi.json", machine: api.showDescription),

        .get("/register", open: accounts.showRegister),
        .post("/register", open: accounts.saveRegister),
        .get("/login", open: accounts.showLogin),
        .post("/login", open: accounts.saveLogin),
        .post("/login/passkey", open: accounts.savePasskeyLogin),
        .get("/login/code", secondFactor: accounts.showLoginCode),
        .post("/login/code", secondFactor: accounts.saveLoginCode),
        .post("/login/code/passkey", secondFactor: accounts.savePasskeyLoginCode),
        .get("/recover", open: accounts.showRecover),
        .post("/recover", open: accounts.saveRecover),
        .get("/recovery-code", accounts.showRecoveryCode),
        .post("/recovery-code", accounts.saveRecoveryCode),
        .post("/logout", leaving: accounts.saveLogout),
        .post("/language", open: settings.saveLanguage),

        .get("/welcome", passes.showWelcome),
        .get("/passes", passes.showPasses),
        .get("/passes/new", passes.showNewPass),
        .post("/passes/new", passes.saveNewPass),
        .get("/passes/{pass}", vaccinations.showVaccinations),
        .post("/passes/{pass}/activate", passes.saveActivePass),
        .get("/passes/{pass}/edit", passes.showEditPass),
        .post("/passes/{pass}/edit", passes.saveEditPass),
        .get("/passes/{pass}/delete", passes.showDeletePass),
        .post("/passes/{pass}/delete", passes.saveDeletePass),

        .get("/passes/{pass}/vaccinations/new", vaccinations.showNewVaccination),
        .post("/passes/{pass}/vaccinations/new", vaccinations.saveNewVaccination),
        .get("/passes/{pass}/vaccinations/{vaccination}", vaccinations.showVaccination),
        .get("/passes/{pass}/vaccinations/{vaccination}/edit", vaccinations.showEditVaccination),
        .post("/passes/{pass}/vaccinations/{vaccination}/edit", vaccinations.saveEditVaccination),
        .get("/passes/{pass}/vaccinations/{vaccination}/delete", vaccinations.showDeleteVaccination),
        .post("/passes/{pass}/vaccinations/{vaccination}/delete", vaccinations.saveDeleteVaccination),

        .get("/certificates/new", certificates.showNewCertificates),
        .post("/certificates/new", upload: certificates.saveNewCertificates).long,
        .post("/certificates", rows: certificates.saveCertificates).long,
        .get("/passes/{pass}/certificates/new", certificates.showNewCertificatesOfPass),
        .post("/passes/{pass}/certificates/new", upload: certificates.saveNewCertificatesOfPass).long,
        .get("/passes/{pass}/certificates/{certificate}", certificates.showCertificate),
        .get("/passes/{pass}/certificates/{certificate}/qr.svg", certificates.showCode),
        .get("/passes/{pass}/certificates/{certificate}/qr.png", certificates.showPicture),
        .get("/passes/{pass}/certificates/{certificate}/delete", certificates.showDeleteCertificate),
        .post("/passes/{pass}/certificates/{certificate}/delete", certificates.saveDeleteCertificate),

        .get("/passes/{pass}/attachments", attachments.showAttachments),
        .post("/passes/{pass}/attachments", upload: attachments.saveAttachments),
        .get("/passes/{pass}/attachments/{attachment}", attachments.showAttachment),
        .get("/passes/{pass}/attachments/{attachment}/delete", attachments.showDeleteAttachment),
        .post("/passes/{pass}/attachments/{attachment}/delete", attachments.saveDeleteAttachment),

        .get("/passes/{pass}/recommendations", recommendations.showRecommendations).long,
        .post("/passes/{pass}/recommendations", recommendations.saveRecommendations),
        .get("/passes/{pass}/recommendations.ics", recommendations.showCalendar).long,
        .get("/passes/{pass}/health", health.showHealth),
        .post("/passes/{pass}/health", health.saveHealth),
        .get("/passes/{pass}/journeys", health.showJourneys),
        .post("/passes/{pass}/journeys", health.saveJourneys),

        .get("/export", archive.showExport),
        .post("/export", archive.saveExport).long,
        .get("/passes/{pass}/export", archive.showExportOfPass),
        .post("/passes/{pass}/export", archive.saveExportOfPass).long,
        .get("/passes/{pass}/export/fhir", archive.showFHIR).long,
        .get("/passes/{pass}/export/csv", archive.showTable).long,
        .get("/passes/{pass}/print", archive.showPrint).long,
        .get("/import", archive.showImport),
        .post("/import", limits: .archive, upload: archive.saveImport).long,
        .get("/import/{import}", archive.showPendingImport).long,
        .post("/import/{import}", rows: archive.savePendingImport).long,
        .get("/import/{import}/columns", archive.showColumns).long,
        .post("/import/{import}/columns", rows: archive.saveColumns).long,
        .get("/import/{import}/rejected", archive.showRejected).long,
        .post("/import/{import}/discard", archive.saveDiscardedImport),

        .get("/settings", settings.showSettings),
        .get("/settings/countries", countries.showCountries),
        .post("/settings/countries", countries.saveCountries),
        .get("/settings/password", security.showPassword),
        .post("/settings/password", security.savePassword),
        .get("/settings/second-factor", security.showSecondFactor),
        .get("/settings/second-factor/start", security.showStartSecondFactor),
        .post("/settings/second-factor/start", security.saveStartSecondFactor),
        .get("/settings/second-factor/setup", security.showSetUpSecondFactor),
        .post("/settings/second-factor/setup", security.saveSetUpSecondFactor),
        .get("/settings/second-factor/qr.svg", security.showSecondFactorCode),
        .get("/settings/second-factor/codes", security.showOneTimeCodes),
        .post("/settings/second-factor/codes", security.saveOneTimeCodes),
        .get("/settings/second-factor/off", security.showSecondFactorOff),
        .post("/settings/second-factor/off", security.saveSecondFactorOff),
        .get("/settings/passkeys", passkeys.showPasskeys),
        .post("/settings/passkeys", passkeys.savePasskey),
        .get("/settings/passkeys/new", passkeys.showNewPasskey),
        .post("/settings/passkeys/new", passkeys.saveNewPasskey),
        .get("/settings/passkeys/{passkey}/delete", passkeys.showRemovePasskey),
        .post("/settings/passkeys/{passkey}/delete", passkeys.saveRemovePasskey),
        .get("/settings/recovery-code", security.showRenewRecoveryCode),
        .post("/settings/recovery-code", security.saveRenewRecoveryCode),
        .get("/settings/sessions", security.showSessions),
        .post("/settings/sessions/{session}/end", security.saveEndSession),
        .post("/settings/sessions/end-others", security.saveEndOtherSessions),
        .get("/settings/access-log", security.showAccessLog),
        .post("/settings/consent", security.saveConsent),
        .get("/settings/delete", security.showDeleteAccount),
        .post("/settings/delete", security.saveDeleteAccount),
        .get("/privacy", open: settings.showPrivacy),
        .get("/licences", open: settings.showLicences),
        .get("/schedules", open: recommendations.showSchedules),

        .get("/admin", admin: admin.showAdmin),
        .get("/admin/catalogue", admin: admin.showCatalogue),
        .post("/admin/catalogue", adminUpload: admin.saveCatalogue).long,
        .get("/admin/catalogue/files/{file}", admin: admin.showFile),
        .get("/admin/catalogue/proposals/{proposal}", admin: admin.showProposal).long,
        .post("/admin/catalogue/proposals/{proposal}", admin: admin.saveProposal).long,
        .get("/admin/catalogue/versions/{version}", admin: admin.showVersion).long,
        .post("/admin/catalogue/versions/{version}", admin: admin.saveVersion).long,
        .get("/admin/stiko", admin: stiko.showTasks),
        .get("/admin/stiko/{task}", admin: stiko.showTask),
        .post("/admin/stiko/{task}", admin: stiko.saveTask),
    ]
}
