extension Templates {
    /// Every page: its template is compiled at the start, which ends where that names what the page lacks.
    static let pages: [any Page.Type] = [
        // Home, Accounts, Passkeys
        LandingPage.self, FamilyPage.self, RegisterPage.self, LoginPage.self, LoginCodePage.self, RecoverPage.self,
        RecoveryCodePage.self, PasskeysPage.self, NewPasskeyPage.self, CreatePasskeyPage.self,
        // Passes, Vaccinations, Attachments
        PassListPage.self, PassFormPage.self, WelcomePage.self, DeletePage.self, VaccinationFormPage.self,
        VaccinationListPage.self, VaccinationTablePage.self,
        // Scans
        NewScanPage.self, CheckScanPage.self, PlacePage.self, ScanTemplatesPage.self, ScanTemplatePage.self,
        ImportTemplatePage.self, EditTemplatePage.self,
        // Certificates
        NewCertificatesPage.self, ConfirmCertificatesPage.self, CertificatePage.self, AcceptancePage.self,
        OfflinePage.self, OfflineCertificatePage.self, OfflineListPage.self,
        VaccinationPage.self,
        // Archive
        ExportPage.self, NewImportPage.self, ImportPreviewPage.self, TablePage.self, PrintPage.self,
        SchoolSheetPage.self, AppointmentSheetPage.self, AttachmentsPage.self,
        // Recommendations, Calendar
        RecommendationsPage.self, SchedulesPage.self, CalendarFeedPage.self,
        // Health links
        HealthLinksPage.self, HealthLinkPage.self, HealthLinkDocument.self, HealthLinkViewerPage.self,
        LinkImportPage.self,
        // Situation
        SituationPage.self, SeriesPage.self, TBEPage.self, SituationAdminPage.self,
        // Security, Settings
        ConfirmPage.self, PasswordPage.self, LostDevicePage.self, SessionsPage.self, SecondFactorPage.self,
        SecondFactorSetupPage.self,
        OneTimeCodesPage.self, DeleteAccountPage.self, AccessLogPage.self, SettingsPage.self, CountriesPage.self,
        BinPage.self, HelpPage.self, HelpQuestionPage.self, IntroductionPage.self,
        RemindersPage.self, MailLinkPage.self, PrivacyPage.self, LicencesPage.self, LicencePage.self, HealthPage.self,
        JourneysPage.self, JourneyPage.self, EditJourneyPage.self,
        // Admin, StikoWatch
        AdminPage.self, CataloguePage.self, CatalogueReview.self, JobsPage.self, TrustPage.self, StikoListPage.self,
        StikoTaskPage.self,
        // Errors
        ProblemPage.self,
    ]
}
