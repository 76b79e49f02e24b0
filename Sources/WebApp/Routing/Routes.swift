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
        .get(Links.home, public: home.showHome).longForMembers,
        .get(Links.live, api: home.showLive).always,
        .get(Links.ready, api: home.showReady).always,

        .get(Links.allRecommendations, api: api.showAllRecommendations),
        .get(Links.recommendationsOfCountry, api: api.showRecommendations),
        .get(Links.update, api: api.showUpdate),
        .get(Links.apiDescription, api: api.showDescription),
        .get(Links.vaccineNames, api: api.showVaccineNames),

        .get(Links.register, public: accounts.showRegister), .post(Links.register, public: accounts.saveRegister),
        .get(Links.login, public: accounts.showLogin), .post(Links.login, public: accounts.saveLogin),
        .post(Links.passkeyLogin, public: accounts.savePasskeyLogin),
        .get(Links.loginCode, secondFactor: accounts.showLoginCode),
        .post(Links.loginCode, secondFactor: accounts.saveLoginCode),
        .post(Links.passkeyLoginCode, secondFactor: accounts.savePasskeyLoginCode),
        .get(Links.recover, public: accounts.showRecover), .post(Links.recover, public: accounts.saveRecover),
        .get(Links.recoveryCode, consent: .notNeeded, accounts.showRecoveryCode),
        .post(Links.recoveryCode, consent: .notNeeded, accounts.saveRecoveryCode),
        .post(Links.logout, signOut: accounts.saveLogout),
        .post(Links.language, public: settings.saveLanguage),

        .get(Links.welcome, passes.showWelcome),
        .get(Links.passes, passes.showPasses),
        .get(Links.newPass, passes.showNewPass), .post(Links.newPass, passes.saveNewPass),
        .get(Links.pass, vaccinations.showVaccinations).long,
        .post(Links.activate, passes.saveActivePass),
        .get(Links.editPass, passes.showEditPass), .post(Links.editPass, passes.saveEditPass),
        .get(Links.deletePass, passes.showDeletePass), .post(Links.deletePass, passes.saveDeletePass).long,

        .get(Links.newVaccination, vaccinations.showNewVaccination),
        .post(Links.newVaccination, vaccinations.saveNewVaccination).long,
        .get(Links.vaccinationTable, vaccinations.showVaccinationTable).long,
        .post(Links.vaccinationTable, body: .form(.table), vaccinations.saveVaccinationTable).long,
        .get(Links.vaccination, vaccinations.showVaccination).long,
        .get(Links.editVaccination, vaccinations.showEditVaccination),
        .post(Links.editVaccination, vaccinations.saveEditVaccination).long,
        .get(Links.deleteVaccination, vaccinations.showDeleteVaccination),
        .post(Links.deleteVaccination, vaccinations.saveDeleteVaccination).long,

        .get(Links.newCertificates, certificates.showNewCertificates),
        .post(Links.newCertificates, body: .upload(), certificates.saveNewCertificates).long,
        .post(Links.certificates, body: .rows, certificates.saveCertificates).long,
        .get(Links.newCertificate, certificates.showNewCertificatesOfPass),
        .post(Links.newCertificate, body: .upload(), certificates.saveNewCertificatesOfPass).long,
        .get(Links.certificate, certificates.showCertificate),
        .get(Links.acceptance, certificates.showAcceptance).long,
        .post(Links.noteExpiry, certificates.noteExpiry),
        .get(Links.certificateCode, certificates.showCode),
        .get(Links.certificatePicture, certificates.showPicture),
        .get(Links.offline, offline.showOffline), .post(Links.offline, offline.saveOffline),
        .get(Links.offlineCertificate, offline.showOfflineCertificate),
        .get(Links.offlineList, public: offline.showOfflineList),
        .get(Links.deleteCertificate, certificates.showDeleteCertificate),
        .post(Links.deleteCertificate, certificates.saveDeleteCertificate),

        .get(Links.newScan, scans.showScan).long, .post(Links.newScan, body: .upload(.pages), scans.saveScan).long,
        .get(Links.scan, scans.showScannedRows).long, .post(Links.scan, body: .rows, scans.saveScannedRows).long,
        .get(Links.scanTable, scans.showScanTable).long,
        .post(Links.discardScan, scans.saveDiscardedScan),
        .get(Links.scannedPage, scans.showScannedPage).long, .post(Links.scannedPage, scans.saveScannedPage).long,
        .get(Links.pagePicture, scans.showPagePicture).long,
        .get(Links.scannedField, scans.showScannedField).long,

        .get(Links.scanTemplates, scanTemplates.showScanTemplates),
        .get(Links.importScanTemplate, scanTemplates.showImportTemplate),
        .post(Links.importScanTemplate, body: .upload(.template), scanTemplates.saveImportTemplate),
        .get(Links.newScanTemplate, scanTemplates.showNewTemplate),
        .post(Links.newScanTemplate, body: .rows, scanTemplates.saveNewTemplate).long,
        .post(Links.scanTemplate, body: .upload(.pages), scanTemplates.saveTrial).long,
        .get(Links.triedPicture, scanTemplates.showTriedPicture),
        .get(Links.editScanTemplate, scanTemplates.showEditTemplate).long,
        .post(Links.editScanTemplate, body: .rows, scanTemplates.saveEditTemplate).long,
        .get(Links.scanTemplate, scanTemplates.showScanTemplate).long,
        .get(Links.scanTemplateFile, scanTemplates.showTemplateFile),
        .post(Links.copyScanTemplate, scanTemplates.saveCopyOfTemplate),
        .get(Links.deleteScanTemplate, scanTemplates.showDeleteTemplate),
        .post(Links.deleteScanTemplate, scanTemplates.saveDeleteTemplate),

        .get(Links.attachments, attachments.showAttachments),
        .post(Links.attachments, body: .upload(), attachments.saveAttachments),
        .get(Links.attachment, attachments.showAttachment),
        .get(Links.deleteAttachment, attachments.showDeleteAttachment),
        .post(Links.deleteAttachment, attachments.saveDeleteAttachment),

        .get(Links.recommendations, recommendations.showRecommendations).long,
        .get(Links.answer, recommendations.showAnswer).long,
        .post(Links.recommendations, recommendations.saveRecommendations).long,
        .get(Links.calendar, recommendations.showCalendar).long,
        .get(Links.calendarFeed, calendar.showFeed), .post(Links.calendarFeed, calendar.saveFeed).long,
        .get(Links.mail, public: reminders.showMail), .post(Links.mail, api: reminders.saveMailLink),
        .get(Links.subscribedCalendar, api: calendar.showCalendar),
        .get(Links.health, health.showHealth), .post(Links.health, health.saveHealth),
        .get(Links.journeys, health.showJourneys).long, .post(Links.journeys, health.saveJourneys).long,
        .get(Links.journey, health.showJourney).long,
        .get(Links.editJourney, health.showEditJourney), .post(Links.editJourney, health.saveEditJourney),

        .get(Links.exportAll, consent: .notNeeded, archive.showExport),
        .post(Links.exportAll, consent: .notNeeded, archive.saveExport).long,
        .get(Links.export, consent: .notNeeded, archive.showExportOfPass),
        .post(Links.export, consent: .notNeeded, archive.saveExportOfPass).long,
        .get(Links.exportFHIR, consent: .notNeeded, archive.showFHIR).long,
        .get(Links.exportTable, consent: .notNeeded, archive.showTable).long,
        .get(Links.printed, consent: .notNeeded, archive.showPrint).long,
        .get(Links.appointmentSheet, archive.showAppointmentSheet).long,
        .get(Links.schoolSheet, consent: .notNeeded, archive.showSchoolSheet).long,
        .get(Links.importFile, archive.showImport),
        .post(Links.importFile, body: .upload(.archive), archive.saveImport).long,
        .get(Links.importLink, archive.showLinkImport), .post(Links.importLink, archive.saveLinkImport).long,
        .get(Links.imported, archive.showPendingImport).long,
        .post(Links.imported, body: .rows, archive.savePendingImport).long,
        .get(Links.importColumns, archive.showColumns).long,
        .post(Links.importColumns, body: .rows, archive.saveColumns).long,
        .get(Links.importRejected, archive.showRejected).long,
        .post(Links.discardImport, archive.saveDiscardedImport),
        .post(Links.undoImport, archive.saveUndoneImport).long,

        .get(Links.settings, settings.showSettings),
        .get(Links.countries, countries.showCountries), .post(Links.countries, countries.saveCountries),
        .get(Links.reminders, reminders.showReminders), .post(Links.reminders, reminders.saveReminders),
        .post(Links.reminderMail, reminders.saveMail).long,
        .get(Links.password, consent: .notNeeded, security.showPassword),
        .post(Links.password, consent: .notNeeded, security.savePassword),
        .get(Links.lostDevice, consent: .notNeeded, security.showLostDevice),
        .post(Links.lostDevice, consent: .notNeeded, security.saveLostDevice),
        .get(Links.secondFactor, consent: .notNeeded, security.showSecondFactor),
        .get(Links.secondFactorStart, consent: .notNeeded, security.showStartSecondFactor),
        .post(Links.secondFactorStart, consent: .notNeeded, security.saveStartSecondFactor),
        .get(Links.secondFactorSetup, consent: .notNeeded, security.showSetUpSecondFactor),
        .post(Links.secondFactorSetup, consent: .notNeeded, security.saveSetUpSecondFactor),
        .get(Links.secondFactorCode, consent: .notNeeded, security.showSecondFactorCode),
        .get(Links.oneTimeCodes, consent: .notNeeded, security.showOneTimeCodes),
        .post(Links.oneTimeCodes, consent: .notNeeded, security.saveOneTimeCodes),
        .get(Links.secondFactorOff, consent: .notNeeded, security.showSecondFactorOff),
        .post(Links.secondFactorOff, consent: .notNeeded, security.saveSecondFactorOff),
        .get(Links.passkeys, consent: .notNeeded, passkeys.showPasskeys),
        .post(Links.passkeys, consent: .notNeeded, passkeys.savePasskey),
        .get(Links.newPasskey, consent: .notNeeded, passkeys.showNewPasskey),
        .post(Links.newPasskey, consent: .notNeeded, passkeys.saveNewPasskey),
        .get(Links.removePasskey, consent: .notNeeded, passkeys.showRemovePasskey),
        .post(Links.removePasskey, consent: .notNeeded, passkeys.saveRemovePasskey),
        .get(Links.renewRecoveryCode, consent: .notNeeded, security.showRenewRecoveryCode),
        .post(Links.renewRecoveryCode, consent: .notNeeded, security.saveRenewRecoveryCode),
        .get(Links.sessions, consent: .notNeeded, security.showSessions),
        .post(Links.endSession, consent: .notNeeded, security.saveEndSession),
        .post(Links.endOtherSessions, consent: .notNeeded, security.saveEndOtherSessions),
        .get(Links.accessLog, consent: .notNeeded, security.showAccessLog),
        .post(Links.consent, consent: .notNeeded, security.saveConsent),
        .get(Links.deleteAccount, consent: .notNeeded, security.showDeleteAccount),
        .post(Links.deleteAccount, consent: .notNeeded, security.saveDeleteAccount),
        .get(Links.bin, bin.showBin), .get(Links.emptyBin, bin.showEmptyBin),
        .post(Links.emptyBin, bin.saveEmptyBin).long,
        .post(Links.restore, bin.saveRestored).long, .post(Links.removeFromBin, bin.saveRemoved).long,
        .get(Links.help, public: help.showHelp), .get(Links.question, public: help.showQuestion),
        .get(Links.introduction, public: help.showIntroduction),
        .get(Links.privacy, public: settings.showPrivacy),
        .get(Links.licences, public: settings.showLicences),
        .get(Links.licence, public: settings.showLicence),
        .get(Links.schedules, public: recommendations.showSchedules),

        .get(Links.healthLinks, healthLinks.showLinks), .post(Links.healthLinks, healthLinks.saveLink).long,
        .get(Links.healthLink, healthLinks.showLink), .post(Links.healthLink, healthLinks.saveLinkState),
        .get(Links.healthLinkCode, healthLinks.showLinkCode),
        .get(Links.healthLinkViewer, public: healthLinks.showViewer),
        .get(Links.healthLinkFile, api: shared.showFile), .post(Links.healthLinkFile, api: shared.showManifest),
        .options(Links.healthLinkFile, api: shared.showOptions),
        .get(Links.healthLinkLocation, api: shared.showLocation),

        .get(Links.situation, public: situation.showSituation),
        .get(Links.situations, api: situation.showSituations),
        .get(Links.situationTBE, public: situation.showTBE),
        .post(Links.favourites, situation.saveFavourite),
        .get(Links.seriesDocument, api: situation.showSeries),
        .get(Links.indicator, public: situation.showIndicator).longForMembers,
        .get(Links.area, public: situation.showArea).longForMembers,
        .get(Links.graph, public: situation.showGraph),

        .get(Links.admin, access: .admin, admin.showAdmin),
        .get(Links.jobs, access: .admin, admin.showJobs),
        .get(Links.trust, access: .admin, admin.showTrust),
        .get(Links.catalogue, access: .admin, admin.showCatalogue),
        .post(Links.catalogue, access: .admin, body: .catalogueFiles, admin.saveCatalogue).long,
        .get(Links.catalogueFile, access: .admin, admin.showFile),
        .get(Links.catalogueProposal, access: .admin, admin.showProposal).long,
        .post(Links.catalogueProposal, access: .admin, admin.saveProposal).long,
        .get(Links.catalogueVersion, access: .admin, admin.showVersion).long,
        .post(Links.catalogueVersion, access: .admin, admin.saveVersion).long,
        .get(Links.situationAdmin, access: .admin, admin.showSituation),
        .get(Links.stiko, access: .admin, stiko.showTasks),
        .get(Links.stikoTask, access: .admin, stiko.showTask), .post(Links.stikoTask, access: .admin, stiko.saveTask),
    ]
}
