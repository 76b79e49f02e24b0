extension Templates {
    /// Every page, so that the start can tell of a template that names what its page lacks.
    static let pages: [any TypedPage.Type] = [
        // Home, Accounts, Passkeys
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
        // Admin, StikoWatch
        // Errors
        ProblemPage.self,
    ]
}
