extension Templates {
    /// Every page, so that the start can tell of a template that names what its page lacks.
    static let pages: [any TypedPage.Type] = [
        // Home, Accounts, Passkeys
        LandingPage.self, RegisterPage.self, LoginPage.self, LoginCodePage.self, RecoverPage.self,
        RecoveryCodePage.self, PasskeysPage.self, NewPasskeyPage.self, CreatePasskeyPage.self,
        // Passes, Vaccinations, Attachments
        PassListPage.self, PassFormPage.self, WelcomePage.self, DeletePage.self, VaccinationFormPage.self,
        VaccinationListPage.self,
        // Certificates
        NewCertificatesPage.self, ConfirmCertificatesPage.self, CertificatePage.self,
        VaccinationPage.self,
        // Archive
        ExportPage.self, NewImportPage.self, ImportPreviewPage.self, TablePage.self, PrintPage.self,
        AttachmentsPage.self,
        // Recommendations, Health
        RecommendationsPage.self, SchedulesPage.self,
        // Security, Settings
        ConfirmPage.self, PasswordPage.self, SessionsPage.self, SecondFactorPage.self, SecondFactorSetupPage.self,
        OneTimeCodesPage.self, DeleteAccountPage.self, AccessLogPage.self, SettingsPage.self, CountriesPage.self,
        PrivacyPage.self, LicencesPage.self, HealthPage.self, JourneysPage.self,
        // Admin, StikoWatch
        AdminPage.self, CataloguePage.self, CatalogueReview.self, JobsPage.self, StikoListPage.self,
        StikoTaskPage.self,
        // Errors
        ProblemPage.self,
    ]
}
